import LMJSON

/// What is set and from where, and what is wrong with it.
struct DoctorReport: Sendable {
    /// One fact.
    struct Row: Sendable, Hashable {
        var name: String
        var value: String
        /// Where the value is from; empty where that says nothing.
        var origin = ""
    }

    /// Facts that belong together.
    struct Section: Sendable, Hashable {
        var title: String
        var rows: [Row]
    }

    /// The facts by what they are about. Addresses in them are shown without their passwords.
    var sections: [Section] = [] {
        didSet {
            for section in sections.indices {
                for row in sections[section].rows.indices {
                    sections[section].rows[row].value = URLText.withoutUserInfo(sections[section].rows[row].value)
                }
            }
        }
    }
    /// What should be mended, one sentence each.
    var problems: [String] = []

    /// The report as a person reads it.
    var text: String {
        var output = ""
        for section in sections {
            output += (output.isEmpty ? "" : "\n") + section.title + "\n"
            let rows = section.rows.map { [$0.name, $0.value, $0.origin] }
            output += TextTable(rows: rows).lines().map { "  \($0)\n" }.joined()
        }
        output += "\nPROBLEMS\n" + (problems.isEmpty ? "  none\n" : problems.map { "  \($0)\n" }.joined())
        return output
    }

    /// The report as JSON: the sections by their titles in lower case.
    var json: JSONValue {
        var object = JSONObject()
        for section in sections {
            object[section.title.lowercased()] = .array(
                section.rows.map {
                    ["name": .string($0.name), "value": .string($0.value), "origin": .string($0.origin)]
                })
        }
        object["problems"] = .array(problems.map(JSONValue.string))
        return .object(object)
    }
}
