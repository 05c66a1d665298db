import LMProtocol
import Testing

@Suite struct ZooTests {
    @Test(arguments: Specimen.structs + Specimen.enums + Specimen.scopes)
    func `a value comes back from its content and from every prefix of its JSON`(specimen: Specimen) throws {
        try specimen.check()
    }
}
