"""The cards of a pack as a spreadsheet, and its changes back into the pack."""
