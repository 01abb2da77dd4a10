"""Games that others wrote, each as an own game: of OpenSpiel, of PettingZoo, installed ones."""
