# SPDX-License-Identifier: Apache-2.0
"""The worker for Fixstars Amplify AE, against the stand-in."""
import gzip
import json
import threading

from fault_cases import HttpFaults
from harness import MachineTest


class Amplify(MachineTest):
    worker = ("amplify", "--url", "{url}")
    format = "amplify"

    def test_solves_the_probe_and_tells_its_history(self):
        worker = self.start()
        hello = worker.hello()
        self.assertEqual((hello["answers"], hello["formats"]), ("history", ["amplify"]))
        result = worker.sample(self.model(), time_limit=2.5, options={"num_gpus": 2})
        self.assert_probe(result)
        self.assertEqual([sample["bits"] for sample in result["samples"]], ["0000", "1100"])
        self.assertEqual([sample["found_at"] for sample in result["samples"]], [1.125, 2.25])
        self.assertEqual([result["times"][part] for part in ("machine", "queue", "server")], [2.5, 0.0031, 0.0129])
        self.assertLessEqual({"encode", "send", "receive", "decode"}, set(result["times"]))
        self.assertEqual(result["machine"], {"version": "v0.7.4-standin", "iterations": 12345})
        call, = self.standin.requests("POST", "/solve")
        body = json.loads(gzip.decompress(call.body))
        self.assertEqual((body["timeout"], body["num_gpus"], body["outputs"]),
                         (2500, 2, {"sort": False, "num_outputs": 0}))
        self.assertEqual(worker.bye(), 0)

    def test_a_constraint_of_the_model_holds(self):
        model = self.model("# vartype=BINARY\n0 0 -3\n1 1 -4\n2 2 -5\n")
        with open(model["path"], encoding="utf-8") as file:
            body = json.load(file)
        condition = {"left": [[0, 2], [1, 3], [2, 4]], "op": "LE", "right": 5}
        with open(model["path"], "w", encoding="utf-8") as file:
            json.dump({**body, "constraints": [{"condition": condition, "penalty": [], "multiplier": 1}]}, file)
        result = self.start().sample(model, time_limit=1, options={"penalty_calibration": "false"})
        self.assertEqual(result["samples"][-1]["bits"], "110")

    def test_takes_packed_models(self):
        model = self.model()
        with open(model["path"], "rb") as file:
            packed = gzip.compress(file.read())
        with open(model["path"], "wb") as file:
            file.write(packed)
        self.assert_probe(self.start().sample({**model, "compression": "gzip"}, time_limit=1))

    def test_solves_models_beyond_trying_all(self):
        lines = ["# vartype=BINARY"] + [f"{i} {i} {-1 if i % 3 else 2}" for i in range(40)] + ["0 39 1"]
        result = self.start().sample(self.model("\n".join(lines) + "\n"), time_limit=1)
        self.assertEqual(result["samples"][-1]["bits"], "".join("1" if i % 3 else "0" for i in range(40)))

    def test_refuses_what_the_machine_would_refuse(self):
        worker = self.start()
        model = self.model()
        self.assert_error(worker.sample(model, options={"gpus": 1}), "parameter", accepted=False)
        self.assert_error(worker.sample(model, options={"num_gpus": 9}), "parameter", accepted=False)
        self.assert_error(worker.sample(model, options={"num_gpus": "many"}), "parameter", accepted=False)
        self.assert_error(worker.sample(model, time_limit=601), "parameter", accepted=False)
        self.assert_error(worker.sample({**model, "variables": 131073}), "size", accepted=False)
        self.assertEqual(self.standin.log, [])

    def test_a_request_that_may_have_been_taken_says_so(self):
        from standin import Fault
        self.standin.faults = [Fault("close", times=1)]
        self.assert_error(self.start().sample(self.model(), time_limit=1), "network", accepted=True, retry=True)

    def test_without_a_connection_nothing_was_taken(self):
        worker = self.start()
        self.standin.close()
        self.assert_error(worker.sample(self.model(), time_limit=1), "network", accepted=False, retry=True)

    def test_cancel_is_heard_while_the_machine_works(self):
        self.standin.gate = threading.Event()
        self.addCleanup(self.standin.gate.set)
        worker = self.start()
        identity = worker.ask(self.model(), time_limit=1)
        self.assertTrue(self.standin.arrived.acquire(timeout=60))
        worker.say(type="cancel", id=identity)
        self.assert_error(worker.answer(identity), "cancelled", accepted=True)
        self.standin.gate.set()
        self.assert_probe(worker.sample(self.model(), time_limit=1))

    def test_bye_and_the_end_of_input_are_heard_while_the_machine_works(self):
        self.standin.gate = threading.Event()
        self.addCleanup(self.standin.gate.set)
        for leave in (lambda worker: worker.say(type="bye"), lambda worker: worker.process.stdin.close()):
            worker = self.start()
            worker.ask(self.model(), time_limit=1)
            self.assertTrue(self.standin.arrived.acquire(timeout=60))
            leave(worker)
            self.assertEqual(worker.process.wait(60), 0)

    def test_a_url_with_a_password_or_in_the_clear_is_refused(self):
        for url in ("http://user:word@127.0.0.1:1", "http://example.org", "ftp://example.org"):
            worker = self.start("--url", url)
            self.assertEqual(worker.process.wait(60), 1)
            self.assertNotIn("word@", worker.log())

    def test_a_missing_token_is_named(self):
        line = self.start(AMPLIFY_TOKEN="").sample(self.model(), time_limit=1)
        self.assert_error(line, "auth", accepted=False, retry=False)
        self.assertIn("AMPLIFY_TOKEN", line["message"])


class AmplifyFaults(HttpFaults, MachineTest):
    worker = ("amplify", "--url", "{url}")
    format = "amplify"
    path = "/solve"
