#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Names under which requests and answers carry secrets: of header fields, of parameters, of members of JSON.
///
/// One table for the recorder, the redactor, and whatever shows words of a server. Names are compared without regard to
/// case and to what stands between their words: `access_token`, `accessToken` and `Access-Token` are one name.
package enum SecretNames {
    /// What is a secret wherever it stands, as RFC 6749 (OAuth 2.0), RFC 7521 and the big providers' references name it.
    private static let everywhere: Set<String> = [
        "accesstoken", "refreshtoken", "idtoken", "authtoken", "bearertoken", "sessiontoken", "securitytoken",
        "authorizationtoken", "authorization", "proxyauthorization", "apitoken", "personalaccesstoken", "devicecode",
        "apikey", "apisecret", "secretkey", "accesskey", "secretaccesskey", "subscriptionkey", "functionskey",
        "privatekey", "privatekeyid", "clientsecret", "clientassertion", "appsecret", "oauthtoken", "oauthtokensecret",
        "codeverifier", "password", "passwd", "passphrase", "userpassword", "credential", "credentials",
    ]

    /// Fields of their own: cookies, and what Azure, Azure Functions, RapidAPI, Google and AWS take a key in.
    private static let headers: Set<String> = [
        "cookie", "setcookie", "cookie2", "ocpapimsubscriptionkey", "xfunctionskey", "xrapidapikey", "xgoogapikey",
        "xapikey", "xauthkey", "xauth", "xamzsecuritytoken", "xgoogiamauthoritytoken", "xvaulttoken", "xcsrftoken",
        "authenticationinfo", "proxyauthenticationinfo", "xaccesskey", "xsecret", "secret", "token", "xtoken",
    ]

    /// How the names of header fields end that hold a secret.
    private static let headerEndings = [
        "apikey", "authtoken", "accesstoken", "sessiontoken", "securitytoken", "secret", "secretkey", "subscriptionkey",
        "accesskey", "functionskey", "password", "authorization", "token",
    ]

    /// Words that are a secret in an address only: elsewhere `key`, `code` and `token` are ordinary members.
    private static let parameters: Set<String> = [
        "key", "token", "auth", "secret", "code", "sig", "signature", "xamzsignature", "xamzcredential",
        "xamzsecuritytoken", "xgoogsignature", "xgoogcredential", "awsaccesskeyid", "sessionid", "jwt",
    ]

    /// Words that are a secret in a form, too.
    private static let fields: Set<String> = ["secret", "token", "code", "assertion", "subjecttoken", "actortoken"]

    /// Whether a header field of this name holds a secret.
    package static func isSecret(header name: HTTPFieldName) -> Bool {
        let name = folded(name.canonicalName)
        return everywhere.contains(name) || headers.contains(name) || headerEndings.contains { name.hasSuffix($0) }
    }

    /// Whether a parameter of an address holds a secret; the name is without its percent-encoding.
    package static func isSecret(parameter name: String) -> Bool {
        let name = folded(name)
        return everywhere.contains(name) || parameters.contains(name) || headers.contains(name)
    }

    /// Whether a field of a form holds a secret.
    package static func isSecret(field name: String) -> Bool {
        let name = folded(name)
        return everywhere.contains(name) || fields.contains(name)
    }

    /// Whether a member of a JSON object holds a secret. That of a header field in JSON counts, too: the Responses and
    /// Messages APIs take the header fields of a remote tool server in the body.
    package static func isSecret(member name: String) -> Bool {
        let name = folded(name)
        return everywhere.contains(name) || name == "cookie" || name == "setcookie"
            || name.hasPrefix("x") && headers.contains(name) || name == "ocpapimsubscriptionkey"
    }

    /// The secrets in the value of a header field: the token behind the scheme, the password of basic credentials, each
    /// value of a cookie, or else the value.
    package static func secrets(in field: HTTPFields.Field) -> [String] {
        guard isSecret(header: field.name) else { return [] }
        let value = field.value
        switch folded(field.name.canonicalName) {
        case "cookie", "setcookie", "cookie2":
            // Behind the first pair of `set-cookie` stand attributes, such as a path.
            let pairs = value.split(separator: ";")
            return (field.name == "cookie" ? pairs[...] : pairs.prefix(1)).compactMap { pair in
                guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                return pair[pair.utf8.index(after: equals)...].trimming { $0 == " " || $0 == "\"" }
            }
        case let name where name.hasSuffix("authorization"):
            guard let space = value.utf8.firstIndex(of: 0x20) else { return [value] }
            let token = String(value[value.utf8.index(after: space)...].drop { $0 == " " })
            guard value[..<space].lowercased() == "basic", let data = Data(base64Encoded: token) else { return [token] }
            let pair = String(decoding: data, as: UTF8.self)
            guard let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [token, pair] }
            return [token, pair, String(pair[pair.utf8.index(after: colon)...])]
        default: return [value]
        }
    }

    /// Letters and digits alone, in lower case.
    private static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
                default: nil
                }
            }, as: UTF8.self)
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        var rest = self
        while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }
}

extension Credential {
    /// Everything that is secret in it: the token, and of basic credentials the password, too.
    package var secrets: [String] {
        let inside = SecretNames.secrets(in: field)
        return inside.contains(secretForScan) ? inside : [secretForScan] + inside
    }
}
