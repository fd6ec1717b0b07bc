# SPDX-License-Identifier: Apache-2.0
"""Knapsacks from and to the constrained quadratic models of dimod."""

from __future__ import annotations

from typing import Any, Dict, Hashable, List, Tuple

import numpy as np

from . import _tables
from ._qubo import _sorted
from .errors import NotAKnapsack, UsageError


def to_cqm(instance: Any) -> Any:
    dimod = _tables.optional("dimod", "dimod")
    if instance.profit_digits or instance.weight_digits:
        raise UsageError(
            "to_cqm: models of dimod are made of floats, which cannot hold the decimals of this instance exactly"
        )
    labels = instance.labels
    rows, columns, values = instance.pairs()
    objective = dimod.BinaryQuadraticModel.from_numpy_vectors(
        -instance.profits.astype(float), (rows, columns, -values.astype(float)), 0.0, "BINARY"
    )
    if labels != list(range(instance.n)):
        objective.relabel_variables(dict(enumerate(labels)))
    cqm = dimod.ConstrainedQuadraticModel()
    cqm.set_objective(objective)
    terms = [(label, float(weight)) for label, weight in zip(labels, instance.weights)]
    cqm.add_constraint_from_iterable(terms, "<=", rhs=float(instance.capacity), label="capacity")
    return cqm


def from_cqm(cqm: Any) -> Dict[str, Any]:
    """What an Instance is made from; NotAKnapsack with the first reason against it."""
    variables = _sorted(list(cqm.variables))
    for variable in variables:
        if cqm.vartype(variable).name != "BINARY":
            raise NotAKnapsack(
                f"variable {variable!r}: expected a binary variable, found one that is {cqm.vartype(variable).name}"
            )
    if len(cqm.constraints) != 1:
        raise NotAKnapsack(f"expected one constraint, the capacity, found {len(cqm.constraints)}")
    ((name, comparison),) = cqm.constraints.items()
    weights, capacity = _capacity(comparison, name, variables)
    objective = cqm.objective
    number = {variable: i for i, variable in enumerate(variables)}
    profits = [_negated(objective.get_linear(v)) if v in objective.variables else 0 for v in variables]
    rows, columns, values = [], [], []
    for a, b, bias in objective.iter_quadratic():
        rows.append(number[a])
        columns.append(number[b])
        values.append(_negated(bias))
    return {
        "profits": np.array(profits, dtype=object),
        "pairs": (rows, columns, np.array(values, dtype=object)),
        "weights": np.array(weights, dtype=object),
        "capacity": capacity,
        "labels": variables,
    }


def _capacity(comparison: Any, name: Hashable, variables: List[Any]) -> Tuple[List[Any], Any]:
    left = comparison.lhs
    if left.num_interactions:
        raise NotAKnapsack(f"constraint {name!r}: expected a linear one, found {left.num_interactions} products")
    sense = comparison.sense.value
    if sense == "==":
        raise NotAKnapsack(f"constraint {name!r}: expected <= or >=, found ==")
    sign = 1 if sense == "<=" else -1
    weights = []
    for variable in variables:
        bias = float(left.get_linear(variable)) if variable in left.variables else 0.0
        if sign * bias <= 0:
            raise NotAKnapsack(
                f"constraint {name!r}: expected a positive weight for {variable!r}, found {_plain(sign * bias)}"
            )
        weights.append(_plain(sign * bias))
    return weights, _plain(sign * (float(comparison.rhs) - float(left.offset)))


def _negated(bias: Any) -> Any:
    return _plain(-float(bias))


def _plain(number: float) -> Any:
    return int(number) if number.is_integer() else number
