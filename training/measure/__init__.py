"""What writes `configs/GAME/measured/`: a file a table, or a column of one."""
