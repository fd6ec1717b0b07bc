# SPDX-License-Identifier: Apache-2.0
"""stress.py [ROUNDS]: solves, samples and failures from eight threads, Ctrl-C at random moments, callbacks that raise;
and the interpreter ends in the middle of further calls. Nothing may crash, hang, leak, or change a result.

For `make asan-python` and for runs by hand; with 1000 rounds it takes about a minute.
"""

import os
import random
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import spinsack

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
DRAW = random.Random(1)
PROBLEMS = [spinsack.generate("gallo", n=20 + k, seed=k) for k in range(8)]
LONG = spinsack.generate("gallo", n=100)
GRAPH = spinsack.Graph([(u, v, u - 3) for u in range(12) for v in range(u)], parts=3)


class Mine(Exception):
    pass


def fail(news):
    raise Mine


def raises(kind, call, *arguments, **settings):
    try:
        call(*arguments, **settings)
    except kind:
        return True
    return False


def one(k):
    """Round k, and what came of it: the same every time."""
    problem = PROBLEMS[k % len(PROBLEMS)]
    kind = k % 6
    if kind == 0:
        return spinsack.solve(problem, threads=1 + k % 3).value
    if kind == 1:
        result = spinsack.solve(problem, method="sa", reads=3, sweeps=30, threads=1)
        result.verify()
        return result.x.tolist()
    if kind == 2:
        found = spinsack.sample(problem.formulate(spins=k % 4 == 2), reads=5, seed=k % 7)
        return spinsack.postprocess(problem, found).best.value, found.to_json().count("energy")
    if kind == 3:
        answer = spinsack.solve(GRAPH, method="potts", sweeps=20, seed=k % 7)
        return answer.value, GRAPH.value(answer.labels)
    if kind == 4:
        return raises(Mine, spinsack.solve, problem, method="lha", time_limit=1000.0, progress=fail)
    made = spinsack.Instance(problem.matrix(), problem.weights, problem.capacity)
    bad = np.full((3, 3), np.nan)
    return (
        raises(ValueError, spinsack.Instance, bad, [1, 1, 1], 1),
        raises(ValueError, spinsack.solve, problem, method="none"),
        made.sha256 == problem.sha256 and int(made.pair_profits.astype(int).sum()),
    )


def memory():
    """Megabytes in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def from_many_threads():
    alone = [one(k) for k in range(168)]  # the least after which rounds repeat themselves
    before = memory()
    with ThreadPoolExecutor(8) as pool:
        for first in range(0, ROUNDS, 168):  # so that little is waiting, and memory tells what is kept
            rounds = range(first, min(first + 168, ROUNDS))
            assert list(pool.map(one, rounds)) == alone[: len(rounds)]
    print(f"{ROUNDS} rounds from 8 threads: {before:.0f} MB before, {memory():.0f} MB after")


def interrupted():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    moments = with_results = 0
    for _ in range(ROUNDS // 5):
        pause = DRAW.random() * 0.02

        def press(pause=pause):
            time.sleep(pause)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        keys = threading.Thread(target=press)
        try:
            keys.start()
            while True:
                one(DRAW.randrange(4))
                spinsack.solve(LONG, method="lha", time_limit=0.01, progress=lambda news: None)
        except spinsack.Interrupted as error:
            with_results += error.result is not None
            moments += 1
        except KeyboardInterrupt:
            moments += 1
        keys.join()
    print(f"{moments} interrupts at random moments, {with_results} of them in a call, with its result")


def left_running():
    """Daemons that the end of the interpreter finds in their calls."""
    begun = threading.Semaphore(0)

    def work(call, *arguments):
        while True:
            call(*arguments, time_limit=1000.0, progress=lambda news: begun.release())

    for _ in range(2):
        threading.Thread(target=work, args=(spinsack.solve, PROBLEMS[0]), daemon=True).start()
        threading.Thread(target=work, args=(spinsack.sample, PROBLEMS[1].formulate()), daemon=True).start()
    for _ in range(4):
        begun.acquire()
    print("the end, with four calls in progress", flush=True)


from_many_threads()
interrupted()
left_running()
