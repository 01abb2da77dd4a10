"""What people's games say beside simulated ones: skill, agreement, both together."""
