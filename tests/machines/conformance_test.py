# SPDX-License-Identifier: Apache-2.0
"""`spinsack machine check` passes for every worker against the stand-in, and names what is wrong where it does not."""
import json

from command import Spinsack
from harness import ROOT
from reference_test import DENSE, documented_worker
from standin import Fault


class Conformance(Spinsack):
    def check(self, machine, *arguments, code=0):
        """The points of the check by name."""
        done = json.loads(self.spinsack("machine", "check", machine, "--json", *arguments, code=code))
        self.assertEqual(done["passed"], code == 0)
        self.assert_no_token_in_files()
        return {point["point"]: point for point in done["points"]}

    def assert_passes(self, machine, *skipped, arguments=()):
        points = self.check(machine, *arguments)
        self.assertEqual({name for name, point in points.items() if point["result"] == "skipped"}, set(skipped), points)
        self.assertEqual(self.standin.complaints, [])

    def test_amplify(self):
        self.assert_passes("ae", "several reads", "size", "cancel", "resume")

    def test_da4(self):
        self.assert_passes("da", "several reads", "size")
        self.assertEqual(self.standin.jobs, {})

    def test_sqbm(self):
        self.assert_passes("sqbm", "several reads", "size", "cancel", "resume")

    def test_sqbm_that_counts_pairs_once(self):
        self.standin.count = 1
        self.assert_passes("sqbm", "several reads", "size", "cancel", "resume")

    def test_leap_with_the_largest_model(self):
        self.assert_passes("leap", "several reads", arguments=["--spend"])

    def test_dimod(self):
        self.assert_passes("dimod", "time", "size", "cancel", "resume", "wrong secret")

    def test_amplify_sdk(self):
        self.assert_passes("sdk", "several reads", "size", "cancel", "resume", arguments=["-t", "2"])

    def test_reference(self):
        self.assert_passes("reference", "time", "size", "resume", "wrong secret")

    def test_the_worker_of_the_documentation(self):
        path = self.folder / "my-machine"
        path.write_text(documented_worker(), encoding="utf-8")
        path.chmod(0o755)
        self.machines.write_text(f'[mine]\nworker = ["{path}"]\n', encoding="utf-8")
        self.assert_passes("mine", "time", "size", "cancel", "resume", "wrong secret")

    def test_a_machine_that_doubles_energies_is_found_out(self):
        self.standin.faults = [Fault("doubled")]
        points = self.check("ae", code=2)
        self.assertEqual(points["probe"]["result"], "failed", points)


class DescriptionsOfTheDocumentation(Spinsack):
    def test_they_are_understood(self):
        text = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
        blocks = [block.split("```")[0] for block in text.split("```toml\n")[1:]]
        self.machines.write_text("\n".join(blocks), encoding="utf-8")
        described = [json.loads(line)["name"] for line in self.spinsack("machine", "list", "--json").splitlines()]
        self.assertEqual(" ".join(sorted(described)), "ae da leap mine mqlib openjij ours qbsolv qpu sqbm")


class Sampling(Spinsack):
    """The sampler `external`, through workers to the stand-in."""

    def sample(self, *arguments, code=0):
        (self.folder / "model.coo").write_text(DENSE, encoding="utf-8")
        return self.spinsack("sample", "model.coo", "-q", *arguments, code=code)

    def test_the_reference_gives_the_samples_of_the_sampler_inside(self):
        common = ["--reads", 20, "--seed", 5, "--csv", "-"]
        inside = self.sample("-m", "sa", "--sweeps", 20, *common)
        outside = self.sample("-m", "external", "--machine", "reference", "--options", "sweeps=20", *common)
        self.assertEqual(outside, inside)

    def test_a_busy_machine_is_asked_again(self):
        self.standin.faults = [Fault(429, "solve", retry_after=0, times=2)]
        self.sample("-m", "external", "--machine", "ae", "--reads", 1, "-t", 1)
        self.assertEqual(len(self.standin.requests("POST", "solve")), 3)

    def test_a_wrong_token_ends_it_and_is_not_told(self):
        self.standin.faults = [Fault("echo", "solve")]
        self.sample("-m", "external", "--machine", "ae", "--reads", 1, "-t", 1, code=1)
        self.assertEqual(len(self.standin.requests("POST", "solve")), 1)
        self.assert_no_token_in_files()

    def test_a_job_whose_poll_fails_is_fetched(self):
        self.standin.faults = [Fault("cut", "jobs/result", times=1)]
        self.sample("-m", "external", "--machine", "da", "--reads", 1, "-t", 1)
        self.assertEqual(len(self.standin.requests("POST", "qubo/solve")), 1)

    def test_a_machine_has_all_of_the_time_of_a_solve(self):
        """Nothing is kept back for the bound: a step of the machine's time would be lost by it."""
        self.spinsack("solve", "medium:100_25_1", "-q", "-m", "external", "--machine", "da", "--reads", 3, "-t", 3, "-j", 1)
        limits = [json.loads(call.body)["fujitsuDA3"]["time_limit_sec"]
                  for call in self.standin.requests("POST", "qubo/solve")]
        self.assertEqual(limits, [1, 1, 1])

    def test_a_study_tells_of_wrong_energies(self):
        self.standin.faults = [Fault("doubled", "solve")]
        (self.folder / "plan.toml").write_text(
            "instances = ['medium:100_25_1']\n[[run]]\nmethod = 'external'\nmachine = 'ae'\nencoding = 'binary'\n"
            "lambda = 2\nreads = 2\ntime-limit = 1\nvariants = { M = 'repair+fill' }\n", encoding="utf-8")
        self.spinsack("study", "run", "plan.toml", "--out", "out", "--yes", "-q")
        records = [json.loads(line) for line in (self.folder / "out" / "records.jsonl").read_text().splitlines()]
        self.assertEqual([record["environment"]["machine"]["wrong_energies"] for record in records], [1, 1])

    def test_coefficients_that_a_machine_cannot_hold_are_not_sent(self):
        (self.folder / "fine.coo").write_text("# vartype=BINARY\n0 0 1.00000000001\n0 1 -2\n", encoding="utf-8")
        self.spinsack("sample", "fine.coo", "-q", "-m", "external", "--machine", "sqbm", "-t", 1, code=1)
        self.assertEqual(self.standin.requests("POST", "solver"), [])
