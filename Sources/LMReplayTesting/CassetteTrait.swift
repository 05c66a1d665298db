import LMReplay
