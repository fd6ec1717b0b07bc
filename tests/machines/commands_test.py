# SPDX-License-Identifier: Apache-2.0
"""Programs as machines: MQLib and qbsolv by the descriptions of docs/machines.md, with programs that stand in for them."""
import json
import pathlib

from command import FAKES, Spinsack
from harness import ROOT
from reference_test import DENSE

KNAPSACK = "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n"


class Commands(Spinsack):
    def setUp(self):
        super().setUp()
        text = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
        blocks = [block.split("```")[0] for block in text.split("```toml\n")[1:]]
        self.machines.write_text("\n".join(block for block in blocks if "[mqlib]" in block), encoding="utf-8")
        self.environment["PATH"] = f"{pathlib.Path(FAKES) / 'bin'}:{self.environment['PATH']}"

    def assert_conforms(self, machine):
        done = json.loads(self.spinsack("machine", "check", machine, "--json"))
        points = {point["point"]: point for point in done["points"]}
        self.assertEqual({name for name, point in points.items() if point["result"] == "skipped"},
                         {"several reads", "time", "size", "resume", "wrong secret"}, points)

    def sampled(self, machine, *arguments, model=DENSE):
        (self.folder / "model.coo").write_text(model, encoding="utf-8")
        return json.loads(self.spinsack("sample", "model.coo", "-q", "-m", "external", "--machine", machine, "--reads", 2,
                                        "-j", 1, "--read-time", 2, "--json", "-", *arguments))

    def test_mqlib_conforms(self):
        self.assert_conforms("mqlib")

    def test_qbsolv_conforms(self):
        self.assert_conforms("qbsolv")

    def test_times_of_each_request_are_those_that_the_program_tells(self):
        probe = "# vartype=BINARY\n# constant=0.25\n0 0 -9\n1 1 6\n0 1 -8\n"
        done = self.sampled("mqlib", model=probe)
        self.assertEqual(done["clock"]["machine"], 4.0)  # 2 s told for each of two reads
        self.assertEqual([sample["energy"] for sample in done["samples"]], [-10.75])
        self.assertEqual(self.sampled("qbsolv", model=probe)["clock"]["machine"], 2.0)

    def test_the_history_of_mqlib_is_a_trace(self):
        """Energies with the constant, which its files lack, at the seconds that it tells."""
        trace = self.sampled("mqlib", model="# vartype=BINARY\n# constant=0.25\n0 0 -9\n1 1 6\n0 1 -8\n")["trace"]
        self.assertEqual([energy for _, energy in trace], [0.25, -10.75], trace)
        self.assertAlmostEqual(trace[1][0] - trace[0][0], 0.5 - 0.125, places=3)

    def test_a_heuristic_that_is_not_there(self):
        (self.folder / "model.coo").write_text(DENSE, encoding="utf-8")
        self.spinsack("sample", "model.coo", "-q", "-m", "external", "--machine", "mqlib", "-t", 1, "--options",
                      "heuristic=NOBODY", code=1)

    def test_a_study(self):
        (self.folder / "five.txt").write_text(KNAPSACK, encoding="utf-8")
        runs = "".join(f"[[run]]\nmethod = 'external'\nmachine = '{machine}'\nencoding = 'binary'\nlambda = 2\nreads = 2\n"
                       f"time-limit = 1\nvariants = {{ '{machine}' = 'none' }}\n" for machine in ("mqlib", "qbsolv"))
        (self.folder / "plan.toml").write_text("instances = ['five.txt']\n" + runs, encoding="utf-8")
        self.spinsack("study", "run", "plan.toml", "--out", "out", "-q")
        records = [json.loads(line) for line in (self.folder / "out" / "records.jsonl").read_text().splitlines()]
        asked = [record["parameters"]["machine"] for record in records]
        self.assertEqual(sorted(asked), ["mqlib", "mqlib", "qbsolv", "qbsolv"])
        for machine, record in zip(asked, records):
            run, = record["runs"]
            self.assertEqual(run["clock"]["machine"], 1.0 if machine == "mqlib" else 0.5)
        self.assertEqual(len({record["runs"][0]["bits"] for record in records}), 1, "the best of one model")
