import LMJSON
import LMProtocol

// Types as a person writes them who has no macros.

/// A type that contains itself.
struct Tree: Generable, Equatable {
    var label: String
    var children: [Tree]
    var note: String?

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self, description: "A tree",
            properties: [
                .init(name: "label", description: "The label", type: String.self, guides: [.pattern(/[a-z]+/)]),
                .init(name: "children", type: [Tree].self, guides: [.maximumCount(3)]),
                .init(name: "note", type: String?.self),
            ])
    }

    init(label: String, children: [Tree] = [], note: String? = nil) {
        self.label = label
        self.children = children
        self.note = note
    }

    init(_ content: GeneratedContent) throws {
        label = try content.value(forProperty: "label")
        children = try content.value(forProperty: "children")
        note = try content.value(forProperty: "note")
    }

    var generatedContent: GeneratedContent {
        var properties: [(String, any ConvertibleToGeneratedContent)] = [("label", label), ("children", children)]
        if let note { properties.append(("note", note)) }
        return GeneratedContent(properties: properties, uniquingKeysWith: { $1 })
    }

    struct PartiallyGenerated: Identifiable, StreamedElement {
        var id: GenerationID
        var label: String?
        var children: [Tree.PartiallyGenerated]?
        var note: String?

        init(_ content: GeneratedContent) throws {
            id = content.id ?? GenerationID()
            label = try content.value(forProperty: "label")
            children = try content.value(forProperty: "children")
            note = try content.value(forProperty: "note")
        }
    }
}

/// A choice of names, one of which begins with another.
enum Weather: String, Generable, CaseIterable {
    case sun, sunset, rain

    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))
    }

    init(_ content: GeneratedContent) throws {
        let name = try content.value(String.self)
        guard let value = Self(rawValue: name) else {
            throw GeneratedContent.ParsingError(
                rawContent: content.jsonString, debugDescription: "There is no weather '\(name)'.")
        }
        self = value
    }

    var generatedContent: GeneratedContent { GeneratedContent(rawValue) }
}

/// Several named types inside each other.
struct Trip: Generable, Equatable {
    var title: String
    var weather: Weather
    var days: [Day]
    var budget: Double?

    struct Day: Generable, Equatable {
        var city: String
        var activities: [String]
        var stars: Int

        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "city", type: String.self),
                    .init(name: "activities", type: [String].self, guides: [.count(1...2)]),
                    .init(name: "stars", type: Int.self, guides: [.range(1...5)]),
                ])
        }

        init(city: String, activities: [String], stars: Int) {
            self.city = city
            self.activities = activities
            self.stars = stars
        }

        init(_ content: GeneratedContent) throws {
            city = try content.value(forProperty: "city")
            activities = try content.value(forProperty: "activities")
            stars = try content.value(forProperty: "stars")
        }

        var generatedContent: GeneratedContent {
            GeneratedContent(properties: ["city": city, "activities": activities, "stars": stars])
        }

        struct PartiallyGenerated: Identifiable, StreamedElement {
            var id: GenerationID
            var city: String?
            var activities: [String]?
            var stars: Int?

            init(_ content: GeneratedContent) throws {
                id = content.id ?? GenerationID()
                city = try content.value(forProperty: "city")
                activities = try content.value(forProperty: "activities")
                stars = try content.value(forProperty: "stars")
            }
        }
    }

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "title", type: String.self),
                .init(name: "weather", description: "What it is like", type: Weather.self),
                .init(name: "days", type: [Day].self, guides: [.minimumCount(1)]),
                .init(name: "budget", type: Double?.self, guides: [.minimum(0)]),
            ])
    }

    init(title: String, weather: Weather, days: [Day], budget: Double? = nil) {
        self.title = title
        self.weather = weather
        self.days = days
        self.budget = budget
    }

    init(_ content: GeneratedContent) throws {
        title = try content.value(forProperty: "title")
        weather = try content.value(forProperty: "weather")
        days = try content.value(forProperty: "days")
        budget = try content.value(forProperty: "budget")
    }

    var generatedContent: GeneratedContent {
        var properties: [(String, any ConvertibleToGeneratedContent)] = [
            ("title", title), ("weather", weather), ("days", days),
        ]
        if let budget { properties.append(("budget", budget)) }
        return GeneratedContent(properties: properties, uniquingKeysWith: { $1 })
    }

    struct PartiallyGenerated: Identifiable, StreamedElement {
        var id: GenerationID
        var title: String?
        var weather: Weather?
        var days: [Day.PartiallyGenerated]?
        var budget: Double?

        init(_ content: GeneratedContent) throws {
            id = content.id ?? GenerationID()
            title = try content.value(forProperty: "title")
            weather = try content.value(forProperty: "weather")
            days = try content.value(forProperty: "days")
            budget = try content.value(forProperty: "budget")
        }
    }

    static let sample = Trip(
        title: "Spring \u{1F338} \"blossoms\"\n", weather: .sunset,
        days: [
            Day(city: "Kyōto", activities: ["walk", "tea"], stars: 5),
            Day(city: "Ōsaka", activities: ["eat"], stars: 4),
        ], budget: 1200.5)
}

/// A type of the same name as ``Trip/Day``, in another place.
struct Calendar: Generable {
    struct Day: Generable {
        static var generationSchema: GenerationSchema {
            GenerationSchema(type: Self.self, properties: [.init(name: "number", type: Int.self)])
        }
        init(_ content: GeneratedContent) {}
        var generatedContent: GeneratedContent { GeneratedContent(JSONValue.null) }
    }

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "trip", type: Trip.Day.self), .init(name: "today", type: Day.self),
            ])
    }
    init(_ content: GeneratedContent) {}
    var generatedContent: GeneratedContent { GeneratedContent(JSONValue.null) }
}
