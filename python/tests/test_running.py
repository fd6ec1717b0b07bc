# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, callbacks, threads, fork, the end of the interpreter."""

import os
import signal
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import spinsack
from support import small

# Without a limit these run until somebody ends them.
ENDLESS = {"method": "lha", "time_limit": 1000.0}


def endless_model():
    return small(n=60).formulate()


class CtrlC(threading.Thread):
    """Ctrl-C for this process, from another thread, once the call whose progress it hears is under way."""

    def __init__(self):
        super().__init__()
        self.begun = threading.Event()
        self.start()

    def __call__(self, news):
        self.begun.set()

    def run(self):
        self.begun.wait()
        os.kill(os.getpid(), signal.SIGINT)


def press_after(runs, count):
    """Ctrl-C once so many things have happened, at whatever place the other thread has come to by then."""
    for _ in range(count):
        runs.acquire()
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


class Interrupts(unittest.TestCase):
    def setUp(self):
        # Programs that a script puts into the background do not hear Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_solve_raises_with_the_best_so_far(self):
        problem = small(n=100)
        keys = CtrlC()
        with self.assertRaises(spinsack.Interrupted) as caught:
            spinsack.solve(problem, progress=keys, **ENDLESS)
        keys.join()
        result = caught.exception.result
        self.assertEqual(result.stopped_by, "interrupt")
        self.assertEqual(problem.value(result.x), result.value)
        self.assertIsInstance(caught.exception, KeyboardInterrupt)

    def test_or_returns_it(self):
        keys = CtrlC()
        result = spinsack.solve(small(n=100), interrupt="return", progress=keys, **ENDLESS)
        keys.join()
        self.assertEqual(result.stopped_by, "interrupt")

    def test_sample(self):
        keys = CtrlC()
        with self.assertRaises(spinsack.Interrupted) as caught:
            spinsack.sample(endless_model(), time_limit=1000.0, progress=keys)
        keys.join()
        self.assertGreaterEqual(len(caught.exception.result), 1)

    def test_handlers_that_raise_something_else(self):
        class Alarm(Exception):
            pass

        def ring(*_):
            raise Alarm

        before = signal.signal(signal.SIGALRM, ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        begun = threading.Event()

        def press():
            begun.wait()
            signal.pthread_kill(threading.main_thread().ident, signal.SIGALRM)

        keys = threading.Thread(target=press)
        keys.start()
        with self.assertRaises(Alarm):
            spinsack.solve(small(n=100), progress=lambda news: begun.set(), **ENDLESS)
        keys.join()

    def test_at_any_moment(self):
        """Interrupts that come before, in and after short runs: nothing but the exception, or a result."""
        problem = small(n=50)
        for k in range(40):
            runs = threading.Semaphore(0)
            keys = threading.Thread(target=press_after, args=(runs, k))
            try:
                keys.start()
                while True:
                    spinsack.solve(problem, method="sa", reads=5, progress=lambda news: runs.release())
                    runs.release()
            except KeyboardInterrupt:
                pass
            keys.join()

    def test_in_runs_that_are_soon_over(self):
        """The other thread goes on as soon as a run begins; most runs are done when somebody looks for signals."""
        problem = small(n=50)
        with_results = 0
        for k in range(1, 41):
            runs = threading.Semaphore(0)
            keys = threading.Thread(target=press_after, args=(runs, k))
            try:
                keys.start()
                while True:
                    runs.release()
                    spinsack.solve(problem, method="sa", reads=1)
            except spinsack.Interrupted as interrupt:
                with_results += interrupt.result.feasible
            except KeyboardInterrupt:
                pass
            keys.join()
        self.assertGreater(with_results, 10)


class Callbacks(unittest.TestCase):
    def test_solve_tells_every_new_value(self):
        heard = []
        result = spinsack.solve(small(n=80), method="lha", progress=heard.append)
        values = [news.value for news in heard if news.value is not None]
        self.assertEqual(values[-1], result.value)
        self.assertLessEqual(set(values), set(result.trace["value"].tolist()))
        self.assertEqual(values, sorted(values))

    def test_sample_tells_reads_and_energy(self):
        heard = []
        found = spinsack.sample(small(n=40).formulate(), reads=10, threads=1, progress=heard.append)
        self.assertEqual(min(news.value for news in heard), found.first.energy)
        self.assertTrue(all(1 <= news.reads <= 10 for news in heard))

    def test_true_ends_the_run(self):
        result = spinsack.solve(small(n=100), progress=lambda news: True, **ENDLESS)
        self.assertEqual(result.stopped_by, "interrupt")
        found = spinsack.sample(endless_model(), time_limit=1000.0, progress=lambda news: news.reads >= 3)
        self.assertGreaterEqual(found.reads, 3)

    def test_ticks_come_where_nothing_happens(self):
        count = [0]

        def enough(news):
            count[0] += 1
            return count[0] > 4

        spinsack.solve(small(n=100), progress=enough, **ENDLESS)
        self.assertGreater(count[0], 4)

    def test_what_it_raises_comes_out(self):
        def fail(news):
            raise LookupError("mine")

        for _ in range(20):
            with self.assertRaisesRegex(LookupError, "mine"):
                spinsack.solve(small(n=100), progress=fail, **ENDLESS)
        with self.assertRaisesRegex(LookupError, "mine"):
            spinsack.sample(endless_model(), time_limit=1000.0, progress=fail)

    def test_progress_line_is_silent_where_there_is_no_terminal(self):
        spinsack.solve(small(), progress=True)
        spinsack.sample(small().formulate(), progress=True)


class Threads(unittest.TestCase):
    def test_many_at_once(self):
        problems = [small(seed=k, n=20) for k in range(10)]
        alone = [spinsack.solve(problem, method="sa", reads=2, sweeps=20).value for problem in problems]
        with ThreadPoolExecutor(8) as pool:
            jobs = [
                pool.submit(spinsack.solve, problems[k % 10], method="sa", reads=2, sweeps=20, threads=1)
                for k in range(300)
            ]
            self.assertEqual([job.result().value for job in jobs], alone * 30)

    def test_the_lock_is_released(self):
        """Python goes on while C++ works: a counter in this thread ends the run in the other."""
        ended = threading.Event()
        worker = threading.Thread(
            target=spinsack.solve, args=(small(n=100),), kwargs={"progress": lambda news: ended.is_set(), **ENDLESS}
        )
        worker.start()
        self.assertGreater(sum(range(100_000)), 0)
        ended.set()
        worker.join()


class Processes(unittest.TestCase):
    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_fork_after_and_during_calls(self):
        problem = small(n=40)
        expected = spinsack.solve(problem).value
        ended = threading.Event()
        busy = threading.Thread(
            target=spinsack.solve, args=(small(n=100),), kwargs={"progress": lambda news: ended.is_set(), **ENDLESS}
        )
        busy.start()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if spinsack.solve(problem, threads=2).value == expected else 2
                spinsack._core.end_calls()  # as at the end of an interpreter: waits for nobody
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        ended.set()
        busy.join()
        self.assertEqual(status, 0)

    def test_multiprocessing(self):
        import multiprocessing

        problems = [small(seed=k, n=20) for k in range(4)]
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(value_of, problems), [value_of(problem) for problem in problems])

    def run_script(self, text):
        return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)

    def test_interpreter_ends_while_daemons_run(self):
        done = self.run_script(
            "import spinsack, threading\n"
            "started = threading.Semaphore(0)\n"
            "problem = spinsack.generate('gallo', n=100)\n"
            "def work():\n"
            "    while True:\n"
            "        spinsack.solve(problem, method='lha', time_limit=1000.0, progress=lambda news: started.release())\n"
            "for _ in range(4): threading.Thread(target=work, daemon=True).start()\n"
            "for _ in range(4): started.acquire()\n"
            "print('end')\n"
        )
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "end\n", ""))

    def test_interpreter_ends_by_an_interrupt(self):
        done = self.run_script(
            "import os, signal, spinsack, threading\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "begun = threading.Event()\n"
            "def press():\n"
            "    begun.wait()\n"
            "    os.kill(os.getpid(), signal.SIGINT)\n"
            "threading.Thread(target=press).start()\n"
            "problem = spinsack.generate('gallo', n=100)\n"
            "spinsack.solve(problem, method='lha', time_limit=1000.0, progress=lambda news: begun.set())\n"
        )
        self.assertGreater(abs(done.returncode), 0)
        self.assertIn("Interrupted", done.stderr)

    def test_calls_at_the_very_end_are_refused(self):
        done = self.run_script(
            "import atexit\n"
            "def late():\n"
            "    try: spinsack.solve([1], [1], 1)\n"
            "    except RuntimeError as error: print(error)\n"
            "atexit.register(late)\n"
            "import spinsack\n"
        )
        self.assertEqual((done.returncode, done.stdout), (0, "the interpreter is ending\n"), done.stderr)


def value_of(problem):
    return spinsack.solve(problem, method="sa", reads=2, sweeps=20).value
