# SPDX-License-Identifier: Apache-2.0
"""The worker for Fujitsu's Digital Annealer, against the stand-in."""
import json
import threading

from fault_cases import HttpFaults
from harness import MachineTest
from standin import Fault


class Da4(MachineTest):
    worker = ("da4", "--url", "{url}/da", "--poll", "0.01")
    format = "da"

    def test_solves_the_probe_and_deletes_the_job(self):
        worker = self.start()
        hello = worker.hello()
        self.assertTrue(hello["resume"] and hello["cancel"] and hello["capacity"])
        result = worker.sample(self.model(), time_limit=2, options={"num_run": 8, "gs_level": "7"})
        self.assert_probe(result)
        self.assertEqual((result["times"]["machine"], result["times"]["server"]), (2.0, 0.25))
        self.assertIn("queue", result["times"])
        self.assertEqual(result["samples"][0]["found_at"], 0.5)
        self.assertEqual(result["billed"], {"seconds": 2})
        body = json.loads(self.standin.requests("POST", "qubo/solve")[0].body)
        self.assertEqual(body["fujitsuDA3"],
                         {"num_run": 8, "gs_level": 7, "time_limit_sec": 2, "num_output_solution": 1})
        self.assertEqual((self.standin.jobs, self.standin.released), ({}, ["da-1"]))

    def test_the_promise_comes_before_the_waiting(self):
        self.standin.polls = 3
        result = self.start().sample(self.model(), time_limit=1)
        states = [(line["state"], line.get("accepted"), line.get("job")) for line in result["told"]]
        self.assertEqual(states, [("encoding", None, None), ("sending", None, None), ("queued", True, "da-1"),
                                  ("running", None, "da-1")])

    def test_other_version_of_the_api(self):
        self.assert_probe(self.start("--api", "v3c").sample(self.model(), time_limit=1))
        self.assertTrue(self.standin.requests("POST", "/da/v3c/async/qubo/solve"))

    def test_a_variable_without_terms_has_a_value(self):
        result = self.start().sample(self.model("# vartype=BINARY\n0 0 -1\n2 2 -1\n"), time_limit=1)
        self.assertEqual([(sample["bits"][0], sample["bits"][2]) for sample in result["samples"]], [("1", "1")])

    def test_several_solutions_are_a_ranking(self):
        result = self.start().sample(self.model(), time_limit=1, reads=5)
        self.assertEqual([sample["energy"] for sample in result["samples"]], [-10.75, 0.25])
        body = json.loads(self.standin.requests("POST", "qubo/solve")[0].body)
        self.assertEqual(body["fujitsuDA3"]["num_output_solution"], 5)

    def test_an_inequality_of_the_model_holds(self):
        # Worth 3, 4, 5 at weights 2, 3, 4 within 5: the first two.
        model = self.model("# vartype=BINARY\n0 0 -3\n1 1 -4\n2 2 -5\n")
        terms = [{"c": 2, "p": [0]}, {"c": 3, "p": [1]}, {"c": 4, "p": [2]}, {"c": -5, "p": []}]
        with open(model["path"], encoding="utf-8") as file:
            body = json.load(file)
        with open(model["path"], "w", encoding="utf-8") as file:
            json.dump({**body, "inequalities": [{"terms": terms, "lambda": 1}]}, file)
        self.assertEqual(self.start().sample(model, time_limit=1)["samples"][0]["bits"], "110")

    def test_time_limits_are_whole_seconds(self):
        worker = self.start()
        for limit in (0.5, 1.5, 3601):
            self.assert_error(worker.sample(self.model(), time_limit=limit), "parameter", accepted=False)
        self.assertEqual(self.standin.log, [])

    def test_a_job_can_be_fetched_by_another_worker(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        worker.ask(self.model(), time_limit=1)
        job = worker.until("queued")["job"]
        worker.process.kill()
        self.standin.gate.set()
        self.assert_probe(self.start().resume(job, 4))
        self.assertEqual(len(self.standin.requests("POST", "qubo/solve")), 1)
        self.assertEqual(self.standin.jobs, {})

    def test_a_result_can_be_fetched_again_after_it_was_deleted_there(self):
        worker = self.start()
        job = worker.sample(self.model(), time_limit=1)["job"]
        self.assertEqual(self.standin.jobs, {})
        for worker in (worker, self.start()):
            self.assert_probe(worker.resume(job, 4))

    def test_a_job_that_only_the_service_heard_of_is_not_paid_twice(self):
        # The name of the job arrives when spinsack is gone already.
        self.standin.faults = [Fault("slow", "qubo/solve", seconds=0.5, times=1)]
        worker = self.start()
        model = self.model()
        worker.ask(model, time_limit=1)
        self.wait_for(lambda: self.standin.requests("POST", "qubo/solve"))
        worker.process.stdin.close()
        self.assertEqual(worker.process.wait(60), 0)
        if list(self.standin.jobs) == ["da-1"]:  # unless this took longer than a worker may stay
            self.assert_probe(self.start().sample(model, time_limit=1))
            self.assertEqual(len(self.standin.requests("POST", "qubo/solve")), 1)

    def test_bye_leaves_the_job_alone(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        worker.ask(self.model(), time_limit=1)
        worker.until("queued")
        self.assertEqual(worker.bye(), 0)
        self.assertEqual(list(self.standin.jobs), ["da-1"])
        self.assertEqual(self.standin.requests("POST", "jobs/cancel"), [])

    def test_cancel_of_a_job_that_waits(self):
        self.standin.faults = [Fault("waiting")]
        worker = self.start()
        identity = worker.ask(self.model(), time_limit=1)
        worker.until("queued")
        worker.say(type="cancel", id=identity)
        self.assert_error(worker.answer(identity), "cancelled")
        self.assertEqual((self.standin.jobs, self.standin.released), ({}, ["da-1"]))

    def test_cancel_of_a_job_that_runs_deletes_it_when_it_is_done(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        identity = worker.ask(self.model(), time_limit=1)
        worker.until("running")
        worker.say(type="cancel", id=identity)
        self.assert_error(worker.answer(identity), "cancelled", accepted=True)
        self.assertEqual(list(self.standin.jobs), ["da-1"])
        self.standin.gate.set()
        self.wait_for(lambda: self.standin.requests("POST", "cancel"))
        self.assert_probe(worker.sample(self.model(), time_limit=1))  # here, or at bye
        self.assertEqual(worker.bye(), 0)
        self.assertEqual(self.standin.jobs, {})

    def test_many_jobs_at_a_time(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        model = self.model()
        identities = {worker.ask(model, time_limit=1) for _ in range(10)}
        while len(self.standin.jobs) < 10:
            worker.until("queued")
        self.standin.gate.set()
        while identities:
            line = worker.hear()
            if line["type"] != "status":
                self.assert_probe(line)
                identities.remove(line["id"])
        self.assertEqual(self.standin.jobs, {})


class Da4Faults(HttpFaults, MachineTest):
    worker = Da4.worker
    format = "da"
    path = "qubo/solve"
    token = "FUJITSU_DA_API_KEY"
    wrong_options = ({"num_run": 0}, {"gs_level": 101}, {"num_group": 1.5})
    too_long, too_many = 3601, 100001

    def test_a_job_that_stays_waiting_is_cancelled_and_deleted(self):
        self.assert_error(self.failing(Fault("waiting"), deadline=5), "timeout", accepted=True)
        self.assertEqual((self.standin.jobs, self.standin.released), ({}, ["da-1"]))

    def test_a_job_that_fails_is_deleted(self):
        line = self.failing(Fault("error-state"))
        self.assert_error(line, "machine", accepted=True, retry=True)
        self.assertIn("the annealer is broken", line["message"])
        self.assertNotIn("job", line)  # nothing is left to fetch
        self.assertEqual((self.standin.jobs, self.standin.released), ({}, ["da-1"]))

    def test_a_job_with_a_broken_result_is_deleted(self):
        self.assert_error(self.failing(Fault("missing-bit")), "machine", accepted=True)
        self.assertEqual((self.standin.jobs, self.standin.released), ({}, ["da-1"]))

    def test_words_of_the_service(self):
        for message, code in (("Monthly usage exceeds specified metering limit.", "quota"),
                              ("Invalid request header", "auth"), ("X-Api-Key is wrong", "auth"),
                              ("The number of variables is wrong", "size"), ("no such thing", "parameter")):
            with self.subTest(message=message):
                body = {"error": {"code": 1, "title": "Bad request", "message": message}}
                line = self.failing(Fault(400, self.path, body=body))
                self.assert_error(line, code, accepted=False, retry=False)
                self.assertIn(message, line["message"])

    def test_a_poll_that_fails_leaves_the_job_to_be_fetched(self):
        for kind, code in ((500, "machine"), ("close", "network"), ("cut", "network"), ("wrong-type", "network")):
            with self.subTest(kind=kind):
                self.standin.faults = [Fault(kind, "jobs/result", times=1)]
                worker = self.start()
                line = worker.sample(self.model(), time_limit=1)
                self.assert_error(line, code, accepted=True)
                self.assert_probe(worker.resume(line["job"], 4))
        self.assertEqual(len(self.standin.requests("POST", "qubo/solve")), 4)
        self.assertEqual(self.standin.jobs, {})

    def test_a_delete_that_fails_does_no_harm(self):
        self.assert_probe(self.failing(Fault(500, "jobs/result", method="DELETE")))

    def test_all_slots_taken(self):
        self.standin.gate = threading.Event()
        worker = self.start()
        model = self.model()
        for _ in range(16):
            worker.ask(model, time_limit=1)
            worker.until("queued")
        # Another process of the same account.
        self.assert_error(self.start().sample(model, time_limit=1), "busy", retry=True, accepted=False)
        self.standin.gate.set()

    def test_an_unknown_job(self):
        self.assert_error(self.start().resume("nobody-knows", 4), "machine", retry=False, accepted=True)
