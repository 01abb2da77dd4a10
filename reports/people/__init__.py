"""What people's games say beside simulated ones: words, pictures and tables."""
