import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct DateReadingTests {
    private func date(_ text: String) throws -> Date { try Date(GeneratedContent(.string(text))) }

    @Test(arguments: [
        ("2026-11-30T09:30:00Z", 1_796_031_000.0), ("2026-11-30t09:30:00z", 1_796_031_000),
        ("2026-11-30 09:30:00Z", 1_796_031_000), ("2026-11-30T10:30:00+01:00", 1_796_031_000),
        ("2026-11-30T09:30:00.250Z", 1_796_031_000.25), ("2026-11-30T09:30:00.5-00:00", 1_796_031_000.5),
        ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T00:00:00Z", 951_782_400),
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2026-11-30T09:30:00+23:59", 1_795_944_660),
        ("1998-12-31T23:59:60Z", 915_148_800), ("1999-01-01T00:59:60+01:00", 915_148_800),
        ("1998-12-31T15:59:60-08:00", 915_148_800), ("2015-06-30T23:59:60Z", 1_435_708_800),
        // The calendar of RFC 3339 goes on into the past without a break.
        ("1500-02-28T00:00:00Z", -14_826_758_400), ("1582-10-10T00:00:00Z", -12_219_724_800),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("0000-02-29T00:00:00Z", -62_162_121_600), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `a moment is read`(text: String, seconds: Double) throws {
        #expect(abs(try date(text).timeIntervalSince1970 - seconds) < 0.001)
    }

    @Test(arguments: [
        "2026-02-30T09:30:00Z", "2026-02-29T09:30:00Z", "1900-02-29T09:30:00Z", "2026-04-31T09:30:00Z",
        "2026-13-01T09:30:00Z", "2026-00-01T09:30:00Z", "2026-01-00T09:30:00Z", "2026-01-32T09:30:00Z",
        "2026-11-30T24:00:00Z", "2026-11-30T09:60:00Z", "2026-11-30T09:30:61Z", "2026-11-30T09:30:60Z",
        "2026-11-30T09:30:00+24:00", "2026-11-30T09:30:00+01:60", "2026-11-30T09:30:00+1:00",
        "2026-11-30T09:30:00+0100", "2026-11-30T09:30:00", "2026-11-30T09:30Z", "2026-11-30", "26-11-30T09:30:00Z",
        "2026-11-30T09:30:00Z tomorrow", "2026-11-30T09:30:00ZZ", " 2026-11-30T09:30:00Z", "on 2026-11-30T09:30:00Z",
        "2026-11-30T09:30:00.Z", "2026-11-30T09:30:00,5Z", "2026/11/30T09:30:00Z", "20261130T093000Z", "",
        "1500-02-29T00:00:00Z", "2016-11-30T23:59:60Z", "2016-12-31T23:58:60Z", "2016-12-31T23:59:60+01:00",
        "2026-11-30T09:30:00\u{2212}01:00", "\u{0662}026-11-30T09:30:00Z", "+2026-11-30T09:30:00Z",
    ])
    func `what is no moment is refused`(text: String) {
        #expect(throws: GeneratedContent.ParsingError.self) { try date(text) }
    }

    @Test func `a moment comes back as it was written`() throws {
        for seconds in [0, 0.25, 1_796_031_000.125, -86_400.5, 253_402_300_799, -62_135_596_800, -14_826_758_400.5] {
            let moment = Date(timeIntervalSince1970: seconds)
            #expect(abs(try Date(moment.generatedContent).timeIntervalSince(moment)) < 0.001)
        }
        #expect(Date(timeIntervalSince1970: -14_826_758_400.5).generatedContent.json == "1500-02-27T23:59:59.500Z")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 253_402_300_800, -62_167_219_201, 1e300])
    func `a moment that cannot be written is null`(seconds: Double) {
        #expect(Date(timeIntervalSince1970: seconds).generatedContent.json == .null)
    }

    @Test func `every day of four centuries comes back`() throws {
        for day in stride(from: -146_097, through: 146_097, by: 1) {
            let moment = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
            #expect(try Date(moment.generatedContent) == moment)
        }
    }
}
