"""Small immutable records, as cheap to define as they are to read.

A Program has over a hundred classes of them, and a command that checks one file defines them all before it does
anything else: `dataclasses` compiles five methods for each, which took longer than the checking.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, dataclass_transform

MISSING = object()


@dataclass_transform(frozen_default=True)
class Record:
    """A record: its annotated fields in order, those of a `kw_only` class by keyword only and last.

    Two are equal when they are of one class and all fields are equal. A field without a default must be given.
    """

    positional: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        own = tuple(
            name for name, note in cls.__annotations__.items() if not str(note).startswith("ClassVar")
        )
        parent: type[Record] = next(base for base in cls.__mro__[1:] if issubclass(base, Record))
        keyword = tuple(name for name in parent.fields if name not in parent.positional)
        cls.positional = parent.positional + (() if kw_only else own)
        cls.fields = cls.positional + keyword + (own if kw_only else ())
        cls.defaults = {**parent.defaults, **{name: cls.__dict__[name] for name in own if name in cls.__dict__}}
        setattr(cls, "__match_args__", cls.positional)  # noqa: B010 - a name the type checker keeps for itself

    def __init__(self, *args: Any, **named: Any) -> None:
        values = self.__dict__
        values.update(self.defaults)
        values.update(zip(self.positional, args))  # noqa: B905 - the length is looked at below
        values.update(named)
        if len(values) != len(self.fields) or len(args) > len(self.positional):
            self._complain(args)

    def _complain(self, args: tuple[Any, ...]) -> None:
        missing = [name for name in self.fields if name not in self.__dict__]
        extra = [name for name in self.__dict__ if name not in self.fields]
        raise TypeError(f"{type(self).__name__}: missing {missing}, unknown {extra}, {len(args)} positional")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(self.__dict__[name] for name in self.fields)))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.fields if name != "span")
        return f"{type(self).__name__}({told})"

    def but(self, **changed: Any) -> Self:
        """The same record with other values in some fields."""
        return type(self)(**{**self.__dict__, **changed})
