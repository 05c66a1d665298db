// Empty until the tests of LMJSON are merged.
