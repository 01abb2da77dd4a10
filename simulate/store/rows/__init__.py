"""The tables of a run: shards, cells, their packing, decoding and damage."""
