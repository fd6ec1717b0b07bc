# SPDX-License-Identifier: Apache-2.0
"""The faults that every service can have, and how each has to end."""
from standin import Fault


class HttpFaults:
    """Mixed into a MachineTest with the path of the request that is paid for."""

    path = ""
    limit = 1  # seconds to ask for

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
