"""What commands share: what they print, ask, refuse and answer."""
