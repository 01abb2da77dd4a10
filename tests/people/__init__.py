"""People's games beside simulated ones, with people that are made up."""
