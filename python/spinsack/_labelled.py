# SPDX-License-Identifier: Apache-2.0
"""What all that has elements and a name says of them: knapsacks, models, graphs, programs."""

from __future__ import annotations

from typing import Any, Dict, Hashable, List, Optional, Sequence

from .errors import InvalidInstance


def checked_labels(labels: Sequence[Hashable], n: int) -> List[Hashable]:
    """One for each of n elements, all different."""
    names = list(labels)
    if len(names) != n:
        raise InvalidInstance(f"labels: expected {n}, found {len(names)}")
    seen: Dict[Hashable, int] = {}
    for i, label in enumerate(names):
        try:
            before = seen.setdefault(label, i)
        except TypeError:
            raise InvalidInstance(f"labels[{i}]: expected what can be a key of a dict, found {label!r}") from None
        if before != i:
            raise InvalidInstance(f"labels[{i}]: expected each label once, found {label!r} of element {before} again")
    return names


def checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise InvalidInstance(f"name: expected text, found {name!r}")
    return name


class Named:
    """Something of the core with a name and a size."""

    __slots__ = ()
    _core: Any

    @property
    def n(self) -> int:
        """How many items, variables, vertices or columns there are; a group of columns counts once."""
        return self._core.size

    @property
    def name(self) -> str:
        return self._core.name

    def __len__(self) -> int:
        return self.n


class Labelled(Named):
    """The same, where the elements may have been given names."""

    __slots__ = ()
    _labels: Optional[List[Hashable]]

    @property
    def labels(self) -> List[Hashable]:
        """What the elements are called: as given, or their numbers."""
        return list(self._labels) if self._labels else list(range(self.n))


class Posed(Named):
    """A problem to be solved, with values that can be compared."""

    __slots__ = ()

    def _in_units(self, value: int) -> Any:
        raise NotImplementedError

    @property
    def _problem(self) -> str:
        """Which one, as the command calls it."""
        return self._core.problem

    @property
    def best_known(self) -> Any:
        """The best value published for this instance, recognised by its numbers; None if there is none."""
        known = self._core.best_known
        return None if known is None else self._in_units(known)

    @property
    def sha256(self) -> str:
        """Tells instances apart by their numbers, as records of studies do."""
        return self._core.digest()
