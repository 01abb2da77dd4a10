"""Whether a designer's own game holds to what every game must: it is played, and looked at."""
