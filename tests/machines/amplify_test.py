# SPDX-License-Identifier: Apache-2.0
"""The worker for Fixstars Amplify AE, against the stand-in."""
import gzip
import json
import zlib

from fault_cases import SyncFaults
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

    def test_a_packed_model_is_sent_as_it_is(self):
        """Our members go in at the place that spinsack marked, and the checksums of the whole are right."""
        model = self.model()
        with open(model["path"], "rb") as file:
            text = file.read()
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        begun = packer.compress(text[:-2]) + packer.flush(zlib.Z_FULL_FLUSH)
        with open(model["path"], "wb") as file:
            file.write(begun + packer.compress(text[-2:]) + packer.flush())
        place = {"bytes": len(begun), "crc32": zlib.crc32(text[:-2]), "text_bytes": len(text) - 2}
        self.assert_probe(self.start().sample({**model, "compression": "gzip", "splice": place}, time_limit=2))
        call, = self.standin.requests("POST", "/solve")
        self.assertTrue(call.body.startswith(begun))
        self.assertEqual(json.loads(gzip.decompress(call.body))["timeout"], 2000)

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

    def test_a_url_in_the_clear_is_refused(self):
        for url in ("http://example.org", "ftp://example.org"):
            self.assertEqual(self.start("--url", url).process.wait(60), 1)


class AmplifyFaults(SyncFaults, MachineTest):
    worker = ("amplify", "--url", "{url}")
    format = "amplify"
    path = "/solve"
    token = "AMPLIFY_TOKEN"
    wrong_options = ({"num_gpus": 9}, {"num_gpus": "many"}, {"penalty_calibration": "perhaps"})
    too_long, too_many = 601, 131073
