# SPDX-License-Identifier: Apache-2.0
"""Benchmark studies: run them, resume them, read their records, show them.

A plan names instances, methods and parameters; every combination is a cell, and each finished cell is a line
of JSON in the directory of the study. The command does the work, in a process of its own, so a crash of the
notebook loses only the cells in progress.

>>> import spinsack.study as study, tempfile
>>> plan = {"instances": ["medium:100_25_1"], "run": [{"method": "greedy"}]}
>>> with tempfile.TemporaryDirectory() as folder:
...     study.run(plan, folder + "/results").done
1
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Union

from . import _tables
from ._command import command
from ._machines import MachinesAtHand
from ._measure import measure
from .errors import Error, FileError, InputError, Interrupted, UsageError

__all__ = ["Status", "measure", "records", "report", "resume", "run", "scan", "status", "to_toml"]

Path = Union[str, "os.PathLike[str]"]


class Status(NamedTuple):
    """How far a study is."""

    cells: int
    done: int
    left: int
    failing: int
    folder: str

    @property
    def complete(self) -> bool:
        return self.left == 0


def run(
    plan: Union[Path, Mapping[str, Any]],
    out: Path,
    *,
    quick: bool = False,
    threads: Optional[int] = None,
    shard: Optional[str] = None,
    name: str = "plan",
    machines: Optional[Mapping[str, Any]] = None,
) -> Status:
    """Does what is missing of a plan, into the directory ``out``; running it again does nothing twice.

    ``plan`` is a file, the name of a built-in plan (``spinsack list studies``), or a dict with the same keys,
    whose files are relative to the current directory. Ctrl-C ends it with the finished cells kept.

    ``machines`` are functions of this program by name, which runs of the plan use by ``"method": "external",
    "machine": NAME``. Their arguments are model, number of reads and seed, and ``time_limit`` if they have such a
    parameter; they return samples as those of :func:`measure` do. Samplers of dimod work as well. Each is called by
    one
    thread at a time, which is not the main one.

    >>> import numpy, tempfile, spinsack.study as study
    >>> def blind(model, reads, seed):
    ...     return numpy.random.default_rng(seed).integers(0, 2, size=(reads, model.n))
    >>> plan = {"instances": ["medium:100_25_1"],
    ...         "run": [{"method": "external", "machine": "blind", "lambda": 2, "encoding": "binary", "reads": 3,
    ...                  "variants": {"blind": "repair+fill+exchange"}}]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study.run(plan, folder + "/results", machines={"blind": blind}).complete
    True
    """
    arguments = ["--quick"] if quick else []
    if not isinstance(plan, Mapping):
        return _run(["run", os.fspath(plan), "--out", os.fspath(out), *arguments], out, threads, shard, machines)
    text = to_toml(plan)
    with tempfile.TemporaryDirectory() as folder:
        # A plan is known by its file, so the same dict has to come from the same name.
        file = os.path.join(folder, f"{name}.toml")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(text)
        return _run(["run", file, "--out", os.fspath(out), *arguments], out, threads, shard, machines)


def resume(
    out: Path,
    *,
    threads: Optional[int] = None,
    shard: Optional[str] = None,
    machines: Optional[Mapping[str, Any]] = None,
) -> Status:
    """Does what is missing in a directory; ``machines`` as for :func:`run`."""
    return _run(["resume", os.fspath(out)], out, threads, shard, machines)


def status(out: Path) -> Status:
    """How far a study is."""
    facts = json.loads(_call(["study", "status", os.fspath(out), "--json", "-"]))
    return Status(facts["cells"], facts["done"], facts["cells"] - facts["done"], facts["failing"], os.fspath(out))


def scan(path: Path) -> Iterator[Dict[str, Any]]:
    """The records of a directory or record file, cell by cell, as they are written. Other lines are ignored.
    """
    place = os.fspath(path)
    files = [place]
    if os.path.isdir(place):
        files = sorted(
            os.path.join(place, file)
            for file in os.listdir(place)
            if file.startswith("records") and file.endswith(".jsonl")
        )
    for file in files:
        try:
            stream = open(file, encoding="utf-8", errors="replace")
        except OSError as error:
            raise FileError(f"{file}: cannot read: {error.strerror}") from None
        with stream:
            for line in stream:
                try:
                    record = json.loads(line)
                except ValueError:
                    continue  # cut off by whatever ended the program; `study status` counts them
                if isinstance(record, dict) and "runs" in record:
                    yield record


def records(path: Path) -> Any:
    """All runs as a DataFrame: a row for each run and variant, with instance, method, parameters
    (``parameter.*``), value, times.
    """
    pandas = _tables.optional("pandas", "python3-pandas")
    return pandas.DataFrame([row for record in scan(path) for row in _rows(record)])


def report(
    path: Union[Path, List[Path]],
    page: Optional[Path] = None,
    *,
    names: Optional[List[str]] = None,
    title: str = "",
) -> str:
    """One HTML page with tables and figures of the records, or without ``page`` the main tables as text;
    several paths are compared.
    """
    paths = [os.fspath(one) for one in path] if isinstance(path, list) else [os.fspath(path)]
    arguments = ["report", *paths]
    if page is not None:
        arguments += ["-o", os.fspath(page)]
    if names:
        arguments += ["--names", ",".join(names)]
    if title:
        arguments += ["--title", title]
    return _call(arguments)


def _rows(record: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
    instance = record.get("instance", {})
    common = {
        "study": record.get("study"),
        "instance": instance.get("name"),
        **{key: instance.get(key) for key in ("n", "density", "tightness", "capacity", "best_known")},
        "method": record.get("method"),
        "seed": record.get("seed"),
        "lambda": record.get("lambda"),
        **{f"parameter.{name}": value for name, value in record.get("parameters", {}).items()},
        "cell": record.get("cell"),
    }
    for one in record["runs"]:
        facts = {key: value for key, value in one.items() if not isinstance(value, (dict, list)) and key != "bits"}
        variants = one.get("variants") or {record.get("label"): {}}
        for series, outcome in variants.items():
            yield {**common, "series": series, **facts, **outcome}


def _run(
    arguments: List[str],
    out: Path,
    threads: Optional[int],
    shard: Optional[str],
    machines: Optional[Mapping[str, Any]] = None,
) -> Status:
    if machines:
        with MachinesAtHand(machines) as at_hand:
            return _run([*arguments, "--machines", at_hand.file], out, threads, shard)
    if threads is not None:
        arguments += ["-j", str(threads)]
    if shard is not None:
        arguments += ["--shard", shard]
    try:
        _call(["study", *arguments, "--yes", "-q"])
    except KeyboardInterrupt as interrupt:
        try:
            so_far: Optional[Status] = status(out)
        except Error:  # it had not begun
            so_far = None
        raise Interrupted("interrupted; what was finished is recorded", so_far) from interrupt
    return status(out)


def _call(arguments: List[str]) -> str:
    process = subprocess.Popen(
        [command(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",  # names of files are bytes, of any encoding
    )
    try:
        output, complaint = process.communicate()
    except KeyboardInterrupt:
        process.terminate()  # Ctrl-C reaches it by the terminal too; either way it finishes what it has
        process.communicate()
        raise
    # A study with failing cells has done its work; its status tells.
    if process.returncode != 0 and not (process.returncode == 1 and output):
        message = complaint.strip() or f"spinsack {' '.join(arguments)}: ended with {process.returncode}"
        raise (InputError if process.returncode == 1 else Error)(message)
    return output


def to_toml(plan: Mapping[str, Any]) -> str:
    """A plan as the text of a plan file."""
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plan.items() if not _is_table(value)]
    for key, value in plan.items():
        for header, table in _tables_of(key, value):
            lines.append(f"\n{header}")
            lines += [f"{_key(inner)} = {_value(entry)}" for inner, entry in table.items()]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(entry, Mapping) for entry in value)
    )


def _tables_of(key: str, value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield f"[{_key(key)}]", value
    elif _is_table(value):
        for table in value:
            yield f"[[{_key(key)}]]", table


def _key(key: str) -> str:
    plain = key.rstrip("_")
    return plain if plain.replace("_", "").replace("-", "").isalnum() and plain.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(entry) for entry in value)}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items()) + " }"
    raise UsageError(f"plan: expected a number, text, list or dict, found {value!r}")
