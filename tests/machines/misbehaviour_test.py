# SPDX-License-Identifier: Apache-2.0
"""Workers and programs that are slow, silent, talkative, lying or dead. None hangs, crashes or misleads: there is a
message, a record of the failure, and the study goes on."""
import json
import resource
import subprocess

from command import Spinsack
from harness import PATIENCE, SPINSACK, WORKERS

KNAPSACK = "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n"
PLAN = """
instances = ['five.txt']
[[run]]
method = 'external'
machine = 'bad'
encoding = 'binary'
lambda = 2
reads = 2
retries = 0
patience = {patience}
time-limit = 1
variants = {{ bad = 'none' }}
[[run]]
method = 'greedy'
label = 'Greedy'
"""
HELLO = ('{"type":"hello","protocol":1,"name":"bad","version":"1","formats":["coo"],"answers":"best",'
         '"limits":{"reads_per_request":1,"time_limit":[0.1,600]},"parameters":[]}')
# What a worker does with a request, in shell; $id is its name and $n its number of variables.
WORKER = """#!/bin/sh
while read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{hello}' ;;
    *'"type":"sample"'*)
      id=$(printf %s "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      n=$(printf %s "$line" | sed 's/.*"variables":\\([0-9]*\\).*/\\1/')
      zeros=$(printf "%0${{n}}d" 0)
      {does} ;;
    *'"type":"bye"'*) exit 0 ;;
  esac
done
"""
RESULT = 'echo "{\\"type\\":\\"result\\",\\"id\\":$id,\\"times\\":{\\"machine\\":1},\\"samples\\":%s}"'


def result(samples):
    return RESULT % samples.replace('"', '\\"')


GOOD = result('[{"bits":"$zeros"}]')


