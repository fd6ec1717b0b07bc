# SPDX-License-Identifier: Apache-2.0
"""What workers share, within this process and with a clock of its own."""
import base64
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import urllib.parse

from harness import PROTOCOL, ROOT, WORKERS
from schema import Misfit, Schema

sys.path.insert(0, str(WORKERS))
import spinsack_machine as shared  # noqa: E402
from spinsack_machine.answers import bits_of, numbers  # noqa: E402
from spinsack_machine.errors import RETRY, MachineError, Redactor  # noqa: E402
from spinsack_machine.protocol import Left  # noqa: E402

MODEL = {"path": "m", "format": "coo", "variables": 2, "couplings": 1, "vartype": "BINARY", "constant": 0}


class FakeClock:
    """Waiting takes no time; the clock moves on all the same."""

    def __init__(self):
        self.time, self.waits = 0.0, []

    def now(self):
        return self.time

    def wait(self, event, seconds):
        self.waits.append(seconds)
        self.time += seconds


def load(name):
    """A worker's file as a module."""
    loader = importlib.machinery.SourceFileLoader("worker_" + name.replace("-", "_"),
                                                  str(WORKERS / f"spinsack-machine-{name}"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Conversation(unittest.TestCase):
    class Echo(shared.Worker):
        name = "echo"
        limits = {"variables": 10, "concurrent": 2}

        def describe(self):
            return {"formats": ["coo"], "answers": "best"}

        def sample(self, request):
            if request.options.get("fail"):
                raise RuntimeError("broken")
            return {"samples": [shared.sample("1" * request.variables)]}

    def said(self, *lines):
        sink = io.BytesIO()
        source = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        with unittest.mock.patch("sys.stderr", io.StringIO()):
            shared.serve(self.Echo(), source, sink)
        answers = [json.loads(line) for line in sink.getvalue().splitlines()]
        for line in answers:
            PROTOCOL.check(line, "worker")
        return answers

    def test_hello(self):
        hello, = self.said({"type": "hello", "protocol": 1})
        self.assertEqual(hello["limits"], {"reads_per_request": 1, "concurrent": 2, "variables": 10})

    def test_another_protocol_is_refused(self):
        self.assertEqual(self.said({"type": "hello", "protocol": 2})[0]["code"], "protocol")

    def test_what_is_no_message_is_refused(self):
        for line in (b"nonsense", b"[]", b"{}", b'{"type": "dance", "id": 3}', b"\xff\xfe", b'"hello"'):
            self.assertEqual(self.said(line)[0]["code"], "protocol", line)
        self.assertEqual(self.said(b"", b"  \n"), [])

    def test_nothing_after_bye_is_heard(self):
        self.assertEqual(self.said({"type": "bye"}, {"type": "hello", "protocol": 1}), [])

    def test_a_worker_that_fails_answers_all_the_same(self):
        model = {"variables": 3}
        self.assertEqual(self.said({"type": "sample", "id": 1, "model": model, "options": {"fail": 1}})[-1]["code"],
                         "protocol")

    def test_models_that_are_too_large_are_refused(self):
        self.assertEqual(self.said({"type": "sample", "id": 1, "model": {"variables": 11}})[-1]["code"], "size")

    def test_a_machine_that_keeps_nothing_cannot_resume(self):
        self.assertEqual(self.said({"type": "resume", "id": 1, "job": "x", "variables": 3})[0]["code"], "parameter")

    def test_cancel_of_what_is_not_open_is_passed_over(self):
        self.assertEqual(self.said({"type": "cancel", "id": 5}), [])


class Waiting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        patch = unittest.mock.patch.dict(os.environ, {"XDG_STATE_HOME": folder.name, "FUJITSU_DA_API_KEY": "k" * 20})
        patch.start()
        self.addCleanup(patch.stop)
        self.clock = FakeClock()

    def request(self, **line):
        self.told = []

        def tell(said):
            self.told.append(said)
            return True
        return shared.Request({"id": 1, "variables": 2, **line}, tell, self.clock)

    def annealer(self, *answers):
        """A worker whose service answers from a list; each answer takes a second."""
        module = load("da4")
        worker = module.DigitalAnnealer("http://127.0.0.1:1/da", "v4", 2)
        worker.clock = self.clock
        calls, answers = [], list(answers)

        def call(request, method, path, body=None, **_):
            calls.append((method, path))
            self.clock.time += 1
            return answers.pop(0) if method == "GET" else {}
        worker.call = call
        return worker, calls

    def test_the_queue_is_timed_from_accepted_to_running(self):
        done = {"status": "Done", "qubo_solution": {
            "solutions": [{"energy": 1, "configuration": {"0": True, "1": False}}], "timing": {"solve_time": "5"}}}
        worker, calls = self.annealer({"status": "Waiting"}, {"status": "Waiting"}, {"status": "Running"}, done)
        request = self.request(job="j", deadline=100)
        self.assertEqual(worker.resume(request)["samples"][0]["bits"], "10")
        self.assertEqual(request.times["queue"], 3 + 2 * 2)  # three answers, two waits
        self.assertEqual(self.clock.waits, [2, 2, 2])
        self.assertEqual(calls[-1], ("DELETE", "jobs/result/j"))

    def test_the_last_wait_ends_at_the_deadline(self):
        worker, _ = self.annealer(*[{"status": "Waiting"}] * 5)
        with self.assertRaises(MachineError) as caught:
            worker.resume(self.request(job="j", deadline=5.5))
        self.assertEqual(caught.exception.code, "timeout")
        self.assertEqual(self.clock.waits, [2, 1.5])
        self.assertEqual(self.clock.time, 5.5)

    def test_a_promise_that_nobody_hears_ends_the_request(self):
        request = self.request(deadline=10)
        request.leaving = True
        with self.assertRaises(Left):
            request.accepted("j")
        self.assertEqual((self.told, request.job), ([], "j"))

    def test_the_job_of_a_worker_that_died_is_fetched_by_the_next(self):
        request = self.request(model={"sha256": "abc"}, seed=5)
        dead = subprocess.Popen(["true"])
        dead.wait()
        with unittest.mock.patch("os.getpid", lambda: dead.pid):
            shared.SubmittedJobs("x", "url").note(request, "job-1")
        for other in (shared.SubmittedJobs("x", "elsewhere"), shared.SubmittedJobs("y", "url")):
            self.assertIsNone(other.left_behind(request))
        self.assertIsNone(shared.SubmittedJobs("x", "url").left_behind(self.request(model={"sha256": "abc"}, seed=6)))
        jobs = shared.SubmittedJobs("x", "url")
        self.assertEqual(jobs.left_behind(request), "job-1")
        jobs.note(request, "job-1")
        self.assertIsNone(shared.SubmittedJobs("x", "url").left_behind(request))

    def test_a_job_that_is_asked_for_by_name_needs_no_note(self):
        request = self.request(model={"sha256": "abc"})
        jobs = shared.SubmittedJobs("x", "url")
        gone = subprocess.Popen(["true"])
        gone.wait()
        jobs.parent = gone.pid
        jobs.note(request, "job-1")
        jobs.known("job-2")
        jobs.known("job-1")
        self.assertIsNone(jobs.left_behind(request))

    def test_the_job_of_a_worker_that_lives_is_left_alone(self):
        jobs = shared.SubmittedJobs("x", "url")
        request = self.request(model={"sha256": "abc"})
        jobs.note(request, "job-1")
        self.assertIsNone(jobs.left_behind(request))

    def test_a_note_stays_until_its_question_is_settled(self):
        class Keeper(shared.Worker):
            name = "keeper"
            jobs = shared.SubmittedJobs("keeper", "url")

            def describe(self):
                return {"formats": ["coo"], "answers": "best", "resume": True}

            def sample(self, request):
                self.submitted(request, lambda _: f"job-{request.id}")
                return {"samples": [shared.sample("1" * request.variables)]}

        sink, worker, arrived = io.BytesIO(), Keeper(), threading.Semaphore(0)
        tell = shared.protocol.Conversation.tell

        def told(conversation, line):
            heard = tell(conversation, line)
            if line.get("type") == "result":
                arrived.release()
            return heard

        def notes():
            return sorted(note["job"] for _, note in worker.jobs.memory.everything())

        def questions():
            for question, more in ((1, {}), (2, {}), (3, {"settled": [1, 7, "2", None]}), (4, {"settled": 5})):
                PROTOCOL.check(line := {"type": "sample", "id": question, "seed": question, "reads": 1, "model": MODEL,
                                        **(more if question < 3 else {})}, "spinsack")
                yield json.dumps({**line, **more}).encode()
                arrived.acquire()
                seen.append(notes())
            yield b'{"type":"bye"}'

        seen = []
        with unittest.mock.patch.object(shared.protocol.Conversation, "tell", told):
            shared.serve(worker, questions(), sink)
        self.assertEqual(seen, [["job-1"], ["job-1", "job-2"], ["job-2", "job-3"], ["job-2", "job-3", "job-4"]])
        self.assertEqual(notes(), [])

    def test_parts_of_the_time_add_up(self):
        request = self.request()
        for _ in range(2):
            with request.timed("send"):
                self.clock.time += 1.5
        self.assertEqual(request.times, {"send": 3.0})


class Secrets(unittest.TestCase):
    def test_every_usual_form_is_hidden(self):
        secret = "p@ss/word+with &signs="
        with unittest.mock.patch.dict(os.environ, {"A_TOKEN": secret, "SHORT": "abc"}):
            redact = Redactor(["A_TOKEN", "SHORT", "MISSING"])
        forms = [secret, "p%40ss/word%2Bwith%20%26signs%3D", "p%40ss%2Fword%2Bwith+%26signs%3D",
                 "cEBzcy93b3JkK3dpdGggJnNpZ25zPQ==", secret.encode().hex(), secret.encode().hex().upper()]
        for form in forms:
            self.assertEqual(redact(f"<{form}>"), "<***>", form)
        for user in ("", "u", "us", "use"):
            packed = base64.b64encode(f"{user}:{secret}:more".encode()).decode()
            shown = redact(packed)
            self.assertIn("***", shown)
            self.assertLess(len(shown), len(packed) - len(secret))
        self.assertEqual(redact({"a": [secret, 1, None], secret: True}), {"a": ["***", 1, None], "***": True})
        self.assertEqual(redact("abc"), "abc")

    def test_a_proxy_is_told_who_we_are(self):
        from spinsack_machine.service import proxy_headers
        via = urllib.parse.urlsplit("http://me:p%40ss@proxy.example:3128")
        self.assertEqual(proxy_headers(via), {"Proxy-Authorization": "Basic " + base64.b64encode(b"me:p@ss").decode()})
        self.assertEqual(proxy_headers(urllib.parse.urlsplit("//proxy.example:3128")), {})

    def test_a_token_is_hidden_before_a_message_is_cut(self):
        from spinsack_machine.service import Answer, Service
        with unittest.mock.patch.dict(os.environ, {"A_TOKEN": "s" * 40}):
            service = Service("http://127.0.0.1:1", Redactor(["A_TOKEN"]))
        error = service.refusal(Answer(500, {}, b"x" * 290 + b"s" * 40))
        self.assertNotIn("s" * 8, str(error))


class Pieces(unittest.TestCase):
    def test_bits(self):
        self.assertEqual(bits_of([0, 1, True, False], 4), "0110")
        for values, variables in (([0, 1], 3), ([0, 2], 2), ([0, -1], 2), ([0, 0.5], 2), ([0, None], 2), ("01", 2)):
            with self.assertRaises(MachineError, msg=values):
                bits_of(values, variables)

    def test_numbers(self):
        self.assertEqual(numbers([1, "2.5"], "x"), [1.0, 2.5])
        for value in ([None], ["x"], [float("nan")], [float("inf")], 3, [True]):
            with self.assertRaises(MachineError, msg=value):
                numbers(value, "x")

    def test_options(self):
        size = shared.Parameter("size", "integer", 1, "a size", 0, 4)
        self.assertEqual([size.value_of(value) for value in ("3", 3, 3.0)], [3, 3, 3])
        self.assertEqual(shared.Parameter("on", "boolean", "true", "").value_of("false"), False)
        for value in ("5", -1, 1.5, "x", None, True):
            with self.assertRaises(MachineError, msg=value):
                size.value_of(value)

    def test_memory_keeps_to_its_folder(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {"XDG_STATE_HOME": folder}):
            memory = shared.Memory("x")
            self.assertTrue(memory.store("../../evil/\u00e9", {"a": 1}))
            self.assertEqual(memory.recall("../../evil/\u00e9"), {"a": 1})
            self.assertIsNone(memory.recall("nothing"))
            self.assertEqual([path.parent for path in memory.folder.iterdir()], [memory.folder])
            self.assertEqual(next(memory.folder.iterdir()).stat().st_mode & 0o777, 0o600)
        with unittest.mock.patch.dict(os.environ, {"XDG_STATE_HOME": "/proc/nowhere"}):
            self.assertFalse(shared.Memory("x").store("a", 1))

    def test_every_worker_explains_itself_without_any_package(self):
        for path in sorted(WORKERS.glob("spinsack-machine-*")):
            self.assertTrue(os.access(path, os.X_OK), path)
            done = subprocess.run([str(path), "--help"], capture_output=True, text=True, check=True,
                                  env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"})
            self.assertIn("usage", done.stdout, path)


class SchemaOfTheProtocol(unittest.TestCase):
    def test_it_refuses_what_is_wrong(self):
        good = {"type": "result", "id": 1, "samples": [{"bits": "01"}], "times": {}}
        PROTOCOL.check(good)
        for change in ({"id": -1}, {"id": None}, {"samples": []}, {"samples": [{"bits": "012"}]}, {"times": {"x": 1}},
                       {"times": {"machine": -1}}, {"stopped_by": "hunger"}, {"samples": [{"energy": 1}]}):
            with self.assertRaises(Misfit, msg=change):
                PROTOCOL.check({**good, **change})
        for line in ({"type": "error", "id": 1, "code": "tired", "message": ""}, {"type": "dance"}, [], "x",
                     {"type": "sample", "id": 1, "reads": 0, "model": {}}):
            with self.assertRaises(Misfit, msg=line):
                PROTOCOL.check(line)

    def test_it_knows_the_codes_of_workers(self):
        self.assertEqual(set(PROTOCOL.root["$defs"]["error"]["properties"]["code"]["enum"]), set(RETRY))

    def test_examples_of_the_documentation_fit(self):
        text = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
        lines = [line for block in text.split("```jsonl\n")[1:] for line in block.split("```")[0].splitlines()]
        self.assertGreaterEqual(len(lines), 8)
        for line in lines:
            PROTOCOL.check(json.loads(line))

    def test_a_keyword_that_the_checker_lacks_is_an_error(self):
        with self.assertRaises(AttributeError):
            Schema({"multipleOf": 2}).check(3)
