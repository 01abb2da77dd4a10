"""The statistics: counts in, frozen dataclasses out.

Knows columns by the role that the manifest gives them, never a game or its words.
"""
