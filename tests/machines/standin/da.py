# SPDX-License-Identifier: Apache-2.0
"""Fujitsu Digital Annealer, QUBO API V4 and V3c."""
import json
import re

from . import problems
from .problems import Wrong
from .tokens import TOKEN

SETTINGS = {"time_limit_sec", "target_energy", "num_run", "num_group", "num_output_solution", "gs_level", "gs_cutoff",
            "one_hot_level", "one_hot_cutoff", "internal_penalty", "penalty_auto_mode", "penalty_coef",
            "penalty_inc_rate", "max_penalty_coef"}
JOBS_PER_ACCOUNT = 16


def reply(standin, call):
    if not call.path.startswith("/da/"):
        return None
    if call.path == "/da/v1/healthcheck":
        return {}
    if "X-Access-Token" in call.headers and "X-Api-Key" in call.headers:
        return refused("Invalid request header", "X-Api-Key and X-Access-Token"), 400
    if call.headers.get("X-Api-Key") != TOKEN:
        return refused("Unauthorized", "wrong key"), 401
    call.expect(Accept="application/json", Content_Type="application/json")
    route = re.fullmatch(r"/da/(?:v4|v3c)/async/(.*)", call.path)
    if not route:
        return None
    path = route[1]
    if (call.method, path) == ("POST", "qubo/solve"):
        return submitted(standin, call)
    if (call.method, path) == ("POST", "jobs/cancel"):
        return cancelled(standin, json.loads(call.body)["job_id"])
    if (call.method, path) == ("GET", "jobs"):
        return {"job_status_list": [{"job_id": name, "job_status": job["state"], "start_time": ""}
                                    for name, job in standin.jobs.items()]}
    if path.startswith("jobs/result/"):
        return result(standin, call, path[len("jobs/result/"):])
    return None


def submitted(standin, call):
    body = json.loads(call.body)
    settings = body["fujitsuDA3"]
    if set(body) - {"fujitsuDA3", "binary_polynomial", "inequalities"} or set(settings) - SETTINGS:
        raise Wrong(f"members {sorted(body)} {sorted(settings)}")
    limit = settings.get("time_limit_sec", 10)
    outputs = settings.get("num_output_solution", 5)
    if not isinstance(limit, int) or not 1 <= limit <= 3600 or outputs not in range(1, 1025):
        raise Wrong("time_limit_sec or num_output_solution")
    problem = problems.from_da(body)
    with standin.lock:
        if sum(name.startswith("da-") for name in standin.jobs) >= JOBS_PER_ACCOUNT:
            return refused("Too many", "Exceed limit of number of request."), 429
        name = f"da-{len(standin.requests('POST', 'qubo/solve'))}"
        standin.jobs[name] = {"state": "Waiting", "problem": problem, "settings": settings, "asked": 0}
    standin.arrived.release()
    return {"job_id": name}


def result(standin, call, name):
    job = standin.jobs.get(name)
    if not job:
        return refused("Not found", "unknown job"), 404
    with standin.lock:
        if call.method == "DELETE":
            if job["state"] in ("Waiting", "Running"):
                raise Wrong("a job that is not done cannot be deleted")
            del standin.jobs[name]
            standin.released.append(name)
            return {"status": "Deleted", **job.get("answer", {})}
        advance(standin, call, job)
        answer = {"status": job["state"]}
    if job["state"] == "Done":
        job.setdefault("answer", {"qubo_solution": solution(standin, call, job)})
        answer.update(job["answer"])
    if job["state"] == "Error":
        answer["message"] = "the annealer is broken"
    return answer


def advance(standin, call, job):
    """Waiting, then Running for a while, then Done; or what a fault says."""
    job["asked"] += 1
    if job["state"] in ("Done", "Error", "Canceled") or standin.fault("waiting", call):
        return
    if standin.gate and not standin.gate.is_set():
        job["state"] = "Running"
    elif standin.fault("error-state", call):
        job["state"] = "Error"
    else:
        job["state"] = "Running" if job["asked"] <= standin.polls else "Done"


def solution(standin, call, job):
    gate, standin.gate = standin.gate, None
    bits, energy = standin.solved(call, job["problem"])
    standin.gate = gate
    seen = job["problem"].named  # a variable without a term is missing in the answer
    found = [(bits, energy)]
    if job["settings"].get("num_output_solution", 5) > 1:
        none = [0] * len(bits)
        found.append((none, job["problem"].energy(none + [0] * (len(job["problem"].linear) - len(bits)))))
    milliseconds = 1000 * job["settings"].get("time_limit_sec", 10)
    return {"result_status": True, "progress": [{"energy": energy, "penalty_energy": 0.0, "time": 0.5}],
            "solutions": [{"energy": value, "penalty_energy": 0.0, "frequency": 1.0,
                           "configuration": {str(i): bool(bit) for i, bit in enumerate(each) if i in seen}}
                          for each, value in found],
            "timing": {"solve_time": str(milliseconds), "total_elapsed_time": str(milliseconds + 250)}}


def cancelled(standin, name):
    job = standin.jobs.get(name)
    if not job:
        return refused("Not found", "unknown job"), 404
    if job["state"] == "Waiting":  # one that runs goes on
        job["state"] = "Canceled"
    return {"status": job["state"]}


def refused(title, message):
    return {"error": {"code": 1, "title": title, "message": message}}
