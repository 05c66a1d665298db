/// A response's status and header fields.
package struct ResponseHead: Sendable, Equatable {
    package var status: Int
    package var headers: HTTPFields

    package init(status: Int, headers: HTTPFields) {
        self.status = status
        self.headers = headers
    }
}
