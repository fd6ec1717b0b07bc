# SPDX-License-Identifier: Apache-2.0
"""How problems, results and samples look in a notebook: plain HTML and inline SVG, no script. And plots,
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


def problem_html(problem: Any) -> str:
    rows = [(name, f"{number:.6g}") for name, number in problem.facts.items()]
    if problem.best_known is not None:
        rows.append(("best known", f"{problem.best_known}"))
    return _table(problem.name or type(problem).__name__, rows)


def outcome_html(outcome: Any) -> str:
    value = f"{outcome.value}" if outcome.found else "none found"
    rows = [("value", value + (", proven optimal" if outcome.proven_optimal else ""))]
    known = outcome.best_known
    if known is not None:
        rows.append(("best known", f"{known}{', reached' if outcome.found and _reached(outcome, known) else ''}"))
    if outcome.upper_bound is not None:
        share = 1 - outcome.gap if outcome.gap <= 1 else 0.0
        side = "lower" if _minimised(outcome) else "upper"
        rows.append((f"{side} bound", f"{outcome.upper_bound}, gap {100 * outcome.gap:.3g} % {bar(share)}"))
    rows += outcome._rows()
    trace = outcome.trace
    sign = -1 if _minimised(outcome) else 1
    rows.append(("search", sparkline(trace["seconds"], sign * trace["value"], outcome.seconds["total"])))
    rows.append(
        ("method", f"{escape(outcome.method)}, {outcome.seconds['total']:.3g} s, stopped by {outcome.stopped_by}")
    )
    return _table(outcome._posed.name or type(outcome._posed).__name__, rows)


def _minimised(outcome: Any) -> bool:
    return getattr(outcome._posed, "minimised", False)


def _reached(outcome: Any, known: Any) -> bool:
    return outcome.value <= known if _minimised(outcome) else outcome.value >= known


def knapsack_rows(result: Any) -> List[Tuple[str, str]]:
    load = float(result.weight) / float(result.capacity) if result.capacity else 0.0
    return [
        ("load", f"{result.weight} of {result.capacity} {bar(load)}"),
        ("items", f"{len(result.items)} of {result.instance.n}: {some_labels(result.labels)}"),
    ]


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


def some_labels(labels: Sequence[Any], most: int = 20) -> str:
    shown = ", ".join(escape(str(label)) for label in labels[:most])
    return shown + (", ..." if len(labels) > most else "")


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    return _tables.optional("matplotlib.pyplot", "python3-matplotlib").subplots()[1]


def plot_outcome(outcome: Any, ax: Any = None) -> Any:
    ax = _axes(ax)
    trace = outcome.trace
    values = [float(outcome._in_units(int(value))) for value in trace["value"]]
    if values:
        seconds = np.append(trace["seconds"], outcome.seconds["total"])
        ax.step(seconds, [*values, values[-1]], where="post", label="value")
    if outcome.upper_bound is not None:
        ax.axhline(float(outcome.upper_bound), linestyle="--", color="0.5", label="bound")
    if outcome.best_known is not None:
        ax.axhline(float(outcome.best_known), linestyle=":", color="0.3", label="best known")
    ax.set(xlabel="seconds", ylabel="value", title=outcome._posed.name)
    ax.legend()
    return ax


def plot_samples(samples: Any, ax: Any = None) -> Any:
    ax = _axes(ax)
    ax.hist(samples.energies, weights=samples.occurrences, bins=min(50, max(10, len(samples))))
    ax.set(xlabel="energy", ylabel="reads", title=samples.qubo.name)
    return ax
