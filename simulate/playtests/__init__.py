"""Games that people played: their sheet, read and checked."""
