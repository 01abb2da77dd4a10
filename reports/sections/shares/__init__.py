"""Who wins where seats compete."""
