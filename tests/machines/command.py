# SPDX-License-Identifier: Apache-2.0
"""The command itself, with all workers described and a stand-in behind them."""
import hashlib
import os
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


def keep_json(arguments, printed, folder):
    """For the schemas at the end of the suite, as tests/support/kept_json.hpp does it."""
    place = os.environ.get("SPINSACK_KEEP_JSON")
    if not place:
        return
    files = {"study": "study.json", "record": "records*.jsonl", "study-jobs": "jobs.jsonl",
             "study-answers": "answers-*.jsonl", "study-spending": "spend.jsonl"}
    found = [(kind, path.read_bytes()) for kind, name in files.items() for path in folder.rglob(name)]
    for kind, content in [("printed", printed.encode()), *found]:
        if content.startswith(b"{"):
            name = pathlib.Path(place) / f"{kind}-{hashlib.sha256(content).hexdigest()[:16]}"
            for ending, text in ((".command", " ".join(map(str, arguments)).encode()), (".json", content)):
                draft = name.with_suffix(f".{os.getpid()}")
                draft.write_bytes(text)
                draft.rename(name.with_suffix(ending))


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
        keep_json(arguments, done.stdout, self.folder)
        self.assertNotIn(TOKEN, done.stdout + done.stderr)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def assert_no_token_in_files(self):
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(TOKEN.encode(), path.read_bytes(), path)
