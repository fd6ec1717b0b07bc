# SPDX-License-Identifier: Apache-2.0
"""Runs the program so that it writes documents of every kind."""
import os
import pathlib
import stat
import subprocess
import tempfile

import documents

SPINSACK = os.environ.get("SPINSACK", "spinsack")

# Files of the folder come first, then what is printed; each line is one run.
SCRIPT = r"""
printf 'tiny\n3\n10 20 30\n5 0\n7\n\n0\n5\n2 3 4\n' > tiny.txt
printf '3 3\n1 2 1\n2 3 2\n1 3 3\n' > graph.gset
printf 'Maximize\n obj: 3 a + 2 b\nSubject To\n c1: a + b <= 1\nBinary\n a b\nEnd\n' > small.lp
spinsack solve medium:100_25_1 tiny.txt $CAMPING -m greedy --json greedy.json
spinsack solve gset:G11@3 -t 0.1 --json cut.json
spinsack solve small.lp --json program.json
spinsack solve tiny.txt -m external --machine kept --reads 2 --json external.json
spinsack solve tiny.txt -m exact --certificate tiny.jsonl --json proven.json
spinsack solve medium:100_25_6 -m exact --certificate proof.jsonl --json proven2.json
spinsack info medium:100_25_1 $CAMPING gset:G11@3 --json info.json
spinsack formulate $CAMPING -o camping.coo
spinsack formulate tiny.txt --encoding unary -o tiny.gset
spinsack formulate tiny.txt --encoding lagrange -o lagrange.coo
spinsack formulate gset:G11@3 -o cut.coo
spinsack sample camping.coo --reads 3 --json samples.json --dimod dimod.json
spinsack model info camping.coo gset:G11 --json models.json
spinsack postprocess $CAMPING samples.json --map camping.coo.map.json --json processed.json
spinsack sample cut.coo --reads 2 --json cut-samples.json
spinsack postprocess gset:G11@3 cut-samples.json --map cut.coo.map.json --json cut-processed.json
spinsack compare --methods lha,greedy --suite medium:100_25_1,medium:100_25_2 -t 1 -q --json compared.json
spinsack convert tiny.txt converted.json
spinsack machine list --json > machines.json
spinsack machine describe kept --json > described.json
spinsack machine check kept --json > checked.json
spinsack machine describe here --json > described-command.json
spinsack machine check here --json > checked-command.json
spinsack study run plan.toml --out study -q > /dev/null
spinsack study run cut.toml --out cut-study -q > /dev/null
spinsack study status study --json - > status.json
for kind in methods suites models generators formats encodings linearisations samplers machines steps problems studies; do
  spinsack list $kind --json > list-$kind.json
done
"""
PLAN = """title = "Small"
instances = ["medium:100_25_1"]
seeds = "1..2"
target = "best-known"
[[run]]
method = "greedy"
[[run]]
method = "sa"
sweeps = 50
reads = 2
variants = { raw = "none", done = "repair+fill" }
[[run]]
method = "external"
machine = "kept"
reads = 2
variants = { repaired = "repair" }
"""
CUT_PLAN = """title = "Cuts"
problem = "kcut"
instances = ["gset:G11@3"]
seeds = "1"
[[run]]
method = "sa"
sweeps = 20
reads = 2
variants = { raw = "none" }
"""
# The reference worker, with all that is said on both sides kept; and the command that it calls, which keeps squares.
MACHINES = """[kept]
about  = "the reference worker, overheard"
worker = ["bash", "-c", "tee -a {folder}/said.jsonl | {worker} --program {folder}/keeping | tee -a {folder}/heard.jsonl"]
[here]
command = ["{spinsack}", "sample", "{{model}}", "-q", "--reads", "{{reads}}", "--seed", "{{seed}}", "--csv", "-"]
"""
KEEPING = """#!/bin/sh
for word; do
  if [ "$before" = --squares ]; then cp "$word" {folder}/squares.json; fi
  before=$word
done
exec {spinsack} "$@"
"""


def run_all(folder):
    """Runs the script in a folder and returns (name of the file, document) for all that was written."""
    place = pathlib.Path(folder)
    program = pathlib.Path(SPINSACK).resolve()
    fill = {"folder": place, "spinsack": program, "worker": documents.ROOT / "workers" / "spinsack-machine-spinsack"}
    (place / "plan.toml").write_text(PLAN)
    (place / "cut.toml").write_text(CUT_PLAN)
    (place / "machines.toml").write_text(MACHINES.format(**fill))
    (place / "keeping").write_text(KEEPING.format(**fill))
    (place / "keeping").chmod(stat.S_IRWXU)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "LC_ALL": "C",
                   "SPINSACK_MACHINES": str(place / "machines.toml"), "PYTHONDONTWRITEBYTECODE": "1",
                   "CAMPING": str(documents.ROOT / "docs" / "examples" / "camping.json")}
    done = subprocess.run(["bash", "-ec", SCRIPT], cwd=place, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise AssertionError(f"the script ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return [(str(path.relative_to(place)), document) for path in sorted(place.rglob("*.json*"))
            for document in documents.documents_in(path.read_bytes())]


_found = None


def all_documents():
    """The same for all tests of a run."""
    global _found
    if _found is None:
        with tempfile.TemporaryDirectory() as folder:
            _found = run_all(folder)
    return _found
