# SPDX-License-Identifier: Apache-2.0
"""Knapsacks as models of other libraries, which are imported when used."""

from __future__ import annotations

from typing import Any

from . import _tables


def to_amplify(instance: Any) -> Any:
    amplify = _tables.optional("amplify", "amplify")
    x = amplify.VariableGenerator().array("Binary", instance.n)
    rows, columns, values = instance.pairs()
    linear = sum((int(p) * x[i] for i, p in enumerate(instance.profits) if p), 0)
    quadratic = sum((int(v) * x[int(i)] * x[int(j)] for i, j, v in zip(rows, columns, values)), 0)
    load = sum(int(w) * x[i] for i, w in enumerate(instance.weights))
    return amplify.Model(-(linear + quadratic), amplify.less_equal(load, int(instance._core.capacity)))


def to_ommx(instance: Any) -> Any:
    ommx = _tables.optional("ommx.v1", "ommx")
    x = [ommx.DecisionVariable.binary(i, name=str(label)) for i, label in enumerate(instance.labels)]
    rows, columns, values = instance.pairs()
    linear = sum(int(p) * x[i] for i, p in enumerate(instance.profits))
    quadratic = sum(int(v) * x[int(i)] * x[int(j)] for i, j, v in zip(rows, columns, values))
    load = sum(int(w) * x[i] for i, w in enumerate(instance.weights))
    return ommx.Instance.from_components(
        decision_variables=x,
        objective=linear + quadratic,
        constraints=[load <= int(instance._core.capacity)],
        sense=ommx.Instance.MAXIMIZE,
    )
