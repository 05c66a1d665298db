/// A copy of the open containers that is kept up to date, from which snapshots are made.
///
/// A snapshot shares its arrays with the replica that it was made from. The next use of that replica takes the open
/// part of each level out, from the outermost inwards, adds what is new, and puts the open parts back. Where the
/// snapshot was released meanwhile, all of that happens in place and costs as much as what is new; where it is still
/// alive, each level is copied once. The parser takes its replicas in turn, so that a reader may keep the last
/// snapshots and still pays only for what is new.
struct SnapshotReplica {
    private struct Level {
        let serial: Int
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONObject.Member] = []
        /// Whether the last part is one that is still open.
        var hasOpenPart = false

        mutating func removeOpenPart() {
            guard hasOpenPart else { return }
            hasOpenPart = false
            if isObject { members.removeLast() } else { elements.removeLast() }
        }

        mutating func setOpenPart(_ value: JSONValue, key: String) {
            hasOpenPart = true
            if isObject {
                members.append(JSONObject.Member(key: key, value: value))
            } else {
                elements.append(value)
            }
        }

        /// Adds what was completed since the last time. The open part must have been removed.
        mutating func catchUp(with container: OpenContainer) {
            if members.count < container.members.count {
                members.append(contentsOf: container.members[members.count...])
            }
            if elements.count < container.elements.count {
                elements.append(contentsOf: container.elements[elements.count...])
            }
        }

        var value: JSONValue { isObject ? .object(JSONObject(members: members)) : .array(elements) }
    }

    private var levels: [Level] = []
    private var text = ""
    private var textSerial = -1

    /// Catches up with the parser and makes a snapshot.
    ///
    /// - Parameters:
    ///   - containers: the open containers, outermost first.
    ///   - scalar: the open scalar, if there is one to show.
    mutating func snapshot(of containers: [OpenContainer], scalar: OpenScalar?) -> JSONValue? {
        // From the outermost inwards, because an outer level holds a reference to the arrays of the inner ones.
        for index in levels.indices { levels[index].removeOpenPart() }
        // Loops over indices: iterating over the elements would retain the arrays of each.
        var common = 0
        while common < levels.count, common < containers.count,
            levels[common].serial == containers[common].serial
        {
            common += 1
        }
        levels.removeLast(levels.count - common)
        for index in containers.indices {
            if index == levels.count {
                levels.append(Level(serial: containers[index].serial, isObject: containers[index].isObject))
            }
            levels[index].catchUp(with: containers[index])
        }
        var open: JSONValue?
        switch scalar {
        case .text(let bytes, let serial): open = .string(catchUp(with: bytes, serial: serial))
        case .number(let number):
            open = .number(number)
            text = ""
            textSerial = -1
        case nil:
            text = ""
            textSerial = -1
        }
        for index in levels.indices.reversed() {
            if let part = open { levels[index].setOpenPart(part, key: containers[index].key) }
            open = levels[index].value
        }
        return open
    }

    private mutating func catchUp(with bytes: [UInt8], serial: Int) -> String {
        if textSerial == serial {
            bytes[text.utf8.count...].withUnsafeBufferPointer { text += String(decoding: $0, as: UTF8.self) }
        } else {
            textSerial = serial
            text = String(decoding: bytes, as: UTF8.self)
        }
        return text
    }
}
