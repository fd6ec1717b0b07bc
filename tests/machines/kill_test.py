# SPDX-License-Identifier: Apache-2.0
"""Studies on the stand-in whose processes are killed again and again: nothing is paid twice, nothing is lost."""
import json
import os
import pathlib
import random
import signal
import subprocess
import time
import unittest
import urllib.request

from command import Spinsack
from harness import PATIENCE, SPINSACK

KNAPSACK = "tour\n3\n10 20 30\n5 0\n7\n\n0\n5\n2 3 4\n"
PLAN = """
instances = ['tour.txt']
[[run]]
method = 'external'
machine = '{machine}'
encoding = 'binary'
lambda = 2
time-limit = {limit}
reads = {reads}
variants = {{ M = 'none', M-RI = 'repair+fill+exchange' }}
"""
CAN = subprocess.run([SPINSACK, "study", "run", "--help"], capture_output=True, text=True, check=False).stdout


@unittest.skipUnless("--machine " in CAN, "needs studies on real machines")
class Kills(Spinsack):
    kills = 10

    def start_study(self):
        out = self.folder / "out"
        begun = (out / "plan.toml").exists()
        words = ["study", "resume", out] if begun else ["study", "run", "plan.toml", "--out", out]
        return subprocess.Popen([SPINSACK, *map(str, words), "--yes", "-q", "-j", "2"], env=self.environment,
                                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def workers(self):
        """Processes of workers that talk to our stand-in."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if self.standin.url.encode() in path.read_bytes():
                    found.append(int(path.parent.name))
            except OSError:
                pass  # gone meanwhile
        return found

    def submissions(self):
        return self.standin.requests("POST", self.submit)

    def kill_workers(self):
        """True if it was done. A worker that dies while the service answers leaves a job that nobody can know of, so
        they are stopped first, and killed only if every job was asked for after it was made."""
        processes = self.workers()
        self.signal(processes, signal.SIGSTOP)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # whatever proxy this machine has
        direct.open(self.standin.url + "/version", timeout=PATIENCE).close()  # all before it are connected
        end = time.monotonic() + 0.2
        while self.standin.connections and time.monotonic() < end:
            time.sleep(0.01)
        with self.standin.lock:
            known = not self.standin.connections and all(job["asked"] for job in self.standin.jobs.values())
        self.signal(processes, signal.SIGKILL if known else signal.SIGCONT)
        return known and bool(processes)

    @staticmethod
    def signal(processes, number):
        for process in processes:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass  # it left by itself

    def suffer(self, rng):
        """Runs the study through all kills, to its end."""
        self.spinsack_killed = self.workers_killed = 0
        while True:
            study = self.start_study()
            if self.spinsack_killed + self.workers_killed < self.kills:
                if rng.random() < 0.5:
                    self.some_requests(study, rng)
                    self.workers_killed += any(self.kill_workers() for _ in range(20))
                self.some_requests(study, rng)
                study.send_signal(signal.SIGKILL)
                self.spinsack_killed += 1
            output, _ = study.communicate(timeout=PATIENCE)
            self.assertIn(study.returncode, (0, 1, -signal.SIGKILL), output)
            if study.returncode == 0:
                print(f"{self.spinsack_killed} kills of spinsack, {self.workers_killed} of workers")
                return
            self.assertTrue(study.returncode < 0 or self.workers_killed, output)

    def some_requests(self, study, rng):
        """Waits until any moment within a request."""
        wanted = len(self.standin.log) + rng.randrange(1, 20)
        self.wait_for(lambda: study.poll() is not None or len(self.standin.log) >= wanted)
        time.sleep(rng.random() * 0.01)

    def machine(self, name, submit, limit, reads):
        self.submit = submit
        (self.folder / "tour.txt").write_text(KNAPSACK, encoding="utf-8")
        (self.folder / "plan.toml").write_text(PLAN.format(machine=name, limit=limit, reads=reads), encoding="utf-8")
        self.suffer(random.Random(int(os.environ.get("SPINSACK_KILL_SEED", "1"))))
        self.assertEqual(len(self.submissions()), reads, "every read is paid for once")
        self.assertEqual(self.standin.complaints, [])
        records = [json.loads(line) for path in sorted((self.folder / "out").glob("records*.jsonl"))
                   for line in path.read_text(encoding="utf-8").splitlines()]
        records = [record for record in records if record.get("method") == "external"]
        self.assertEqual(len(records), reads)
        self.assertEqual(len({record["cell"] for record in records}), reads)
        self.assert_spent(reads, limit)
        self.assert_no_token_in_files()

    def assert_spent(self, requests, seconds):
        """The ledger has every request once, and what may have been paid for beside: attempts of two threads that ended
        with a worker, and those that nobody settled when spinsack was killed."""
        begun, settled = set(), {}
        for line in (self.folder / "out" / "spend.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry.get("open"):
                begun.add((entry["request"], entry["number"]))
            else:
                settled[entry["request"], entry["number"]] = entry
        self.assertLessEqual(set(settled), begun)
        self.assertEqual(len({request for request, _ in settled}), requests)
        counted = sum(entry["requests"] for entry in settled.values())
        self.assertTrue(requests <= counted <= requests + 2 * self.workers_killed, counted)
        self.assertEqual(sum(entry["seconds"] for entry in settled.values()), seconds * counted)
        self.assertLessEqual(len(begun) - len(settled), 2 * self.spinsack_killed)

    def test_digital_annealer(self):
        self.machine("da", "qubo/solve", 1, 6 * self.kills)
        self.assertEqual(self.standin.jobs, {})

    def test_leap(self):
        self.machine("leap", "/problems/$", 3, 6 * self.kills)
        self.assertTrue(all(job["state"] == "COMPLETED" for job in self.standin.jobs.values()))


class SlowKills(Kills):
    kills = 100
