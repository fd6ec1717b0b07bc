# SPDX-License-Identifier: Apache-2.0
"""The bridges to dimod and to the Amplify SDK, with packages that stand in for these."""
import pathlib

from harness import MachineTest

FAKES = str(pathlib.Path(__file__).resolve().parent / "fakes")


class Dimod(MachineTest):
    format = "bqm"

    def begin(self, *command, **env):
        self.worker = ("dimod", *command)
        return self.start(PYTHONPATH=FAKES, **env)

    def test_independent_reads_with_a_seed(self):
        worker = self.begin("fake_samplers:Reader", "scale=1")
        hello = worker.hello()
        self.assertEqual((hello["answers"], hello["seed"], hello["state"]), ("independent", True, {"version": "1.2"}))
        result = worker.sample(self.model(), reads=3, seed=(1 << 40) + 5, options={"beta_range": "[0.1, 5]"})
        self.assert_probe(result)
        self.assertEqual(len(result["samples"]), 3)
        self.assertEqual((result["times"]["machine"], result["times"]["server"]), (2.0, 1.5))

    def test_a_time_limit_in_seconds(self):
        result = self.begin("fake_samplers:Hybrid").sample(self.model(), time_limit=4)
        self.assert_probe(result)
        self.assertEqual((result["times"]["machine"], result["billed"]), (4.0, {"seconds": 8.0}))

    def test_a_time_limit_in_milliseconds_of_each_read(self):
        self.assert_probe(self.begin("fake_samplers:TabuLike").sample(self.model(), time_limit=1, reads=2))

    def test_a_composite(self):
        self.assert_probe(self.begin("fake_samplers:Composite(Reader)").sample(self.model(), reads=2))

    def test_errors(self):
        worker = self.begin("fake_samplers:Reader")
        for fail, code in (("auth", "auth"), ("value", "parameter"), ("net", "network"), ("other", "machine")):
            line = worker.sample(self.model(), options={"fail": fail})
            self.assert_error(line, code)
        self.assert_error(worker.sample(self.model(), options={"beta": 1}), "parameter")

    def test_a_variable_that_is_missing(self):
        self.assert_error(self.begin("fake_samplers:Forgetful").sample(self.model()), "machine")

    def test_odd_answers(self):
        worker = self.begin("fake_samplers:Odd")
        for what in ("nothing", "nan", "values", "spins", "times"):
            with self.subTest(what=what):
                line = worker.sample(self.model(), options={"what": what})
                self.assertEqual(line["type"], "error", line)
                self.assertIn(line["code"], ("machine", "network"), line)
        self.assert_probe(worker.sample(self.model()))

    def test_a_sampler_that_would_end_the_program(self):
        worker = self.begin("fake_samplers:Odd")
        self.assert_error(worker.sample(self.model(), options={"what": "exit"}), "machine")
        worker.ask(self.model(), options={"what": "die"})
        self.assertEqual(worker.process.wait(60), 9)

    def test_what_a_sampler_prints_is_no_answer(self):
        self.assert_probe(self.begin("fake_samplers:Talkative").sample(self.model()))

    def test_a_sampler_that_is_not_there(self):
        for target in ("fake_samplers:Nobody", "no_such_module:Reader", "Reader"):
            self.assertEqual(self.begin(target).process.wait(60), 1)


class AmplifySdk(MachineTest):
    format = "amplify"
    worker = ("amplify-sdk", "AmplifyAEClient", "url=https://example.com")

    def begin(self, **env):
        return self.start(PYTHONPATH=FAKES, **env)

    def test_solves_the_probe(self):
        worker = self.begin()
        hello = worker.hello()
        self.assertEqual(hello["machine"]["version"], "1.4.0-fake")
        self.assertEqual([parameter["name"] for parameter in hello["parameters"]], ["mood", "num_gpus"])
        result = worker.sample(self.model(), time_limit=2, options={"num_gpus": 2})
        self.assert_probe(result)
        self.assertEqual((result["times"]["machine"], result["samples"][0]["found_at"]), (2.0, 0.5))
        self.assertGreaterEqual(result["times"]["encode"], 0.25)

    def test_errors(self):
        worker = self.begin(AMPLIFY_TOKEN="some other token")
        self.assert_error(worker.sample(self.model(), time_limit=2), "auth")
        self.assert_error(self.begin().sample(self.model(), time_limit=2, options={"num_gpus": 5}), "busy")
        for mood, code in (("network", "network"), ("broken", "machine"), ("nothing", "machine"), ("short", "machine"),
                           ("nan", "network")):
            with self.subTest(mood=mood):
                self.assert_error(self.begin().sample(self.model(), time_limit=2, options={"mood": mood}), code)
        self.worker = ("amplify-sdk", "NobodyClient")
        self.assertEqual(self.begin().process.wait(60), 1)

    def test_without_the_package(self):
        worker = self.start()
        self.assertEqual(worker.process.wait(60), 1)
        self.assertIn("needs the package amplify", worker.log())
