# SPDX-License-Identifier: Apache-2.0
"""The solver API of D-Wave, as far as hybrid BQM solvers need it."""
import base64
import hashlib
import json
import re

from . import problems
from .problems import Wrong
from .tokens import TOKEN

BASE = "/sapi/v2/"
PART = 5 << 20
PROBLEMS = "application/vnd.dwave.sapi.problems+json; version=3.0.0"
SOLVER = "hybrid_binary_quadratic_model_version2p"


def solver(name, version, category="hybrid", kinds=("bqm",)):
    return {"identity": {"name": name, "version": {"graph_id": "01"}}, "status": "ONLINE", "avg_load": 0.1,
            "description": "stand-in", "properties": {
                "category": category, "supported_problem_types": list(kinds), "version": version,
                "minimum_time_limit": [[1, 3.0], [1024, 3.0], [4096, 10.0]], "maximum_time_limit_hrs": 24.0,
                "maximum_number_of_variables": 1000, "maximum_number_of_biases": 200000000,
                "quota_conversion_rate": 20}}


SOLVERS = [solver("qpu_like", "9", "qpu", ("ising", "qubo")), solver("hybrid_binary_quadratic_model_version1", "1.9"),
           solver(SOLVER, "2.10"), solver("hybrid_constrained", "9.0", kinds=("cqm",))]


def reply(standin, call):
    if not call.path.startswith(BASE):
        return None
    if call.headers.get("X-Auth-Token") != TOKEN:
        return {"error_code": 401, "error_msg": "Invalid token or access denied"}, 401
    path = call.path[len(BASE):]
    if (call.method, path) == ("GET", "solvers/remote/"):
        return SOLVERS, 200, "application/vnd.dwave.sapi.solver-definition-list+json; version=2.0.0"
    if path.startswith("bqm/multipart"):
        return upload(standin, call, path[len("bqm/multipart"):])
    if path == "problems/":
        if call.headers.get("Accept") != PROBLEMS:
            raise Wrong("Accept")
        if call.method == "POST":
            return submitted(standin, json.loads(call.body)), 200, PROBLEMS
        return [status(standin, call, name) for name in call.query["id"].split(",")], 200, PROBLEMS
    return one_problem(standin, call, path)


def upload(standin, call, path):
    if (call.method, path) == ("POST", ""):
        size = json.loads(call.body)["size"]
        name = f"data-{len(standin.uploads) + 1}"
        standin.uploads[name] = {"size": size, "parts": {}, "problem": None}
        return {"id": name}
    route = re.fullmatch(r"/([^/]+)/(part/(\d+)|status|combine)", path)
    data = standin.uploads[route[1]]
    if call.method == "PUT" and route[3]:
        call.expect(Content_Type="application/octet-stream",
                    Content_MD5=base64.b64encode(hashlib.md5(call.body).digest()).decode())
        data["parts"][int(route[3])] = call.body
        return {}
    parts = [data["parts"][k] for k in sorted(data["parts"])]
    if call.method == "GET" and route[2] == "status":
        return {"status": "UPLOAD_COMPLETED" if data["problem"] else "UPLOAD_IN_PROGRESS",
                "parts": [{"part_number": k, "checksum": f'"{hashlib.md5(part).hexdigest()}"'}
                          for k, part in enumerate(parts, 1)]}
    if call.method == "POST" and route[2] == "combine":
        if any(len(part) != PART for part in parts[:-1]) or sum(map(len, parts)) != data["size"]:
            raise Wrong("sizes of the parts")
        whole = hashlib.md5(b"".join(hashlib.md5(part).digest() for part in parts)).hexdigest()
        if json.loads(call.body) != {"checksum": whole}:
            raise Wrong("checksum of the parts")
        data["problem"] = problems.from_bqm(b"".join(parts))
        return {}
    return None


def submitted(standin, jobs):
    if not isinstance(jobs, list) or not 1 <= len(jobs) <= 20:
        raise Wrong("a list of up to 20 jobs")
    answers = []
    for job in jobs:
        if set(job) - {"solver", "data", "type", "params"} or job["type"] != "bqm":
            raise Wrong(f"members {sorted(job)}")
        if job["solver"] != {"name": SOLVER} or job["data"]["format"] != "ref" or job["params"]["time_limit"] < 3:
            raise Wrong("solver, data or time_limit")
        with standin.lock:
            name = f"leap-{len(standin.jobs) + 1}"
            standin.jobs[name] = {"state": "PENDING", "asked": 0, "params": job["params"],
                                  "problem": standin.uploads[job["data"]["data"]]["problem"]}
        standin.arrived.release()
        answers.append({"id": name, "type": "bqm", "solver": SOLVER, "status": "PENDING", "submitted_on": ""})
    return answers


def status(standin, call, name):
    job = standin.jobs[name]
    job["asked"] += 1
    done = job["state"] in ("COMPLETED", "CANCELLED", "FAILED") or standin.fault("waiting", call)
    if not done and not (standin.gate and not standin.gate.is_set()):
        job["state"] = "FAILED" if standin.fault("error-state", call) else (
            "IN_PROGRESS" if job["asked"] <= standin.polls else "COMPLETED")
    return {"id": name, "type": "bqm", "solver": SOLVER, "status": job["state"], "submitted_on": "",
            **({"error_message": "the solver is broken"} if job["state"] == "FAILED" else {})}


def one_problem(standin, call, path):
    route = re.fullmatch(r"problems/([^/]+)/(answer)?", path) or re.fullmatch(r"problems/([^/]+)/?()", path)
    if not route:
        return None
    if route[1] not in standin.jobs:
        return {"error_code": 404, "error_msg": "no such problem"}, 404
    job = standin.jobs[route[1]]
    if call.method == "DELETE":
        job["state"] = "CANCELLED"
        standin.released.append(route[1])
        return {"id": route[1], "status": "CANCELLED"}
    if call.method != "GET" or route[2] != "answer" or job["state"] != "COMPLETED":
        raise Wrong("no answer yet")
    gate, standin.gate = standin.gate, None
    bits, energy = standin.solved(call, job["problem"])
    standin.gate = gate
    micro = 1e6 * job["params"]["time_limit"]
    words = [sum(bit << k for k, bit in enumerate(bits[i:i + 32])) for i in range(0, len(bits), 32)]
    labels = list(range(len(bits)))
    return {"answer": {"format": "bq", "data": {
        "type": "SampleSet", "num_variables": len(bits), "num_rows": 1, "sample_packed": True,
        "sample_data": {"type": "array", "data": [words], "data_type": "uint32", "shape": [1, len(words)]},
        "vectors": {"energy": {"type": "array", "data": [energy]}, "num_occurrences": {"type": "array", "data": [1]}},
        "variable_labels": labels, "variable_type": "BINARY",
        "info": {"run_time": micro, "charge_time": micro, "qpu_access_time": 31000}}}}
