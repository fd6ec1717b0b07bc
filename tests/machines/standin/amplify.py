# SPDX-License-Identifier: Apache-2.0
"""Fixstars Amplify AE, API v0."""
import gzip
import json

from . import problems
from .problems import Wrong
from .tokens import TOKEN

MEMBERS = {"polynomial", "constant", "constraints", "timeout", "num_gpus", "outputs", "penalty_calibration"}


def reply(standin, call):
    if call.path != "/solve":
        return None
    if call.headers.get("Authorization") != "Bearer " + TOKEN:
        return {"message": "Unauthorized"}, 401
    call.expect(Content_Type="application/json", Accept="application/json")
    data = gzip.decompress(call.body) if call.headers.get("Content-Encoding") == "gzip" else call.body
    body = json.loads(data)
    unknown = set(body) - MEMBERS
    if unknown or call.method != "POST":
        raise Wrong(f"members {unknown}")
    timeout = body.get("timeout", 10000)
    if not isinstance(timeout, int) or not 0 <= timeout <= 600000 or body.get("num_gpus", 1) not in range(5):
        raise Wrong("timeout or num_gpus")
    problem = problems.from_amplify(body)
    bits, energy = standin.solved(call, problem)
    # Improvements of one run: from nothing chosen to the best.
    worst = [0] * len(bits)
    history = [(worst, problem.energy(worst + [0] * (len(problem.linear) - len(bits)))), (bits, energy)]
    if body["outputs"].get("num_outputs", 1) == 1:
        history = history[1:]
    stamps = [timeout * 0.9 * (k + 1) / len(history) for k in range(len(history))]
    return {"energies": [energy for _, energy in history], "spins": [bits for bits, _ in history],
            "feasibilities": [True] * len(history), "message": "",
            "execution_parameters": {"timeout": timeout, "num_gpus": body.get("num_gpus", 1), "num_iterations": 12345,
                                     "penalty_calibration": True, "penalty_multipliers": [],
                                     "version": "v0.7.4-standin"},
            "execution_time": {"annealing_time": float(timeout), "queue_time": 3.1, "cpu_time": 12.9,
                               "time_stamps": stamps}}
