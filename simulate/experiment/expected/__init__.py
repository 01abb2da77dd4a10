"""What a designer expects of an experiment: targets and their bands."""
