"""Games that people played, as files tell of them."""
