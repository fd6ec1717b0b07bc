# SPDX-License-Identifier: Apache-2.0
"""`spinsack machine check` passes for every worker against the stand-in, and names what is wrong where it does not."""
import json
import pathlib
import subprocess

from harness import PATIENCE, SPINSACK, WORKERS, MachineTest, environment
from standin import TOKEN

FAKES = str(pathlib.Path(__file__).resolve().parent / "fakes")
DESCRIPTIONS = """
[ae]
worker = ["{workers}/spinsack-machine-amplify", "--url", "{url}"]
env = ["AMPLIFY_TOKEN"]
[da]
worker = ["{workers}/spinsack-machine-da4", "--url", "{url}/da", "--poll", "0.01"]
env = ["FUJITSU_DA_API_KEY"]
[sqbm]
worker = ["{workers}/spinsack-machine-sqbm", "--url", "{url}"]
env = ["SQBM_TOKEN"]
[leap]
worker = ["{workers}/spinsack-machine-leap", "--url", "{url}/sapi/v2/"]
env = ["DWAVE_API_TOKEN"]
[dimod]
worker = ["{workers}/spinsack-machine-dimod", "fake_samplers:Reader"]
env = ["PYTHONPATH"]
[sdk]
worker = ["{workers}/spinsack-machine-amplify-sdk", "AmplifyAEClient"]
env = ["PYTHONPATH", "AMPLIFY_TOKEN"]
[reference]
worker = ["{workers}/spinsack-machine-spinsack", "--program", "{spinsack}"]
"""


class Spinsack(MachineTest):
    """Runs the command with all workers described, and a token for each."""

    def setUp(self):
        super().setUp()
        self.machines = self.folder / "machines.toml"
        self.machines.write_text(DESCRIPTIONS.format(workers=WORKERS, url=self.standin.url, spinsack=SPINSACK),
                                 encoding="utf-8")
        self.environment = environment(self.folder, PYTHONPATH=FAKES, SPINSACK_MACHINES=str(self.machines))

    def spinsack(self, *arguments, code=0):
        done = subprocess.run([SPINSACK, *map(str, arguments)], env=self.environment, cwd=self.folder, text=True,
                              capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
        self.assertNotIn(TOKEN, done.stdout + done.stderr)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def assert_no_token_in_files(self):
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(TOKEN.encode(), path.read_bytes(), path)


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
        from reference_test import documented_worker
        path = self.folder / "my-machine"
        path.write_text(documented_worker(), encoding="utf-8")
        path.chmod(0o755)
        self.machines.write_text(f'[mine]\nworker = ["{path}"]\n', encoding="utf-8")
        self.assert_passes("mine", "time", "size", "cancel", "resume", "wrong secret")

    def test_a_machine_that_doubles_energies_is_found_out(self):
        from standin import Fault
        self.standin.faults = [Fault("doubled")]
        points = self.check("ae", code=2)
        self.assertEqual(points["probe"]["result"], "failed", points)
