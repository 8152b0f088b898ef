"""The tree of a rule file: frozen models, each with its span.

`KINDS` names every class; `walk` and `children` go through them.
"""

from rulelang.ast import declarations, expressions, statements
from rulelang.ast.node import KINDS, Attr, Decl, Expr, Head, Ident, Node, Stmt, TypeRef, children, walk

__all__ = [
    "KINDS", "Attr", "Decl", "Expr", "Head", "Ident", "Node", "Stmt", "TypeRef",
    "children", "declarations", "expressions", "statements", "walk",
]
