print("lm-cli")
