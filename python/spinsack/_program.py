# SPDX-License-Identifier: Apache-2.0
"""Any 0/1 program: linear rows, a linear or quadratic objective, binary columns."""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any, Dict, Hashable, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _core, _display
from ._labelled import checked_name
from ._problem import Answer, Problem, in_order, load
from ._qubo import _sorted
from .errors import InvalidInstance, UsageError


class Program(Problem):
    """A 0/1 program from a text in LP format; from a file by :meth:`read`, from dimod by :meth:`from_cqm`. What
    it cannot express is refused by name and line.

    >>> import spinsack
    >>> program = spinsack.Program('''
    ... Maximize
    ...  obj: 12 a + 7 b + 9 c + [ 6 a * c ] / 2
    ... Subject To
    ...  room: 5 a + 4 b + 6 c <= 11
    ... Binary
    ...  a b c
    ... End
    ... ''')
    >>> found = spinsack.solve(program)
    >>> found.value, found.by_name()
    (24, {'a': 1, 'b': 0, 'c': 1})
    """

    __slots__ = ("_names",)
    _names: Optional[List[Hashable]]

    def __init__(self, text: str, *, name: str = "program") -> None:
        if not isinstance(text, str):
            raise UsageError(f"text: expected a program in LP format, found {text!r}; read() takes files")
        self._core = _core.problem_of_text(checked_name(name), text, "lp")
        self._names = None

    @classmethod
    def _wrap(cls, core: Any, names: Optional[List[Hashable]] = None) -> "Program":
        made = cls.__new__(cls)
        made._core, made._names = core, names
        return made

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"], *, format: str = "auto") -> "Program":
        """A file in LP or MPS format, plain, ``.gz`` or ``.xz``."""
        return cls._wrap(load(path, format, {}, "program"))

    @classmethod
    def from_cqm(cls, cqm: Any, *, name: str = "cqm") -> "Program":
        """From a constrained quadratic model of dimod with binary variables and linear constraints, all of
        them hard. Minimised, as dimod does.
        """
        variables = _sorted(list(cqm.variables))
        return cls._wrap(_core.problem_of_text(name, _lp_of_cqm(cqm, variables), "lp"), variables)

    @property
    def minimised(self) -> bool:
        return self._core.minimised

    @property
    def columns(self) -> List[Hashable]:
        """Names of the columns."""
        return list(self._names) if self._names is not None else list(self._core.column_names())

    def value(self, columns: Any) -> Any:
        """The objective of a 0/1 vector or a mapping by name."""
        return self._in_units(self._core.evaluate(self._labels_of(columns))[0])

    def feasible(self, columns: Any) -> bool:
        """Whether all rows hold."""
        return bool(self._core.evaluate(self._labels_of(columns))[2])

    def _labels_of(self, columns: Any) -> np.ndarray:
        names = self.columns
        given = in_order(columns, names, "columns") if isinstance(columns, Mapping) else columns
        array = np.asarray(given)
        if array.shape != (len(names),) or not np.isin(array, (0, 1)).all():
            raise InvalidInstance(f"columns: expected {len(names)} numbers 0 or 1, found {columns!r}")
        return self._core.labels(np.ascontiguousarray(array, dtype=np.uint8))

    def _by_name(self, labels: np.ndarray) -> Dict[Any, int]:
        return dict(zip(self.columns, self._core.columns(np.ascontiguousarray(labels)).tolist()))

    def _rows(self, answer: Answer) -> List[Tuple[str, str]]:
        chosen = [name for name, value in answer.by_name().items() if value]
        return [("columns", f"{len(chosen)} of {len(self.columns)}: {_display.some_labels(chosen)}")]

    def __repr__(self) -> str:
        facts = self.facts
        return f"Program({self.name!r}, columns={facts['n']}, rows={facts['rows'] + facts['groups']})"

    def __reduce__(self) -> Any:
        return _rebuilt, (self._core.text("lp"), self.name, self._names)


def _rebuilt(text: str, name: str, names: Optional[List[Hashable]]) -> Program:
    return Program._wrap(_core.problem_of_text(name, text, "lp"), names)


def _number(value: Any) -> str:
    """Exactly what the float prints as, without an exponent."""
    return format(Decimal(repr(float(value))), "f")


def _signed(value: Any, what: str) -> str:
    return f"{'-' if float(value) < 0 else '+'} {_number(abs(float(value)))} {what}"


def _lp_of_cqm(cqm: Any, variables: List[Any]) -> str:
    column = {variable: f"x{i}" for i, variable in enumerate(variables)}
    for variable in variables:
        if cqm.vartype(variable).name != "BINARY":
            raise InvalidInstance(
                f"variable {variable!r}: expected a binary variable, found one that is {cqm.vartype(variable).name}"
            )
    objective = cqm.objective
    terms = [_signed(objective.get_linear(v), column[v]) for v in objective.variables]
    terms += [_number(objective.offset)] if not terms and float(objective.offset) else []
    products = [_signed(2 * bias, f"{column[a]} * {column[b]}") for a, b, bias in objective.iter_quadratic()]
    lines = ["Minimize", " obj: " + "\n  ".join(terms or [f"0 {column[variables[0]]}"])]
    if float(objective.offset) and objective.variables:
        lines.append(f"  {'-' if float(objective.offset) < 0 else '+'} {_number(abs(float(objective.offset)))}")
    if products:
        lines.append("  + [ " + "\n  ".join(products) + " ] / 2")
    lines.append("Subject To")
    for k, (label, comparison) in enumerate(cqm.constraints.items()):
        left = comparison.lhs
        if hasattr(left, "is_soft") and left.is_soft():
            raise InvalidInstance(f"constraint {label!r}: expected a hard one, found one with a weight")
        if left.num_interactions:
            raise InvalidInstance(f"constraint {label!r}: expected a linear one, found {left.num_interactions} products")
        row = [_signed(left.get_linear(v), column[v]) for v in left.variables]
        sense = {"==": "=", "<=": "<=", ">=": ">="}[comparison.sense.value]
        rhs = float(comparison.rhs) - float(left.offset)
        lines.append(f" c{k}: " + "\n  ".join(row) + f" {sense} {'-' if rhs < 0 else ''}{_number(abs(rhs))}")
    if not variables:
        raise UsageError("cqm: expected at least one variable, found none")
    lines += ["Binary", " " + "\n ".join(column[v] for v in variables), "End", ""]
    return "\n".join(lines)
