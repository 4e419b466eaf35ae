"""One declaration of a record, two faces of it.

A subclass of `Fields` lists its fields once, as annotations:

    class Position(Fields):
        seat: Byte
        hand: Annotated[list[int], Array("i1", 84)]

From that come a NumPy record dtype for compiled code (`Position.dtype()`) and the class itself as the
plain-Python face, whose fields are ints and lists of ints. Rule functions run unchanged on both.
All fields are signed: unsigned arithmetic differs between NumPy and compiled code. Arrays are flat:
one index, no tuples, which is what interpreted Python is fast at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, get_type_hints

if TYPE_CHECKING:
    import numpy as np

_RANGES = {"i1": 1 << 7, "i2": 1 << 15, "i4": 1 << 31, "i8": 1 << 63}


class Array:
    """A flat array field of `length` numbers of NumPy kind `kind`."""

    def __init__(self, kind: str, length: int) -> None:
        self.kind = kind
        self.length = length


class _Scalar:
    def __init__(self, kind: str) -> None:
        self.kind = kind


Byte = Annotated[int, _Scalar("i1")]
Short = Annotated[int, _Scalar("i2")]
Int = Annotated[int, _Scalar("i4")]
Long = Annotated[int, _Scalar("i8")]


class Fields:
    """The plain-Python face of one record; see the module text."""

    scalars: ClassVar[dict[str, str]] = {}
    arrays: ClassVar[dict[str, Array]] = {}
    _dtype: ClassVar[Any] = None

    def __init_subclass__(cls) -> None:
        cls.scalars, cls.arrays, cls._dtype = {}, {}, None
        for name, hint in get_type_hints(cls, include_extras=True).items():
            for mark in getattr(hint, "__metadata__", ()):
                if isinstance(mark, Array):
                    cls.arrays[name] = mark
                elif isinstance(mark, _Scalar):
                    cls.scalars[name] = mark.kind

    def __init__(self) -> None:
        for name in self.scalars:
            setattr(self, name, 0)
        for name, array in self.arrays.items():
            setattr(self, name, [0] * array.length)

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The record as compiled code sees it, widest fields first so that alignment wastes nothing."""
        if cls._dtype is None:
            import numpy as np

            columns: list[tuple[Any, ...]] = [(name, kind) for name, kind in cls.scalars.items()]
            columns += [(name, a.kind, (a.length,)) for name, a in cls.arrays.items()]
            taken = {*dir(np.recarray), *dir(np.record)}
            clash = sorted(taken.intersection(c[0] for c in columns))
            if clash:
                raise TypeError(f"{cls.__name__}: field names hide NumPy attributes: {', '.join(clash)}")
            columns.sort(key=lambda c: -int(c[1][1]))
            cls._dtype = np.dtype((np.record, np.dtype(columns, align=True)))
        return cls._dtype  # type: ignore[no-any-return]

    @classmethod
    def load(cls, record: Any) -> Self:
        """The plain-Python face of a NumPy record."""
        made = cls.__new__(cls)
        values = made.__dict__
        for name in cls.scalars:
            values[name] = int(record[name])
        for name in cls.arrays:
            values[name] = record[name].tolist()
        return made

    def store(self, record: Any) -> None:
        """Write into a NumPy record; OverflowError names a field whose value does not fit."""
        values = self.__dict__
        for name, kind in self.scalars.items():
            if not -_RANGES[kind] <= values[name] < _RANGES[kind]:
                raise OverflowError(f"{name} = {values[name]} does not fit its field")
            record[name] = values[name]
        for name, array in self.arrays.items():
            limit = _RANGES[array.kind]
            if len(values[name]) != array.length or min(values[name]) < -limit or max(values[name]) >= limit:
                raise OverflowError(f"{name} does not fit its field")
            record[name] = values[name]

    def array(self, count: int = 1) -> Any:
        """A NumPy array of `count` copies of this record."""
        import numpy as np

        made = np.zeros(1, self.dtype())
        self.store(made[0])
        # repeated as bytes: NumPy copies records field by field, which takes a hundred times as long
        return made if count == 1 else np.tile(made.view(np.uint8), count).view(made.dtype)

    def copy(self) -> Self:
        made = self.__class__.__new__(self.__class__)
        values = made.__dict__
        values.update(self.__dict__)
        for name in self.arrays:
            values[name] = values[name][:]
        return made

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]
