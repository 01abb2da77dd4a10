"""The page itself: how it was worked out, how to get it again."""
