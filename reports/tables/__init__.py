"""Tables as plain data, and their shape in a spreadsheet."""
