# SPDX-License-Identifier: Apache-2.0
"""The reference worker, and the one of docs/machines.md."""
import json
import re
import subprocess
import sys

from harness import ROOT, SPINSACK, WORKERS, MachineTest, environment

DENSE = "# vartype=BINARY\n" + "".join(f"{i} {j} {(7 * i + 13 * j + i * j) % 31 - 15}\n"
                                        for i in range(30) for j in range(i, 30))


class Reference(MachineTest):
    worker = ("spinsack", "--program", SPINSACK)
    format = "bqm"

    def direct(self, model, *flags):
        done = subprocess.run([SPINSACK, "sample", model["path"], "-q", "-m", "sa", "--json", "-", *flags], check=True,
                              capture_output=True)
        rows = json.loads(done.stdout)["samples"]
        reads = sorted((read, row["bits"], row["energy"]) for row in rows for read in [row["read"], *row.get("again", [])])
        return [{"bits": bits, "energy": energy} for _, bits, energy in reads]

    def test_the_same_seed_gives_the_same_samples_as_the_command(self):
        worker = self.start()
        self.assertEqual(worker.hello()["answers"], "independent")
        model = self.model(DENSE)
        result = worker.sample(model, reads=20, seed=11, options={"sweeps": 20})
        self.assertEqual(result["samples"], self.direct(model, "--reads", "20", "--seed", "11", "--sweeps", "20"))
        result = worker.sample(model, reads=5, seed=11, stream={"seed": 99, "first_read": 0}, options={"sweeps": 20})
        self.assertEqual(result["samples"], self.direct(model, "--reads", "5", "--seed", "99", "--sweeps", "20"))
        self.assertEqual(worker.bye(), 0)

    def test_the_same_study_gives_the_same_samples_as_the_built_in_sampler(self):
        """Byte for byte, whatever the encoding, though the capacity is a square that is never written out."""
        runs = []
        for encoding in ("binary", "unary", "hybrid", "onehot", "offset", "lagrange", "unbalanced", "hyperplane", "auto"):
            for method in ("method = 'sa'\nsweeps = 20",
                           "method = 'external'\nmachine = 'ours'\noptions = 'sweeps=20'"):
                runs.append(f"[[run]]\n{method}\nencoding = '{encoding}'\nreads = 6\nreads-per-cell = 3\n"
                            f"lambda = '{'auto' if encoding == 'auto' else 2.7}'\n"
                            f"variants = {{ '{encoding} {len(runs)}' = 'none' }}\n")
        (self.folder / "plan.toml").write_text("instances = ['medium:100_25_1', 'small.txt']\n" + "\n".join(runs))
        (self.folder / "small.txt").write_text("five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n")
        (self.folder / "machines.toml").write_text(
            f"[ours]\nworker = ['{WORKERS}/spinsack-machine-spinsack', '--program', '{SPINSACK}']\n")
        subprocess.run([SPINSACK, "study", "run", "plan.toml", "--out", "out", "-q", "--machines", "machines.toml"],
                       check=True, cwd=self.folder, capture_output=True)
        samples = {"sa": {}, "external": {}}
        for line in (self.folder / "out" / "records.jsonl").read_text().splitlines():
            record = json.loads(line)
            for run in record["runs"]:
                key = (record["instance"]["name"], next(iter(run["variants"])).split()[0], run["read"])
                samples[record["method"]][key] = run["bits"]
        self.assertEqual(len(samples["sa"]), 2 * 9 * 6)
        self.assertEqual(samples["sa"], samples["external"])

    def test_solves_the_probe(self):
        self.assert_probe(self.start().sample(self.model()))

    def test_other_samplers(self):
        self.assert_probe(self.start("--method", "tabu").sample(self.model()))

    def test_complaints_of_the_command_are_passed_on(self):
        line = self.start().sample(self.model(), options={"nonsense": 1})
        self.assert_error(line, "parameter")
        self.assertIn("nonsense", line["message"])
        self.assert_error(self.start("--program", "no-such-program").sample(self.model()), "parameter")

    def test_cancel_and_bye_end_the_program(self):
        endless = {"reads": 1000000, "options": {"sweeps": 100000}}
        worker = self.start()
        identity = worker.ask(self.model(DENSE), **endless)
        worker.until("running")
        worker.say(type="cancel", id=identity)
        self.assert_error(worker.answer(identity), "cancelled")
        worker.ask(self.model(DENSE), **endless)
        worker.until("running")
        self.assertEqual(worker.bye(), 0)

    def test_an_unknown_type(self):
        worker = self.start()
        worker.process.stdin.write(b'{"type":"dance","id":4}\n')
        worker.process.stdin.flush()
        self.assert_error(worker.hear(), "protocol", id=4)

    def test_it_stands_alone_and_is_short(self):
        text = (WORKERS / "spinsack-machine-spinsack").read_text(encoding="utf-8")
        self.assertNotIn("spinsack_machine", text)
        self.assertLess(len(text.splitlines()), 100)


def documented_worker():
    """The code of docs/machines.md."""
    text = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
    code, = re.findall(r"```python\n(#!/usr/bin/env python3\n.*?)```", text, re.DOTALL)
    return code


class Descriptions(MachineTest):
    """The example that is installed is the one of the documentation, and every machine in it has its worker."""

    format = "coo"

    def test_they_are_those_of_the_documentation(self):
        text = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
        file = ROOT / "docs" / "examples" / "services.toml"
        self.assertIn(f"```toml\n{file.read_text(encoding='utf-8')}```", text)
        done = subprocess.run([SPINSACK, "machine", "list", "--machines", str(file)], capture_output=True, text=True,
                              env=environment(self.folder), check=False)
        for name in ("ae", "da", "sqbm", "leap", "qpu", "openjij", "ours"):
            self.assertRegex(done.stdout, rf"(?m)^ *{name} ", done.stderr)
        for worker in re.findall(r'worker *= *\["([^"]+)"', text):
            self.assertTrue(worker == "./my-machine" or (WORKERS / worker).exists(), worker)


class Documented(MachineTest):
    """The worker of 40 lines in docs/machines.md does what is said there."""

    format = "coo"

    def test_the_worker_of_the_documentation(self):
        code = documented_worker()
        self.assertLessEqual(len(code.splitlines()), 45)
        path = self.folder / "my-machine"
        path.write_text(code, encoding="utf-8")
        process = subprocess.Popen([sys.executable, str(path)], env=environment(self.folder), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        model = self.model()
        lines = [{"type": "hello", "protocol": 1, "spinsack": "test"},
                 {"type": "sample", "id": 1, "model": model, "reads": 3, "seed": 1, "options": {"sweeps": 50}},
                 {"type": "bye"}]
        out, _ = process.communicate("".join(json.dumps(line) + "\n" for line in lines).encode(), timeout=60)
        from harness import PROTOCOL
        hello, result = map(json.loads, out.splitlines())
        for line in (hello, result):
            PROTOCOL.check(line, "worker")
        self.assertEqual(min((sample["energy"], sample["bits"]) for sample in result["samples"]), (-10.75, "1100"))
        self.assertEqual(process.returncode, 0)
