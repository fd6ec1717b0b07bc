# SPDX-License-Identifier: Apache-2.0
"""The faults that every service can have, and how each has to end."""
import base64
import copy
import json
import threading

from standin import TOKEN, Fault

ODD = (None, True, -1, 10 ** 400, float("nan"), "", "x" * 70 + TOKEN, base64.b64encode(TOKEN.encode()).decode(), [TOKEN],
       {TOKEN: TOKEN})


def places_of(thing, place=()):
    """The way to everything in a JSON value; of a list to its first element."""
    yield place
    inside = thing.items() if isinstance(thing, dict) else list(enumerate(thing))[:1] if isinstance(thing, list) else ()
    for key, value in inside:
        yield from places_of(value, (*place, key))


def changed(thing, place, value):
    if not place:
        return value
    thing = copy.deepcopy(thing)
    inner = thing
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return thing


class HttpFaults:
    """Mixed into a MachineTest with the path of the request that is paid for."""

    path = ""
    limit = 1  # seconds to ask for
    token = ""  # the variable without which nothing is sent; empty: it may be missing
    wrong_options = ()  # each refused before anything is sent
    too_long = 0  # seconds, more than the machine takes
    too_many = 0  # variables, more than the machine takes

    def failing(self, *faults, **more):
        """The answer to the probe under these faults."""
        self.standin.faults = list(faults)
        return self.start().sample(self.model(), time_limit=self.limit, **more)

    def test_statuses_become_codes(self):
        for status, code, retry in ((401, "auth", False), (403, "auth", False), (413, "size", False),
                                    (429, "busy", True), (500, "machine", True), (503, "busy", True),
                                    (418, "parameter", False), (302, "network", False)):
            with self.subTest(status=status):
                line = self.failing(Fault(status, self.path))
                self.assert_error(line, code, retry=retry, accepted=False)
                self.assertNotIn("retry_after", line)
                self.assertIn(str(status), line["message"])

    def test_retry_after_is_passed_on(self):
        self.assert_error(self.failing(Fault(429, self.path, retry_after=30)), "busy", retry_after=30)
        line = self.failing(Fault(503, self.path, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"))
        self.assert_error(line, "busy", retry_after=0)

    def test_busy_once_then_well(self):
        self.standin.faults = [Fault(503, self.path, times=1)]
        worker = self.start()
        model = self.model()
        self.assert_error(worker.sample(model, time_limit=self.limit), "busy", retry=True)
        self.assert_probe(worker.sample(model, time_limit=self.limit))

    def test_a_broken_connection(self):
        self.assert_error(self.failing(Fault("close", self.path)), "network", retry=True)

    def test_an_answer_cut_in_the_middle(self):
        self.assert_error(self.failing(Fault("cut", self.path)), "network", retry=True)

    def test_an_answer_of_the_wrong_type(self):
        self.assert_error(self.failing(Fault("wrong-type", self.path)), "network", retry=True)

    def test_a_sample_without_one_of_its_bits(self):
        self.assert_error(self.failing(Fault("missing-bit")), "machine", accepted=True)

    def test_energies_are_passed_on_as_told(self):
        line = self.failing(Fault("doubled"))
        self.assertEqual(line["type"], "result", line)
        self.assertNotEqual(min(sample["energy"] for sample in line["samples"]), -10.75)

    def test_a_token_in_an_answer_comes_out_as_stars(self):
        line = self.failing(Fault("echo", self.path))
        self.assert_error(line, "auth", retry=False)
        self.assertIn("who are you? *** ***", line["message"])

    def test_a_wrong_token(self):
        worker = self.start(token="quite another, with spaces & signs/")
        self.assert_error(worker.sample(self.model(), time_limit=self.limit), "auth", accepted=False)

    def test_a_slow_answer_meets_the_deadline(self):
        self.standin.faults = [Fault("slow", self.path, seconds=30)]
        line = self.start().sample(self.model(), time_limit=self.limit, deadline=0.5)
        self.assert_error(line, "timeout", retry=False)

    def test_an_answer_delivered_twice_counts_once(self):
        self.assert_probe(self.failing(Fault("twice", self.path)))

    def test_an_odd_answer_is_a_fault_of_the_service_and_tells_no_secret(self):
        """Whatever stands in whichever place of an answer: the worker answers in the words of the protocol, says that
        the request may have been paid for, and goes on."""
        worker, model = self.start(), self.model()
        self.standin.polls = 0  # no waiting
        self.assert_probe(worker.sample(model, time_limit=self.limit))
        kinds = {}  # of replies, by what they are to and what is in them

        def keep(call, reply):
            places = tuple(places_of(json.loads(reply.data)))
            kinds[call.method, places] = None
            return reply
        self.standin.change = keep
        self.assert_probe(worker.sample(model, time_limit=self.limit))
        for kind in kinds:
            for place in kind[1]:
                for odd in ODD:
                    with self.subTest(method=kind[0], place=place, odd=str(odd)[:30]):
                        self.odd_answer(worker, model, kind, place, odd)
        self.assert_probe(worker.sample(model, time_limit=self.limit))
        for path in self.folder.rglob("*"):
            self.assertNotIn(TOKEN, str(path))
            if path.is_file():
                self.assertNotIn(TOKEN.encode(), path.read_bytes(), path)

    def odd_answer(self, worker, model, kind, place, odd):
        met = []

        def change(call, reply):
            good = json.loads(reply.data)
            if (call.method, tuple(places_of(good))) == kind and not met:
                met.append(call)
                reply.data = json.dumps(changed(good, place, odd)).encode()
            return reply
        self.standin.change = change
        self.standin.jobs.clear()
        line = worker.sample(model, time_limit=self.limit)
        self.standin.change = None
        self.assertTrue(met)
        if line["type"] == "error":
            self.assertIn(line["code"], ("network", "machine"), line)
            self.assertNotIn("the worker failed", line["message"])
            self.assertTrue(line["accepted"], line)

    def test_what_the_machine_would_refuse_is_not_sent(self):
        worker, model = self.start(), self.model()
        for options in ({"no_such_option": 1}, *self.wrong_options):
            self.assert_error(worker.sample(model, time_limit=self.limit, options=options), "parameter", accepted=False)
        self.assert_error(worker.sample(model, time_limit=self.too_long), "parameter", accepted=False)
        too_large = {**model, "variables": self.too_many}
        self.assert_error(worker.sample(too_large, time_limit=self.limit), "size", accepted=False)
        self.assertEqual(self.standin.requests("POST", ""), [])

    def test_a_request_that_may_have_been_taken_says_so(self):
        for kind in ("close", "cut", "wrong-type"):
            with self.subTest(kind=kind):
                line = self.failing(Fault(kind, self.path, times=1))
                self.assert_error(line, "network", accepted=True, retry=True)

    def test_without_a_connection_nothing_was_taken(self):
        worker = self.start()
        self.standin.close()
        self.assert_error(worker.sample(self.model(), time_limit=self.limit), "network", accepted=False, retry=True)

    def test_a_url_with_a_password_is_refused(self):
        worker = self.start("--url", "http://user:word@127.0.0.1:1")
        self.assertEqual(worker.process.wait(60), 1)
        self.assertNotIn("word@", worker.log())

    def test_a_missing_token_is_named(self):
        if not self.token:
            self.skipTest("needs no token")
        line = self.start(**{self.token: ""}).sample(self.model(), time_limit=self.limit)
        self.assert_error(line, "auth", accepted=False, retry=False)
        self.assertIn(self.token, line["message"])

    def test_a_model_that_is_none(self):
        model = self.model()
        with open(model["path"], "wb") as file:
            file.write(b"no model of any format")
        line = self.start().sample(model, time_limit=self.limit)
        self.assertEqual(line["type"], "error", line)
        self.assertNotIn("job", line)


class SyncFaults(HttpFaults):
    """Of services whose one request solves."""

    def test_cancel_is_heard_while_the_machine_works(self):
        worker = self.working()
        worker.say(type="cancel", id=worker.count)
        self.assert_error(worker.answer(worker.count), "cancelled", accepted=True)
        self.standin.gate.set()
        self.assert_probe(worker.sample(self.model(), time_limit=self.limit))

    def test_bye_and_the_end_of_input_are_heard_while_the_machine_works(self):
        for leave in (lambda worker: worker.say(type="bye"), lambda worker: worker.process.stdin.close()):
            worker = self.working()
            leave(worker)
            self.assertEqual(worker.process.wait(60), 0)
            self.standin.gate = None

    def working(self):
        """A worker whose machine has begun, and goes on until the gate is opened."""
        worker = self.start()
        self.assert_probe(worker.sample(self.model(), time_limit=self.limit))
        while self.standin.arrived.acquire(blocking=False):
            pass
        self.standin.gate = threading.Event()
        self.addCleanup(self.standin.gate.set)
        worker.ask(self.model(), time_limit=self.limit)
        worker.until("sending")
        self.assertTrue(self.standin.arrived.acquire(timeout=60))
        return worker
