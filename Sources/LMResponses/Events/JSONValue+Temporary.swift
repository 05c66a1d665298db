import LMJSON
extension JSONValue {
    init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try JSONReader.read(bytes) { r throws(JSONError) in
            let v = try r.value()
            try r.end()
            return v
        }
    }
    init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }
}
