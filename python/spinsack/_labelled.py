# SPDX-License-Identifier: Apache-2.0
"""What all that has elements and a name says of them: knapsacks, models, graphs, programs."""

from __future__ import annotations

from typing import Any, Hashable, List, Optional


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
