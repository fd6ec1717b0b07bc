# SPDX-License-Identifier: Apache-2.0
"""Encoding `native`: the same study with and without the penalty, on machines that take an inequality."""
import gzip
import json

from command import Spinsack

RUN = """
[[run]]
method = 'external'
machine = '{machine}'
encoding = '{encoding}'
{strength}
reads = 2
time-limit = 1
variants = {{ '{encoding} M' = 'none', '{encoding} M-RI' = 'repair+fill+exchange' }}
"""


class Native(Spinsack):
    def study(self, machine, code=0):
        runs = "".join(RUN.format(machine=machine, encoding=encoding, strength=strength)
                       for encoding, strength in (("binary", "lambda = 2"), ("native", "")))
        (self.folder / "plan.toml").write_text("instances = ['medium:100_25_1']\n" + runs, encoding="utf-8")
        self.spinsack("study", "run", "plan.toml", "--out", "out", "--yes", "-q", "-j", "1", code=code)
        records = [json.loads(line) for line in (self.folder / "out" / "records.jsonl").read_text().splitlines()]
        return {encoding: [record for record in records if record["parameters"]["encoding"] == encoding]
                for encoding in ("binary", "native")}

    def assert_both(self, machine, path, has_limit):
        records = self.study(machine)
        self.assertEqual(self.standin.complaints, [])
        bodies = []
        for call in self.standin.requests("POST", path):
            packed = call.headers.get("Content-Encoding") == "gzip"
            bodies.append(json.loads(gzip.decompress(call.body) if packed else call.body))
        self.assertEqual(sorted(has_limit(body) for body in bodies), [False, False, True, True])
        self.assertEqual({record["lambda"] for record in records["binary"]}, {2})
        for record in records["native"]:
            self.assertNotIn("lambda", record, "there is no strength")
            for run in record["runs"]:
                sample = run["variants"]["native M"]
                self.assertTrue(sample["feasible"], "nothing to repair")
                self.assertGreaterEqual(run["variants"]["native M-RI"]["value"], sample["value"])
        self.assertEqual([len(records[encoding]) for encoding in ("binary", "native")], [2, 2])
        report = self.spinsack("report", "out")
        for series in ("binary M-RI", "native M-RI"):
            self.assertIn(series, report)
        self.spinsack("verify", "out")

    def test_amplify(self):
        self.assert_both("ae", "/solve", lambda body: "constraints" in body)

    def test_digital_annealer(self):
        self.assert_both("da", "qubo/solve", lambda body: "inequalities" in body)

    def test_a_machine_that_takes_none_says_so(self):
        records = self.study("sqbm", code=1)
        self.assertEqual(len(records["binary"]), 2, "the rest of the study goes on")

    def test_one_solution(self):
        for machine in ("ae", "da"):
            done = json.loads(self.spinsack("solve", "medium:100_25_1", "-q", "-m", "external", "--machine", machine, "--encoding",
                                            "native", "--reads", 1, "-t", 1, "--json", "-"))
            self.assertTrue(done["feasible"])
