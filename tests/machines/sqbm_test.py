# SPDX-License-Identifier: Apache-2.0
"""The worker for Toshiba's SQBM+, against the stand-in."""
from fault_cases import SyncFaults
from harness import MachineTest
from standin import Fault


class Sqbm(MachineTest):
    worker = ("sqbm", "--url", "{url}")
    format = "mtx"

    def test_solves_the_probe_whichever_way_the_server_counts(self):
        for count in (1, 2):
            with self.subTest(count=count):
                self.standin.count = count
                worker = self.start(XDG_STATE_HOME=str(self.folder / str(count)))
                self.assertEqual(worker.hello()["machine"]["version"], "2.0.1-standin")
                result = worker.sample(self.model(), time_limit=1.5)
                self.assert_probe(result)
                self.assertEqual((result["times"]["machine"], result["times"]["queue"]), (1.5, 0.25))
                self.assertEqual(result["billed"], {"seconds": 1.5})
                self.assertEqual(result["machine"]["runs"], 320)

    def test_how_the_server_counts_is_asked_once_and_remembered(self):
        for worker in (self.start(), self.start()):
            for _ in range(2):
                self.assert_probe(worker.sample(self.model(), time_limit=1))
        self.assertEqual(len(self.standin.requests("POST", "solver/qubo")), 1 + 4)

    def test_a_server_that_counts_in_no_known_way_gets_nothing(self):
        self.standin.count = 3
        line = self.start().sample(self.model(), time_limit=1)
        self.assert_error(line, "machine", accepted=False, retry=False)
        self.assertIn("neither reading", line["message"])
        self.assertEqual(len(self.standin.requests("POST", "solver/qubo")), 1)

    def test_parameters_go_into_the_query(self):
        worker = self.start()
        worker.sample(self.model(), time_limit=0.25, reads=3, options={"algo": "20", "steps": 100})
        query = self.standin.requests("POST", "solver/qubo")[-1].query
        self.assertEqual(query, {"timeout": "0.25", "maxout": "3", "algo": "20", "steps": "100", "loops": "0"})

    def test_a_target_is_told_without_the_constant(self):
        result = self.start().sample(self.model(), time_limit=1, target=-10.75)
        self.assertEqual(self.standin.requests("POST", "solver/qubo")[-1].query["target"], "-11.0")
        self.assertEqual(result["stopped_by"], "target")

    def test_several_solutions_are_a_ranking(self):
        result = self.start().sample(self.model(), time_limit=1, reads=2)
        self.assertEqual([sample["energy"] for sample in result["samples"]], [-10.75, 0.25])

    def test_needs_no_token(self):
        self.assert_probe(self.start(SQBM_TOKEN="").sample(self.model(), time_limit=1))

    def test_a_server_that_is_away_still_gets_a_hello(self):
        self.standin.close()
        self.assertIn("unreachable", self.start().hello()["machine"])


class SqbmFaults(SyncFaults, MachineTest):
    worker = Sqbm.worker
    format = "mtx"
    path = "solver/qubo"
    wrong_options = ({"steps": -1}, {"dt": 2}, {"blocks": 41}, {"loops": "many"})
    too_long, too_many = 3601, 100001

    def failing(self, *faults, **more):
        """After the question how the server counts, which has faults of its own."""
        self.standin.faults = []
        worker = self.start()
        self.assert_probe(worker.sample(self.model(), time_limit=1))
        self.standin.faults = list(faults)
        return worker.sample(self.model(), time_limit=1, **more)

    def test_waiting_too_long_is_busy(self):
        self.assert_error(self.failing(Fault("maxwait")), "busy", retry=True)

    def test_the_question_how_the_server_counts_may_fail(self):
        """Nothing of the model was sent then, and the next request asks again."""
        for fault, code in ((Fault(503, "solver", times=1), "busy"), (Fault("close", "solver", times=1), "network"),
                            (Fault("cut", "solver", times=1), "network"), (Fault(500, "version", times=1), "machine"),
                            (Fault("wrong-type", "solver", times=1), "network")):
            with self.subTest(kind=fault.kind):
                worker = self.start(XDG_STATE_HOME=str(self.folder / str(fault.kind)))
                self.standin.faults = [fault]
                self.assert_error(worker.sample(self.model(), time_limit=1), code, accepted=False, retry=True)
                self.standin.faults = []
                self.assert_probe(worker.sample(self.model(), time_limit=1))
