# SPDX-License-Identifier: Apache-2.0
"""Machines that keep no results: what they answered before something ended the study is not paid for again."""
import json
import signal
import subprocess
import threading

from command import Spinsack
from harness import PATIENCE, SPINSACK

KNAPSACK = "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n"
READS = 6


class KeptAnswers:
    whole = f"[[run]]\nmethod = 'external'\nmachine = '%s'\nencoding = 'binary'\nlambda = 2\ntime-limit = {READS}\nreads = {READS}\n"
    variants = whole.replace(f"time-limit = {READS}", "time-limit = 1") + \
        f"reads-per-cell = {READS}\nvariants = {{ M = 'none' }}\n"

    def ended_study(self, machine, run, number, answered=3):
        """Ends a study by a signal while the machine works on the request after so many answers."""
        (self.folder / "five.txt").write_text(KNAPSACK, encoding="utf-8")
        (self.folder / "plan.toml").write_text("instances = ['five.txt']\n" + run % machine, encoding="utf-8")
        gate = threading.Event()
        self.addCleanup(gate.set)
        solve, before = self.standin.solved, len(self.standin.requests("POST", self.path))

        def solved(call, problem):
            if len(self.standin.requests("POST", self.path)) - before > answered:
                self.standin.arrived.release()
                gate.wait(PATIENCE)
            return solve(call, problem)
        self.standin.solved = solved
        study = subprocess.Popen([SPINSACK, "study", "run", "plan.toml", "--out", "out", "--yes", "-q", "-j", "1"],
                                 env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.wait_for(lambda: len(self.standin.requests("POST", self.path)) - before > answered)
        study.send_signal(number)
        output, _ = study.communicate(timeout=PATIENCE)
        self.assertTrue(study.returncode < 0 or "1 left" in output, output)
        self.standin.solved = solve
        gate.set()

    def assert_asked_for_the_rest(self, machine, run, number):
        self.ended_study(machine, run, number)
        answers, = (self.folder / "out").glob("answers-*.jsonl")
        self.assertEqual([json.loads(line)["read"] for line in answers.read_text(encoding="utf-8").splitlines()], [0, 1, 2])
        self.spinsack("study", "resume", "out", "--yes", "-q", "-j", "1")
        # Of the one that was under way nobody knows; it counts, too.
        self.assertEqual(len(self.standin.requests("POST", self.path)), READS + 1)
        self.assertEqual(list((self.folder / "out").glob("answers-*.jsonl")), [], "kept no longer than needed")
        records = [json.loads(line) for line in (self.folder / "out" / "records.jsonl").read_text().splitlines()]
        good = [record for record in records if "error" not in record]
        self.assertEqual(len(good), 1)
        runs = good[0]["runs"]
        self.assertEqual(sum(each["clock"]["machine"] for each in runs), READS, "with the times of all requests")
        status = json.loads(self.spinsack("study", "status", "out", "--json", "-"))
        self.assertEqual(status["left"], 0)
        spent = [json.loads(line) for line in (self.folder / "out" / "spend.jsonl").read_text().splitlines()]
        settled = {(line["request"], line["number"]) for line in spent if not line.get("open")}
        self.assertEqual(len({line["request"] for line in spent}), READS)
        self.assertEqual(len(settled), READS + (number == signal.SIGINT))
        self.assert_no_token_in_files()


class Amplify(KeptAnswers, Spinsack):
    path = "/solve"

    def test_a_method_that_was_killed(self):
        self.assert_asked_for_the_rest("ae", self.whole, signal.SIGKILL)

    def test_a_method_that_was_interrupted(self):
        self.assert_asked_for_the_rest("ae", self.whole, signal.SIGINT)

    def test_reads_of_a_cell_that_was_killed(self):
        self.assert_asked_for_the_rest("ae", self.variants, signal.SIGKILL)


class Sqbm(KeptAnswers, Spinsack):
    path = "/solver/qubo"

    def test_a_method_that_was_killed(self):
        # How the server counts is asked first, and known then.
        self.spinsack("machine", "check", "sqbm")
        self.standin.log.clear()
        self.assert_asked_for_the_rest("sqbm", self.whole, signal.SIGKILL)
