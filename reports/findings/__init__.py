"""What should a designer know first?  Ranked sentences, each tied to the rows it rests on.

`choose` decides which are told; `rated`, `contested`, `arc` and `asked` make them.
"""
