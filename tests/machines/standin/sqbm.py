# SPDX-License-Identifier: Apache-2.0
"""Toshiba SQBM+ v2."""
from . import problems
from .problems import Wrong
from .tokens import TOKEN

PARAMETERS = {"steps", "loops", "timeout", "target", "maxout", "maxwait", "algo", "algos", "dt", "C", "blocks",
              "multishot"}


def reply(standin, call):
    if call.path == "/version" and call.method == "GET":
        return {"version": "2.0.1-standin"}
    if call.path != "/solver/qubo":
        return None
    if call.headers.get("Authorization") not in (None, "Bearer " + TOKEN):
        return b"unauthorized", 401, "text/plain"
    if call.method != "POST" or set(call.query) - PARAMETERS:
        raise Wrong(f"parameters {sorted(call.query)}")
    call.expect(Content_Type="application/octet-stream")
    timeout, maxout = float(call.query.get("timeout", 10)), int(call.query.get("maxout", 1))
    if not 0.001 <= timeout <= 3600 or not 1 <= maxout <= 1000:
        raise Wrong("timeout or maxout")
    if standin.fault("maxwait", call):
        return b"maxwait exceeded", 503, "text/plain"
    problem = problems.from_mtx(call.body, standin.count)
    bits, value = standin.solved(call, problem)
    value -= problem.constant
    answer = {"id": "r1", "time": timeout, "wait": 0.25, "runs": 320, "message": "timeout", "value": value,
              "result": bits, "param": {"algo": "15", "dt": 0.1, "C": 0.5, "steps": 100}}
    if "target" in call.query and value <= float(call.query["target"]):
        answer["message"] = "reached"
    if maxout > 1:
        none = [0] * len(bits)
        answer["others"] = [{"value": problem.energy(none) - problem.constant, "result": none}]
    return answer
