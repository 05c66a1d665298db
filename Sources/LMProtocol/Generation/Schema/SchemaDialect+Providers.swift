extension SchemaDialect {
    /// JSON Schema as it is, for servers that do not say what they take.
    public static let generic = SchemaDialect(name: "JSON Schema")

    /// xAI's Responses API (docs.x.ai, structured outputs), for answers. For a tool's arguments ``closedObjects`` has to be
    /// ``ClosedObjects/byDefault`` (vercel/ai#15283).
    ///
    /// A property that is not required is optional, `allOf` of one schema is fine, bounds are kept up to a limit, and a
    /// schema may not contain itself.
    public static let xai: SchemaDialect = {
        var dialect = SchemaDialect(name: "xAI")
        dialect.keywords = table([
            .enforced: core + [
                "oneOf", "allOf", "prefixItems", "minLength", "maxLength", "minProperties", "maxProperties",
            ]
                + annotations,
            .bestEffort: ["not", "if", "then", "else"],
            .described: ["uniqueItems"],
        ])
        dialect.otherKeywords = .omitted
        dialect.formats = ["date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri"]
        dialect.otherFormats = .bestEffort
        dialect.greatestValues = [
            "minLength": 2048, "maxLength": 2048, "minItems": 256, "maxItems": 256, "minProperties": 64,
            "maxProperties": 64,
        ]
        dialect.allowsRecursion = false
        dialect.enforcesConjunctions = false
        dialect.patterns = .whole
        dialect.allowsRarePatterns = false
        return dialect
    }()

    /// The strict mode of OpenAI's APIs.
    ///
    /// The value is an object, every object is closed and every property required; one that may be absent is `null`
    /// instead.
    public static let openAIStrict: SchemaDialect = {
        var dialect = SchemaDialect(name: "OpenAI strict")
        dialect.keywords = table([
            .enforced: core + ["title", "description"],
            .described: ["minLength", "maxLength", "minProperties", "maxProperties", "uniqueItems"],
            .refused: ["not", "if", "then", "else", "prefixItems"],
            .omitted: ["default", "examples"],
        ])
        dialect.otherKeywords = .omitted
        dialect.formats = [
            "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
        ]
        dialect.otherFormats = .described
        dialect.optionalProperties = .nullable
        dialect.closedObjects = .always
        dialect.allowsOpenObjects = false
        dialect.allowsReferenceSiblings = false
        dialect.requiresObjectRoot = true
        dialect.requiresTypes = true
        dialect.limits = Limits(properties: 5000, depth: 10, characters: 120_000, enumValues: 1000)
        return dialect
    }()

    /// What every provider takes: the intersection of the others.
    public static let portable: SchemaDialect = {
        var dialect = openAIStrict
        dialect.name = "portable"
        dialect.formats?.formIntersection(xai.formats ?? [])
        dialect.greatestValues = xai.greatestValues
        dialect.allowsRecursion = false
        dialect.patterns = .either
        dialect.allowsRarePatterns = false
        return dialect
    }()

    private static let core = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs",
        "definitions", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minItems", "maxItems",
    ]
    private static let annotations = ["title", "description", "default", "examples", "$schema", "$id", "$comment"]

    private static func table(_ rows: KeyValuePairs<Handling, [String]>) -> [String: Handling] {
        var table: [String: Handling] = [:]
        for (handling, keywords) in rows {
            for keyword in keywords { table[keyword] = handling }
        }
        return table
    }
}
