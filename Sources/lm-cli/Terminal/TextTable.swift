/// Rows of words in columns, for lists that a person reads and a shell cuts at spaces.
enum TextTable {
    /// The rows, each column as wide as its widest cell, two spaces apart.
    static func lines(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                let isLast = row[(column + 1)...].allSatisfy(\.isEmpty)
                if isLast { break }
                line += String(repeating: " ", count: widths[column] - DisplayWidth.of(cell) + 2)
            }
            return line
        }
    }
}
