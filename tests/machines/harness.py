# SPDX-License-Identifier: Apache-2.0
"""What tests of workers share: a worker as a process, models as spinsack writes them, what must hold of every line."""
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import schema
from standin import TOKEN, StandIn

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKERS = pathlib.Path(os.environ.get("SPINSACK_WORKERS", ROOT / "workers"))
SPINSACK = os.environ.get("SPINSACK", "spinsack")
PATIENCE = float(os.environ.get("SPINSACK_PATIENCE", "120"))  # seconds until a test gives up
PROTOCOL = schema.Schema(json.loads((ROOT / "docs" / "schemas" / "machine-protocol.schema.json").read_text(encoding="utf-8")))
BRIDGES = ("dimod", "amplify-sdk")  # workers that need packages of others
COMPILED = tempfile.TemporaryDirectory()  # by Python, out of the sight of the tree
SECRETS = ("AMPLIFY_TOKEN", "FUJITSU_DA_API_KEY", "SQBM_TOKEN", "DWAVE_API_TOKEN")

# Its best bits are 1100 with energy -10.75, and other readings of the same numbers have other best bits or energies.
PROBE = "# vartype=BINARY\n# constant=0.25\n0 0 -9\n1 1 6\n2 2 9\n3 3 3\n0 1 -8\n0 2 -1\n0 3 -2\n1 2 -1\n1 3 7\n2 3 7\n"


def environment(home, token=TOKEN, **more):
    """What spinsack lets a worker see, with a token for each of the services."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, "HOME": str(home), "SPINSACK": SPINSACK, "PYTHONPYCACHEPREFIX": COMPILED.name,
            **{name: token for name in SECRETS}, **more}


class Worker:
    """A worker and all that was said. Every line either way fits the schema, and none shows a token."""

    def __init__(self, case, *command, env):
        program = WORKERS / f"spinsack-machine-{command[0]}"
        self.case, self.secrets = case, {env[name] for name in SECRETS}
        # A file, so that a talkative worker cannot block.
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8")
        # -S: nothing but the standard library is there. Packages of others take longer to be found than it to start.
        python = [sys.executable] if command[0] in BRIDGES else [sys.executable, "-S"]
        self.process = subprocess.Popen([*python, str(program), *map(str, command[1:])], env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        self.lines, self.texts, self.waiting = queue.Queue(), [], []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.count = 0

    def read(self):
        for line in self.process.stdout:
            self.texts.append(line.decode())
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def say(self, **line):
        PROTOCOL.check(line, "spinsack")
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self):
        """The next line, or None at the end."""
        line = self.lines.get(timeout=PATIENCE)
        if line is not None:
            PROTOCOL.check(line, "worker")
        return line

    def hello(self):
        self.say(type="hello", protocol=1, spinsack="test")
        return self.hear()

    def ask(self, model, **more):
        """Begins a request and returns its id."""
        self.count += 1
        self.say(type="sample", id=self.count, model=model,
                 **{"reads": 1, "time_limit": None, "target": None, "seed": 7, "start": None, "options": {},
                    "deadline": float(PATIENCE), **more})
        return self.count

    def answer(self, identity):
        """The last line about a request, with those before it as 'told'."""
        told = []
        while True:
            line = self.hear()
            self.case.assertIsNotNone(line, f"the worker ended: {self.log()}")
            self.case.assertEqual(line.get("id"), identity)
            if line["type"] != "status":
                return {**line, "told": told}
            told.append(line)

    def sample(self, model, **more):
        return self.answer(self.ask(model, **more))

    def resume(self, job, variables):
        self.count += 1
        self.say(type="resume", id=self.count, job=job, variables=variables)
        return self.answer(self.count)

    def until(self, state):
        while True:
            line = self.hear()
            self.case.assertIsNotNone(line, f"the worker ended: {self.log()}")
            if line.get("state") == state:
                return line

    def log(self):
        self.errors.seek(0)
        return self.errors.read()

    def bye(self):
        """Leaves as spinsack does, and returns the exit code."""
        self.say(type="bye")
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join(PATIENCE)
        said = "".join(self.texts) + self.log()
        for secret in filter(None, self.secrets):
            self.case.assertNotIn(secret, said)
        self.case.assertNotIn("Traceback", said)
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            try:
                stream.close()
            except OSError:
                pass  # what was left to write


class MachineTest(unittest.TestCase):
    """A stand-in, a folder, and workers that talk to it."""

    worker = ()  # command and arguments; {url} is the stand-in's

    def setUp(self):
        self.folder = pathlib.Path(self.enter(tempfile.TemporaryDirectory()))
        self.standin = StandIn()
        self.addCleanup(self.standin.close)

    def enter(self, context):
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def start(self, *arguments, token=TOKEN, **env):
        words = [word.format(url=self.standin.url) for word in (*self.worker, *arguments)]
        worker = Worker(self, *words, env=environment(self.folder, token, **env))
        self.addCleanup(worker.close)
        return worker

    def model(self, text=PROBE, to=None):
        """A model as a worker gets it, in the format that it asks for."""
        to = to or self.format
        source = self.folder / "model.coo"
        source.write_text(text, encoding="utf-8")
        path = self.folder / f"{len(list(self.folder.iterdir()))}.{to}"
        subprocess.run([SPINSACK, "model", "convert", "-q", str(source), str(path), "--to", to], check=True,
                       capture_output=True)
        entries = [line.split() for line in text.splitlines() if not line.startswith("#")]
        constant = [float(line.split("=")[1]) for line in text.splitlines() if line.startswith("# constant=")]
        return {"path": str(path), "format": to, "variables": 1 + max(int(i) for row in entries for i in row[:2]),
                "couplings": sum(i != j for i, j, _ in entries), "vartype": "BINARY",
                "constant": constant[0] if constant else 0.0, "sha256": str(hash(text)), "bytes": path.stat().st_size}

    def assert_probe(self, result, reads=1):
        """The right answer to the probe."""
        self.assertEqual(result["type"], "result", result)
        best = min(result["samples"], key=lambda sample: sample["energy"])
        self.assertEqual((best["bits"], best["energy"]), ("1100", -10.75), result)
        self.assertEqual(self.standin.complaints, [])

    def assert_error(self, line, code, **members):
        self.assertEqual((line["type"], line.get("code")), ("error", code), line)
        for name, value in members.items():
            self.assertEqual(line.get(name), value, line)

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, "waited for nothing")
            time.sleep(0.01)
