# SPDX-License-Identifier: Apache-2.0
"""How instances, results and samples look in a notebook: plain HTML and inline SVG, no script. And plots,
where matplotlib is there.
"""

from __future__ import annotations

from html import escape
from typing import Any, Iterable, List, Optional, Sequence, Tuple

import numpy as np

from . import _tables

_BAR = 180
_BLUE, _GREY = "#3a6ea5", "#dddddd"


def _table(title: str, rows: Iterable[Tuple[str, str]]) -> str:
    lines = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{cell}</td></tr>'
        for name, cell in rows
    )
    return f"<div><strong>{escape(title)}</strong><table>{lines}</table></div>"


def bar(share: float) -> str:
    """A share as a bar; more than all of it is a full one."""
    width = _BAR * min(1.0, max(0.0, share))
    return (
        f'<svg width="{_BAR}" height="10" role="img" aria-label="{100 * share:.1f} %">'
        f'<rect width="{_BAR}" height="10" fill="{_GREY}"/><rect width="{width:.1f}" height="10" fill="{_BLUE}"/></svg>'
    )


def sparkline(x: Sequence[float], y: Sequence[float], end: Optional[float] = None) -> str:
    """A staircase of y over x."""
    if not len(x):
        return ""
    width, height, last = _BAR, 30, max(float(end or 0), float(x[-1]), 1e-9)
    low, high = float(np.min(y)), float(np.max(y))
    spread = (high - low) or 1.0

    def place(seconds: float, value: float) -> str:
        return f"{width * seconds / last:.1f},{height - 2 - (height - 4) * (value - low) / spread:.1f}"

    points: List[str] = []
    for k, (seconds, value) in enumerate(zip(x, y)):
        if k:
            points.append(place(seconds, float(y[k - 1])))
        points.append(place(seconds, float(value)))
    points.append(place(last, float(y[-1])))
    return (
        f'<svg width="{width}" height="{height}" role="img" aria-label="best value over time">'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{_BLUE}" stroke-width="1.5"/></svg>'
    )


def instance_html(instance: Any) -> str:
    rows = [
        ("items", f"{instance.n}"),
        (
            "pairs with a profit",
            f"{instance._core.pair_count} ({100 * instance.density:.1f} %) {bar(instance.density)}",
        ),
        (
            "capacity",
            f"{instance.capacity} ({100 * instance.tightness:.1f} % of all weights) {bar(instance.tightness)}",
        ),
    ]
    if instance.best_known is not None:
        rows.append(("best known", f"{instance.best_known}"))
    return _table(instance.name or "knapsack", rows)


def result_html(result: Any) -> str:
    value = f"{result.value}" + (", proven optimal" if result.proven_optimal else "")
    rows = [("value", value)]
    if result.best_known is not None:
        rows.append(
            ("best known", f"{result.best_known}{', reached' if result.value >= result.best_known else ''}")
        )
    share = 1 - result.gap if result.gap <= 1 else 0.0
    rows.append(("upper bound", f"{result.upper_bound}, gap {100 * result.gap:.3g} % {bar(share)}"))
    load = float(result.weight) / float(result.capacity) if result.capacity else 0.0
    rows.append(("load", f"{result.weight} of {result.capacity} {bar(load)}"))
    rows.append(("items", f"{len(result.items)} of {result.instance.n}: {_some_labels(result.labels)}"))
    trace = result.trace
    rows.append(("search", sparkline(trace["seconds"], trace["value"], result.seconds["total"])))
    rows.append(
        ("method", f"{escape(result.method)}, {result.seconds['total']:.3g} s, stopped by {result.stopped_by}")
    )
    return _table(result.instance.name or "knapsack", rows)


def samples_html(samples: Any) -> str:
    rows = [
        ("reads", f"{samples.reads}, {len(samples)} different"),
        ("machine", f"{escape(samples.method)}, {samples.info['seconds']:.3g} s, stopped by {samples.stopped_by}"),
    ]
    most = int(samples.occurrences.max())
    for k in range(min(5, len(samples))):
        times = int(samples.occurrences[k])
        rows.append((f"{samples.energies[k]:.12g}", f"{times} {bar(times / most)}"))
    return _table(samples.qubo.name or "samples", rows)


def _some_labels(labels: Sequence[Any], most: int = 20) -> str:
    shown = ", ".join(escape(str(label)) for label in labels[:most])
    return shown + (", ..." if len(labels) > most else "")


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    return _tables.optional("matplotlib.pyplot", "python3-matplotlib").subplots()[1]


def plot_result(result: Any, ax: Any = None) -> Any:
    ax = _axes(ax)
    trace = result.trace
    scale = 10.0**-result.instance.profit_digits
    seconds = np.append(trace["seconds"], result.seconds["total"])
    values = np.append(trace["value"], trace["value"][-1:]) * scale
    if len(values) == len(seconds):
        ax.step(seconds, values, where="post", label="value")
    ax.axhline(float(result.upper_bound), linestyle="--", color="0.5", label="upper bound")
    if result.best_known is not None:
        ax.axhline(float(result.best_known), linestyle=":", color="0.3", label="best known")
    ax.set(xlabel="seconds", ylabel="value", title=result.instance.name)
    ax.legend()
    return ax


def plot_samples(samples: Any, ax: Any = None) -> Any:
    ax = _axes(ax)
    ax.hist(samples.energies, weights=samples.occurrences, bins=min(50, max(10, len(samples))))
    ax.set(xlabel="energy", ylabel="reads", title=samples.qubo.name)
    return ax
