import LMJSON

/// Keywords in words, for a model whose provider does not take them.
enum SchemaNote {
    static func text(_ keyword: String, _ value: JSONValue) -> String {
        let amount = value.text()
        return switch keyword {
        case "minLength": "At least \(amount) characters."
        case "maxLength": "At most \(amount) characters."
        case "minItems": "At least \(amount) elements."
        case "maxItems": "At most \(amount) elements."
        case "minProperties": "At least \(amount) properties."
        case "maxProperties": "At most \(amount) properties."
        case "minimum": "At least \(amount)."
        case "maximum": "At most \(amount)."
        case "exclusiveMinimum": "More than \(amount)."
        case "exclusiveMaximum": "Less than \(amount)."
        case "multipleOf": "A multiple of \(amount)."
        case "uniqueItems": "No two elements are the same."
        case "pattern": "Matches the regular expression \(value.stringValue ?? amount)"
        case "format": "Format: \(value.stringValue ?? amount)."
        default: "\(keyword): \(amount)"
        }
    }
}
