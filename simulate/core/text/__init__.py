"""Text for people: names, places, amounts and refusals."""
