# SPDX-License-Identifier: Apache-2.0
"""Instances from and to what other packages hold: graphs of networkx, tables of pandas. Imported when used."""

from __future__ import annotations

import importlib
from typing import Any, Dict

import numpy as np

from .errors import InvalidInstance, MissingPackage


def optional(module: str, package: str) -> Any:
    """A module that is not needed otherwise; MissingPackage says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.split(".")[0]
        raise MissingPackage(f"this needs {name}: `apt install {package}` or `pip install {name}`") from error


def to_networkx(instance: Any) -> Any:
    networkx = optional("networkx", "python3-networkx")
    graph = networkx.Graph(name=instance.name, capacity=instance.capacity)
    labels = instance.labels
    for label, profit, weight in zip(labels, instance.profits.tolist(), instance.weights.tolist()):
        graph.add_node(label, profit=profit, weight=weight)
    rows, columns, values = instance.pairs()
    graph.add_edges_from(
        (labels[i], labels[j], {"profit": value})
        for i, j, value in zip(rows.tolist(), columns.tolist(), values.tolist())
    )
    return graph


def from_networkx(graph: Any, profit: str, weight: str) -> Dict[str, Any]:
    if graph.is_directed() or graph.is_multigraph():
        raise InvalidInstance("graph: expected an undirected graph without parallel edges")
    nodes = list(graph.nodes)
    number = {node: i for i, node in enumerate(nodes)}
    weights = [_attribute(graph.nodes[node], weight, f"node {node!r}") for node in nodes]
    profits = [graph.nodes[node].get(profit, 0) for node in nodes]
    rows, columns, values = [], [], []
    for a, b, data in graph.edges(data=True):
        rows.append(number[a])
        columns.append(number[b])
        values.append(_attribute(data, profit, f"edge ({a!r}, {b!r})"))
    return {
        "profits": np.array(profits, dtype=object),
        "weights": np.array(weights, dtype=object),
        "pairs": (rows, columns, np.array(values, dtype=object)),
        "labels": nodes,
    }


def _attribute(data: Any, name: str, where: str) -> Any:
    if name not in data:
        raise InvalidInstance(f"{where}: expected an attribute {name!r}, found {sorted(map(str, data)) or 'none'}")
    return data[name]


def from_dataframes(items: Any, pairs: Any) -> Dict[str, Any]:
    _require_columns(items, ("profit", "weight"), "items")
    labels = list(items.index)
    made = {"profits": items["profit"].to_numpy(), "weights": items["weight"].to_numpy(), "labels": labels}
    if pairs is None:
        return made
    _require_columns(pairs, ("a", "b", "profit"), "pairs")
    number = {label: i for i, label in enumerate(labels)}
    sides = []
    for column in ("a", "b"):
        side = []
        for row, label in enumerate(pairs[column]):
            if label not in number:
                raise InvalidInstance(f"pairs: row {row}: expected an item in column {column!r}, found {label!r}")
            side.append(number[label])
        sides.append(side)
    made["pairs"] = (sides[0], sides[1], pairs["profit"].to_numpy())
    return made


def _require_columns(table: Any, columns: Any, what: str) -> None:
    for column in columns:
        if column not in table.columns:
            raise InvalidInstance(f"{what}: expected a column {column!r}, found {list(table.columns)}")