class Misbehaviour(Spinsack):
    def setUp(self):
        super().setUp()
        (self.folder / "five.txt").write_text(KNAPSACK, encoding="utf-8")

    def describe(self, **members):
        lines = [f"{name} = {json.dumps(value)}" for name, value in members.items()]
        self.machines.write_text("[bad]\n" + "\n".join(lines) + "\n", encoding="utf-8")

    def worker(self, does):
        path = self.folder / "bad"
        path.write_text(WORKER.format(hello=HELLO, does=does), encoding="utf-8")
        path.chmod(0o755)
        self.describe(worker=[str(path)])

    def program(self, does, **members):
        path = self.folder / "bad"
        path.write_text("#!/bin/sh\n" + does + "\n", encoding="utf-8")
        path.chmod(0o755)
        self.describe(command=[str(path), "{model}"], format="coo", output="samples", **members)

    def study(self, patience=600):
        """The records of the machine, and all that was printed. The other method is never disturbed."""
        (self.folder / "plan.toml").write_text(PLAN.format(patience=patience), encoding="utf-8")
        self.count = getattr(self, "count", 0) + 1
        out = self.folder / f"out{self.count}"
        done = subprocess.run([SPINSACK, "study", "run", "plan.toml", "--out", str(out), "--yes", "-q", "-j", "1"],
                              env=self.environment, cwd=self.folder, text=True, capture_output=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        records = [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]
        self.assertEqual(sum(record["method"] == "greedy" for record in records), 1, done.stderr)
        return [record for record in records if record["method"] == "external"], done.stdout + done.stderr

    def assert_failed(self, words, fault=None, patience=600):
        records, printed = self.study(patience)
        self.assertIn(words, printed)
        self.assertEqual(len(records), 2, "both failures are recorded")
        for record in records:
            self.assertIn(words, record.get("error") or record["runs"][0]["error"], record)
            if fault:
                self.assertEqual(record["runs"][0]["stopped_by"], fault)

    def assert_well(self, wrong=0):
        records, printed = self.study()
        self.assertEqual([("error" in record, len(record["runs"])) for record in records], [(False, 1)] * 2, printed)
        for record in records:
            self.assertEqual(record["environment"]["machine"].get("wrong_energies", 0), wrong)

    def test_a_worker_that_is_well(self):
        self.worker(GOOD)
        self.assert_well()

    def test_workers_that_lie(self):
        for samples, words in (('[{"bits":"0"}]', "variables, found 1"), ('[]', "sample"),
                               ('[{"bits":"$zeros","energy":NaN}]', "NaN"), ('[{"bits":"2$zeros"}]', "2"),
                               ('[{"bits":"$zeros","energy":1e999}]', "1e999"), ('{"bits":"$zeros"}', "{"),
                               ('[{"energy":1}]', "bad")):
            with self.subTest(samples=samples):
                self.worker(result(samples))
                self.assert_failed(words)

    def test_workers_that_tell_wrong_energies_are_found_out(self):
        self.worker(result('[{"bits":"$zeros","energy":-123456}]'))
        self.assert_well(wrong=1)

    def test_workers_that_die(self):
        for does, words in (("exit 3", "its exit code is 3"), ("kill -9 $$", "signal 9"), ("kill -SEGV $$", "signal 11"),
                            ("echo '{\"type\":\"result\"'; exit 0", "bad")):
            with self.subTest(does=does):
                self.worker(does)
                self.assert_failed(words)

    def test_workers_that_talk_nonsense(self):
        for does, words in (("echo nonsense", "nonsense"), ("head -c 100000 /dev/urandom; echo", "bad"),
                            ("echo '[1,2'", "bad")):
            with self.subTest(does=does):
                self.worker(does)
                self.assert_failed(words)

    def test_silent_workers_are_given_up(self):
        self.worker("sleep 1000")
        self.assert_failed("no answer in time", "timeout", patience=0.2)
        self.assertIn("2 of them without an answer", self.spinsack("study", "status", f"out{self.count}"))

    def test_a_talkative_worker_is_heard_out(self):
        """Far more on standard error than memory would hold at the bound that is set here."""
        self.worker("yes 'word after word' | head -c 300000000 >&2\n" + GOOD)
        self.with_little_memory(self.assert_well)

    def test_a_talkative_program_is_heard_out(self):
        self.program("yes 'word after word' | head -c 300000000 >&2\necho 00000000")
        self.with_little_memory(self.assert_well)

    def with_little_memory(self, work):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        work()
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(after, max(before, 200000), "kB")

    def test_programs_that_fail(self):
        for does, words in (("echo broken >&2; exit 4", "its exit code is 4; it said: broken"), ("true", "bad"),
                            ("echo 0101 | head -c 2", "variables, found 2"), ("echo nonsense", "nonsense"),
                            ("echo '{\"samples\": [[0, NaN'", "bad"), ("kill -9 $$", "signal 9 ended it")):
            with self.subTest(does=does):
                self.program(does)
                self.assert_failed(words)

    def test_silent_programs_are_given_up(self):
        self.program("sleep 1000")
        self.assert_failed("no answer in time", "timeout", patience=0.2)

    def test_packages_behind_the_bridges(self):
        for bridge, odd in ((("dimod", "fake_samplers:Odd"), {"nothing": "no sample", "nan": "nan", "values": "found 2",
                                                              "times": "soon", "exit": "thinks it is the program",
                                                              "die": "exit code is 9"}),
                            (("amplify-sdk", "AmplifyAEClient"), {"network": "could not connect", "broken": "internal error",
                                                                  "nothing": "no solution", "short": "IndexError", "nan": "nan"})):
            for mood, words in odd.items():
                with self.subTest(bridge=bridge[0], mood=mood):
                    self.describe(worker=[str(WORKERS / f"spinsack-machine-{bridge[0]}"), bridge[1]],
                                  env=["PYTHONPATH", "AMPLIFY_TOKEN"])
                    name = "what" if bridge[0] == "dimod" else "mood"
                    with self.machines.open("a", encoding="utf-8") as file:
                        file.write(f'options = {{ {name} = "{mood}" }}\n')
                    self.assert_failed(words)

    def test_the_reference_worker_and_its_program(self):
        for does, words in (("exit 3", "ended with 3"), ("echo broken >&2; exit 4", "broken"), ("kill -9 $$", "cancelled"),
                            ("kill -SEGV $$", "ended with -11"), ("echo nonsense", "JSONDecodeError"), ("echo '{}'", "KeyError")):
            with self.subTest(does=does):
                self.program(does)
                self.describe(worker=[str(WORKERS / "spinsack-machine-spinsack"), "--program", str(self.folder / "bad")])
                self.assert_failed(words)
