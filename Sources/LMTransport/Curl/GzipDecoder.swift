#if os(Linux)
    import CCurl

    /// Takes gzip off a stream of bytes, as much at a time as is asked for.
    final class GzipDecoder {
        /// The data is not gzip, or is damaged.
        struct Broken: Error {}

        private let inflater: OpaquePointer
        private var input: [UInt8] = []
        private var position = 0
        private var isBetweenMembers = true

        /// Makes a decoder; `nil` where the system has no zlib.
        init?() {
            guard let inflater = ccurl_inflater_new() else { return nil }
            self.inflater = inflater
        }

        deinit { ccurl_inflater_free(inflater) }

        /// Whether all that came is decoded and the data may end here: an empty body may, as a HEAD's does.
        var mayEnd: Bool { isBetweenMembers && position == input.count }

        /// Adds compressed bytes, once those before are used up.
        func append(_ bytes: [UInt8]) {
            input = position < input.count ? Array(input[position...]) + bytes : bytes
            position = 0
        }

        /// The next decoded bytes, at most so many; empty where more input is needed.
        func decode(limit: Int) throws(Broken) -> [UInt8] {
            var isBroken = false
            // Streams come in small pieces, for which the full limit would be reserved in vain.
            let limit = min(limit, max(4096, 8 * (input.count - position)))
            let output = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                // Input may be used up while output is still in the decoder, which then shows by a full buffer.
                while count < limit {
                    if isBetweenMembers {
                        guard position < input.count else { return }
                        ccurl_inflater_reset(inflater)
                        isBetweenMembers = false
                    }
                    var used = input.count - position
                    var made = limit - count
                    let available = used
                    let result = input.withUnsafeBufferPointer { input in
                        ccurl_inflate(
                            inflater, input.baseAddress.map { $0 + position }, &used,
                            output.baseAddress.map { $0 + count }, &made)
                    }
                    position += used
                    count += made
                    switch result {
                    case 1: isBetweenMembers = true
                    case 0: if made == 0, used == 0 || used == available { return }
                    default:
                        isBroken = true
                        return
                    }
                }
            }
            // What was decoded before the damage is given first; the damage is met again at the next call.
            if isBroken, output.isEmpty { throw Broken() }
            return output
        }
    }
#endif
