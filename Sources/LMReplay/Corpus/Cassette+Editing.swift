extension Cassette {
    /// The cassette with a policy applied to what is in it.
    ///
    /// Lines and keys that this version does not know are kept, and the policy is not applied to them; the scan for
    /// secrets looks at them.
    public func redacted(by policy: Redaction) -> Cassette {
        var redactor = Redactor(policy)
        return CassetteEditor(self).edited { header in
            var header = header
            header.redaction = policy.name
            return header
        } _: {
            redactor.redact($0)
        }
    }

    /// The cassette without some interactions, such as those that a replay left unused. The others are numbered anew.
    public func pruned(of numbers: some Collection<Int>) -> Cassette {
        let numbers = Set(numbers)
        return CassetteEditor(self).edited { numbers.contains($0.number) ? nil : $0 }
    }

    /// The cassette without interactions whose recording was broken off before their `end` line.
    public func trimmed() -> Cassette {
        CassetteEditor(self).edited { $0.ending == nil ? nil : $0 }
    }

    /// The whole interactions of a file that is damaged, or of the part of a recording that was not finished.
    ///
    /// - Returns: the cassette of what stands before the damage, and what the damage is; `nil` for none.
    /// - Throws: ``CassetteError`` where the file cannot be read at all, or nothing of it is whole.
    public static func salvage(contentsOf path: String) throws(CassetteError) -> (Cassette, damage: CassetteError?) {
        let text = try CassetteFile.read(path, limit: CassetteLimits.standard.fileBytes)
        let (cassette, damage) = CassetteReader().salvage(text, path: path)
        let whole = cassette.trimmed()
        guard !whole.interactions.isEmpty else {
            throw damage ?? CassetteError(.damaged, "No interaction of the file is whole.", path: path)
        }
        return (whole, damage)
    }

    /// The cassette in the newest version of the format, each line written as this version writes it.
    ///
    /// There is one version so far, so only lines that were edited by hand can change.
    public func migrated() -> Cassette {
        CassetteEditor(self).edited { header in
            var header = header
            header.version = CassetteHeader.currentVersion
            return header
        } _: {
            $0
        }
    }

    /// Writes the cassette to a file as a recording is written: beside the old one, which it replaces once it is whole
    /// and holds no secret.
    ///
    /// - Throws: ``CassetteError`` where it cannot be written, or a secret was found.
    public func write(to path: String) throws(CassetteError) {
        let part = try PartFile(for: path)
        do throws(CassetteError) {
            if let hit = SecretScan().hits(in: text).first {
                throw CassetteError(
                    .secretFound, "The cassette holds a secret (\(hit.rule)) and was not written.",
                    remedy: "Add a redaction rule for it.", path: path, line: hit.line)
            }
            try check()
            try part.publish(text)
        } catch {
            part.discard()
            var error = error
            error.path = error.path ?? path
            throw error
        }
    }

    /// Checks that the text reads as these interactions.
    ///
    /// - Throws: ``CassetteError`` with the interaction that it does not give back.
    private func check() throws(CassetteError) {
        let read = try CassetteReader().read(text)
        for (index, interaction) in interactions.enumerated()
        where !read.interactions.indices.contains(index) || !read.interactions[index].hasContents(of: interaction) {
            throw CassetteError(
                .damaged, "Interaction \(interaction.number) could not be written so that it reads as it is.")
        }
    }
}
