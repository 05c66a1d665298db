extension GenerationSchema {
    /// A property of an object.
    public struct Property: Sendable {
        let shape: SchemaShape.PropertyShape

        /// Makes a property that every value has.
        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name, description, Value.self, guides.flatMap(\.constraints), isOptional: false)
        }

        /// Makes a property that a value may lack.
        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name, description, Value.self, guides.flatMap(\.constraints), isOptional: true)
        }

        /// Makes a string that every value has, and that each of the expressions matches from its first to its last
        /// character.
        public init<Output>(
            name: String, description: String? = nil, type: String.Type, guides: [Regex<Output>]
        ) {
            self.init(name, description, String.self, guides.map(SchemaPattern.constraint), isOptional: false)
        }

        /// Makes a string that a value may lack, and that each of the expressions matches from its first to its last
        /// character.
        public init<Output>(
            name: String, description: String? = nil, type: String?.Type, guides: [Regex<Output>]
        ) {
            self.init(name, description, String.self, guides.map(SchemaPattern.constraint), isOptional: true)
        }

        private init(
            _ name: String, _ description: String?, _ type: any Generable.Type, _ constraints: [SchemaConstraint],
            isOptional: Bool
        ) {
            shape = SchemaShape.PropertyShape(
                name: name, description: description, shape: .type(type, constraints), isOptional: isOptional)
        }
    }
}

extension SchemaShape {
    /// The schema of a type with the constraints of its guides, if there are any.
    static func type(_ type: any Generable.Type, _ constraints: [SchemaConstraint]) -> SchemaShape {
        constraints.isEmpty ? .type(type) : .guided(.type(type), constraints)
    }
}
