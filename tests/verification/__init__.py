"""Rules broken on purpose: `python -m tests.verification` must see a test fail for each."""
