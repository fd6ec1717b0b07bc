#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fit_kept.py DIR: all JSON that the tests kept there (tests/support/kept_json.hpp) fits its schemas. Exit 77, with the
reason, without the package that tells."""
import collections
import multiprocessing
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import documents  # noqa: E402

BY_CONTENT = ("printed", "written")

try:
    judge = documents.Judge()
except ModuleNotFoundError as error:
    print(f"KeptJson.fits: Skipped\nneeds {error.name} (package python3-jsonschema)")
    sys.exit(77)


def fit(path):
    """How many documents of each kind a file has, and what is wrong with them."""
    known = path.name.rpartition("-")[0]
    kind = None if known in BY_CONTENT else known
    counts, faults = collections.Counter(), []
    try:
        found = documents.documents_in(path.read_bytes(), kind)
    except (ValueError, EOFError, OSError) as error:
        return counts, [f"cannot be read: {error}"]
    for document in found:
        if kind is None and documents.foreign(document):
            continue
        faults += judge.faults(document, kind)
        counts[kind or documents.kind_of(document)] += 1
    return counts, faults


paths = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
counts, wrong = collections.Counter(), 0
# No other test runs beside this one: it has all processors.
with multiprocessing.Pool() as pool:
    for path, (of_file, faults) in zip(paths, pool.imap(fit, paths, chunksize=16)):
        counts += of_file
        if faults:
            wrong += 1
            command = path.with_suffix(".command")
            print(f"{path.name}: written by: {command.read_text(errors='replace')[:1000] if command.exists() else '?'}")
            print("\n".join(f"  {fault}" for fault in faults[:5]))
print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items(), key=str)) or "no documents were kept")
sys.exit(wrong > 0)
