# SPDX-License-Identifier: Apache-2.0
"""A token in the environment is seen by the worker that needs it and by nobody else, whatever the service echoes."""
import base64
import json
import pathlib
import signal
import subprocess
import threading

from command import Spinsack
from harness import PATIENCE, SECRETS, SPINSACK
from standin import TOKEN, Fault

PACKED = [base64.b64encode(b"user:"[:before] + TOKEN.encode() + b":more").decode() for before in range(3)]
SAID = (TOKEN, TOKEN.encode().hex(), TOKEN.encode().hex().upper(), "Bearer%20" + TOKEN, *PACKED)
HIDDEN = (*SAID[:3], *(text[4:-8] for text in PACKED))  # what must be seen nowhere
MACHINES = {"ae": ("/solve", 1), "da": ("qubo/solve", 1), "sqbm": ("solver/qubo", 1), "leap": ("problems/$", 3),
            "sdk": (None, 1)}
KNAPSACK = "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n"
PLAN = """
instances = ['five.txt']
[[run]]
method = 'external'
machine = '{machine}'
encoding = 'binary'
lambda = 2
reads = 2
retries = 1
time-limit = {limit}
variants = {{ M = 'none', M-RI = 'repair+fill+exchange' }}
"""


def children_of(process):
    """All processes that it started, and those that they started."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass  # gone meanwhile
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def read(process, what):
    try:
        return pathlib.Path(f"/proc/{process}/{what}").read_bytes().decode(errors="replace")
    except OSError:
        return ""  # gone meanwhile


class Token(Spinsack):
    def setUp(self):
        super().setUp()
        (self.folder / "five.txt").write_text(KNAPSACK, encoding="utf-8")

    def plan(self, machine):
        limit = MACHINES.get(machine, (None, 1))[1]
        (self.folder / "plan.toml").write_text(PLAN.format(machine=machine, limit=limit), encoding="utf-8")

    def assert_hidden(self, text, where):
        for form in HIDDEN:
            self.assertNotIn(form, text, where)

    def run_all(self, *arguments):
        """Whatever comes of it, no form of the token is printed."""
        done = subprocess.run([SPINSACK, *map(str, arguments)], env=self.environment, cwd=self.folder, text=True,
                              capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
        self.assert_hidden(done.stdout + done.stderr, arguments)
        self.assertGreaterEqual(done.returncode, 0)
        return done

    def assert_files_hidden(self):
        for path in self.folder.rglob("*"):
            self.assert_hidden(str(path), "a name")
            if path.is_file():
                self.assert_hidden(path.read_bytes().decode("latin-1"), path)

    def everything(self, machine):
        """What an owner does, from the first look to the report."""
        self.plan(machine)
        out = f"out-{machine}-{len(list(self.folder.iterdir()))}"
        self.run_all("machine", "describe", machine)
        self.run_all("solve", "five.txt", "-m", "external", "--machine", machine, "--reads", 1, "-t", MACHINES[machine][1],
                     "--retries", 1, "--json", f"{out}.json")
        done = self.run_all("study", "run", "plan.toml", "--out", out, "--yes", "-j", 1, "--worker-log")
        self.run_all("report", out, "-o", f"{out}.html")
        self.assert_files_hidden()
        return done

    def test_whatever_the_service_says_in_a_good_answer(self):
        """Texts of the answer that nothing depends on are the token, in one form or another."""
        said = " ".join((*SAID, json.dumps(TOKEN), "Bearer " + TOKEN))
        free = {"message", "version", "algo", "description", "avg_load", "error_message", "submitted_on", "title"}
        at_leap = free - {"version"}  # by which the newest solver is found

        def told(thing, free):
            if isinstance(thing, dict):
                members = {name: said if name in free else told(inner, free) for name, inner in thing.items()}
                return {**members, "token": said, said: said}
            return [told(inner, free) for inner in thing] if isinstance(thing, list) else thing

        def change(call, reply):
            words = at_leap if "sapi" in call.path else free
            if reply.content_type != "text/plain":
                reply.data = json.dumps(told(json.loads(reply.data), words)).encode()
            return reply
        self.standin.change = change
        for machine in MACHINES:
            with self.subTest(machine=machine):
                self.run_all("machine", "check", machine, "--json")
                done = self.everything(machine)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_whatever_the_service_says_in_a_bad_one(self):
        for machine, (path, _) in MACHINES.items():
            if path:
                with self.subTest(machine=machine):
                    self.standin.faults = [Fault(400, path, body=["".join(SAID)])]
                    self.run_all("machine", "check", machine, "--json")
                    self.assertNotEqual(self.everything(machine).returncode, 0)

    def test_the_list_of_processes(self):
        """Only spinsack, which was given it, and the worker of the machine have the token in their environment, and
        nobody has it on the command line. A token of another service is known to nobody."""
        for name in SECRETS:
            self.environment[name] = "of another service: " + name
        names = {"ae": "AMPLIFY_TOKEN", "da": "FUJITSU_DA_API_KEY", "sqbm": "SQBM_TOKEN", "leap": "DWAVE_API_TOKEN"}
        for machine, name in names.items():
            with self.subTest(machine=machine):
                self.environment[name] = TOKEN
                self.plan(machine)
                self.standin.gate = threading.Event()
                self.addCleanup(self.standin.gate.set)
                while self.standin.arrived.acquire(blocking=False):
                    pass
                study = subprocess.Popen([SPINSACK, "study", "run", "plan.toml", "--out", "out-" + machine, "--yes"],
                                         env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertTrue(self.standin.arrived.acquire(timeout=PATIENCE))
                children = children_of(study.pid)
                self.assertTrue(children)
                for process in children:
                    self.assert_hidden(read(process, "cmdline"), machine)
                    self.assertNotIn("of another service", read(process, "environ"))
                self.assertTrue(any(TOKEN in read(process, "environ") for process in children))
                self.assert_hidden(read(study.pid, "cmdline"), machine)
                study.send_signal(signal.SIGINT)
                self.standin.gate.set()
                self.assert_hidden(study.communicate(timeout=PATIENCE)[0], machine)
                self.environment[name] = "of another service: " + name
        self.assert_files_hidden()

    def test_a_machine_that_names_none_gets_none(self):
        """Nor does what its worker starts."""
        (self.folder / "long.txt").write_text(KNAPSACK, encoding="utf-8")
        program = self.folder / "program"
        program.write_text("#!/bin/sh\necho $$ > pid\nexec sleep 1000\n", encoding="utf-8")
        program.chmod(0o755)
        self.machines.write_text(self.machines.read_text(encoding="utf-8").replace(str(SPINSACK), str(program)) +
                                 f'[command]\ncommand = ["{program}", "{{model}}"]\nformat = "coo"\noutput = "samples"\n',
                                 encoding="utf-8")
        for machine in ("reference", "command"):
            with self.subTest(machine=machine):
                solve = subprocess.Popen([SPINSACK, "solve", "five.txt", "-m", "external", "--machine", machine],
                                         env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.addCleanup(solve.kill)
                self.wait_for(lambda solve=solve: "sleep" in "".join(read(child, "cmdline") for child in children_of(solve.pid)))
                for process in children_of(solve.pid):
                    self.assertNotIn(TOKEN, read(process, "environ"))
                solve.send_signal(signal.SIGINT)
                solve.communicate(timeout=PATIENCE)
