"""What the parts of the elaborator ask of each other: the methods one half has and the other needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import DefineSym, KindInfo, Symbol
from rulelang.check.types import Type
from rulelang.check.world import World
from rulelang.diagnostics import Findings
from rulelang.program.expr import Ex
from rulelang.source import Span

Typed = tuple[Ex, Type]


class Resolving(ABC):
    """The elaborator as its halves see it; each method is described where it is written."""

    world: World
    findings: Findings

    @abstractmethod
    def value(self, node: Expr, scope: Scope, want: Type | None = None) -> Typed:
        """See Elaborator."""

    @abstractmethod
    def number(self, node: Expr, scope: Scope) -> tuple[Ex, t.NumberT]:
        """See Elaborator."""

    @abstractmethod
    def condition(self, node: Expr, scope: Scope) -> Ex:
        """See Elaborator."""

    @abstractmethod
    def group(self, node: Expr, scope: Scope) -> tuple[Ex, t.SetT]:
        """See Elaborator."""

    @abstractmethod
    def find(self, node: x.Name | Ident, scope: Scope) -> tuple[Symbol | None, Ex | None]:
        """See Names."""

    @abstractmethod
    def unknown(self, name: str, span: Span, scope: Scope) -> None:
        """See Names."""

    @abstractmethod
    def member_of(self, owner: Ex, type_: Type, name: Ident, span: Span, scope: Scope) -> Typed:
        """See Names."""

    @abstractmethod
    def member_below(self, kind: KindInfo, name: str) -> Symbol | None:
        """See Names."""

    @abstractmethod
    def call_define(self, symbol: DefineSym, owner: Ex | None, args: Sequence[Expr], span: Span, scope: Scope) -> Typed:
        """See Calls."""

    @abstractmethod
    def define_type(self, symbol: DefineSym, span: Span) -> Type:
        """A define's type, worked out at its first use."""
