"""Who wins more than the fair share?  Options, seats, deals, partners and plans."""
