/// An object or array whose end was not read yet, with the parts that are complete.
struct OpenContainer {
    /// Tells this container from all others of the document.
    let serial: Int
    let isObject: Bool
    /// The complete elements of an array.
    var elements: [JSONValue] = []
    /// The complete members of an object.
    var members: [JSONObject.Member] = []
    /// The key of the member that is being read, for an object.
    var key = ""

    init(serial: Int, isObject: Bool) {
        self.serial = serial
        self.isObject = isObject
    }

    var value: JSONValue { isObject ? .object(JSONObject(members: members)) : .array(elements) }

    mutating func append(_ value: JSONValue) {
        if isObject {
            members.append(JSONObject.Member(key: key, value: value))
        } else {
            elements.append(value)
        }
    }

    /// The step to the part that is being read.
    var token: JSONPointer.Token { isObject ? .key(key) : .index(elements.count) }
}
