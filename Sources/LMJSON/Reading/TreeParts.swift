/// The parts of the containers that are being read into a tree.
struct TreeParts: ~Copyable {
    /// One container that is being read.
    struct Level {
        let isObject: Bool
        /// Where its values and keys start.
        let firstValue: Int
        let firstKey: Int
    }

    var values = MoveStack<JSONValue>(capacity: 16)
    /// The keys of the objects; arrays have none, so that their values move out in one block.
    var keys = MoveStack<String>(capacity: 16)

    /// Notes that a container opens.
    func level(isObject: Bool) -> Level {
        Level(isObject: isObject, firstValue: values.count, firstKey: keys.count)
    }

    /// Makes the value of the innermost container of its parts.
    mutating func close(_ level: Level) -> JSONValue {
        guard level.isObject else { return .array(values.popArray(from: level.firstValue)) }
        guard values.count > level.firstValue else { return .object(JSONObject(members: [])) }
        return values.pop(from: level.firstValue) { values in
            keys.pop(from: level.firstKey) { keys in
                var members: [JSONObject.Member] = []
                members.reserveCapacity(values.count)
                for index in values.indices {
                    members.append(
                        .init(key: keys.moveElement(from: index), value: values.moveElement(from: index)))
                }
                return .object(JSONObject(members: members))
            }
        }
    }
}
