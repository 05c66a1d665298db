import LMProtocol
