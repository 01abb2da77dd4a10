"""When is a verdict settled, how many games does it need, and how strong is a player?"""
