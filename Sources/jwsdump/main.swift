print("jwsdump")
