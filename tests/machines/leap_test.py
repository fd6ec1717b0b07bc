# SPDX-License-Identifier: Apache-2.0
"""The worker for D-Wave's hybrid BQM solver, against the stand-in."""
import json
import threading

from fault_cases import HttpFaults, changed, places_of
from harness import MachineTest
from standin import TOKEN, Fault
from standin.sapi import SOLVERS


class Leap(MachineTest):
    worker = ("leap", "--url", "{url}/sapi/v2/")
    format = "bqm"

    def test_solves_the_probe_with_the_newest_solver(self):
        worker = self.start()
        hello = worker.hello()
        self.assertEqual(hello["machine"]["version"], "hybrid_binary_quadratic_model_version2p")
        self.assertEqual(hello["limits"]["time_limit"], [3, 86400])
        result = worker.sample(self.model(), time_limit=4)
        self.assert_probe(result)
        self.assertEqual((result["times"]["machine"], result["billed"]), (4.0, {"seconds": 4.0}))

    def test_the_promise_comes_before_the_waiting(self):
        result = self.start().sample(self.model())
        self.assertEqual([(line["state"], line.get("accepted"), line.get("job")) for line in result["told"]][-3:],
                         [("queued", True, "leap-1"), ("running", None, "leap-1"), ("receiving", None, "leap-1")])
        posted = json.loads(self.standin.requests("POST", "/problems/")[0].body)
        self.assertEqual(posted[0]["params"], {"time_limit": 3})
        self.assertNotIn("label", posted[0], "names stay at home")

    def test_a_model_is_uploaded_once(self):
        worker = self.start()
        model = self.model()
        for _ in range(3):
            self.assert_probe(worker.sample(model))
        self.assertEqual(len(self.standin.uploads), 1)
        self.assertEqual(len(self.standin.requests("POST", "/problems/")), 3)

    def test_large_models_go_in_parts_with_their_sums(self):
        # 5 MiB hold 218453 couplings of twice 12 bytes: this has two parts and some, of 680 dense variables.
        lines = [f"{i} {i} {-1 if i % 2 else 1}" for i in range(680)]
        lines += [f"{i} {j} 0.001" for i in range(680) for j in range(i + 1, 680)]
        result = self.start().sample(self.model("# vartype=BINARY\n" + "\n".join(lines) + "\n"))
        self.assertEqual(result["type"], "result", result)
        self.assertEqual(len(self.standin.requests("PUT", "/part/")), 2)
        self.assertEqual(self.standin.complaints, [])

    def test_the_least_time_is_the_solvers(self):
        line = self.start().sample(self.model(), time_limit=1)
        self.assert_error(line, "parameter", accepted=False)
        self.assertIn("3..86400", line["message"])

    def test_limits_are_the_solvers(self):
        self.assert_error(self.start().sample({**self.model(), "variables": 1001}), "size", accepted=False)

    def test_a_solver_that_is_not_there(self):
        worker = self.start("--solver", "nobody")
        self.assertIn("nobody", worker.hello()["state"]["unreachable"])
        self.assert_error(worker.sample(self.model()), "parameter")

    def test_a_job_can_be_fetched_by_another_worker(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        worker.ask(self.model())
        job = worker.until("queued")["job"]
        worker.process.kill()
        self.standin.gate.set()
        self.assert_probe(self.start().resume(job, 4))
        self.assertEqual(len(self.standin.requests("POST", "/problems/")), 1)

    def test_cancel_reaches_the_service(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        identity = worker.ask(self.model())
        worker.until("queued")
        worker.say(type="cancel", id=identity)
        self.assert_error(worker.answer(identity), "cancelled", accepted=True)
        self.assertEqual(self.standin.released, ["leap-1"])


class LeapFaults(HttpFaults, MachineTest):
    worker = Leap.worker
    format = "bqm"
    path = "problems/$"
    limit = 3
    token = "DWAVE_API_TOKEN"
    too_long, too_many = 86401, 1001

    def test_solvers_that_describe_themselves_oddly(self):
        """The worker says hello all the same, and what it says fits the protocol."""
        good, model = [SOLVERS[2]], self.model()
        for place in places_of(good):
            for odd in (None, "x" * 70 + TOKEN, -1):
                with self.subTest(place=place, odd=odd):
                    def change(call, reply, data=json.dumps(changed(good, place, odd)).encode()):
                        if "solvers" in call.path:
                            reply.data = data
                        return reply
                    self.standin.change = change
                    worker = self.start()
                    self.assertEqual(worker.hello()["name"], "leap")
                    line = worker.sample(model, time_limit=3)
                    self.assertIn(line.get("code", "parameter"), ("network", "machine", "parameter", "size"), line)
                    worker.bye()

    def test_an_upload_that_fails(self):
        for place in ("multipart$", "part/1", "combine", "status"):
            with self.subTest(place=place):
                self.assert_error(self.failing(Fault(503, place)), "busy", accepted=False)

    def test_a_problem_that_fails(self):
        line = self.failing(Fault("error-state"))
        self.assert_error(line, "machine", accepted=True)
        self.assertIn("the solver is broken", line["message"])

    def test_a_poll_that_fails_leaves_the_job_to_be_fetched(self):
        for place in ("problems/$", "answer$"):
            self.standin.faults = [Fault("cut", place, method="GET", times=1)]
            worker = self.start()
            line = worker.sample(self.model())
            self.assert_error(line, "network", accepted=True)
            self.assert_probe(worker.resume(line["job"], 4))

    def test_a_problem_that_is_refused(self):
        body = [{"error_code": 429, "error_msg": "too many problems"}]
        fault = Fault(200, self.path, method="POST", body=body)
        fault.content_type = "application/vnd.dwave.sapi.problems+json; version=3.0.0"
        self.assert_error(self.failing(fault), "busy", accepted=False)

    def test_a_job_that_stays_waiting_is_cancelled(self):
        self.assert_error(self.failing(Fault("waiting"), deadline=5), "timeout", accepted=True)
        self.assertEqual(self.standin.released, ["leap-1"])
