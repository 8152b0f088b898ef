"""The Program: the only thing an engine reads. Tables of what there is, and routines of instructions.

`expr` has the pure trees that say something, `code` the instructions that do something, `tables` the rest.
"""
