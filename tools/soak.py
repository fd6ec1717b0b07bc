#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""soak.py PROGRAM HOURS [--seed N] [--folder DIR] [--log FILE]: studies that are disturbed in every way, again and again.

A round makes up a small study and runs it twice: undisturbed, and on a disk of a few megabytes while it is killed,
interrupted, held up and watched, while its disk is full, the clock jumps, and the end of its records gets lost. Then the
disturbed one has to hold what the undisturbed one holds, but for times. The log has a line of JSON for each round; the
first difference ends everything, and its files are kept. The small disk takes root, the jumping clock the package
faketime; without them these disturbances are left out, and the summary says so."""
import argparse
import collections
import contextlib
import glob
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PATIENCE = 3600  # seconds, for one command on a machine that is busy with other things
DISK = 6 << 20
PLAN = """
instances = {instances}
reads = {reads}
reads-per-cell = {reads_per_cell}
[[run]]
method = '{sampler}'
{length} = {steps}
seeds = '1..{seeds}'
lambda = {lambdas}
variants = {{ M = 'none', M-R = 'repair', M-RI = 'repair+fill+exchange' }}
[[run]]
method = 'greedy'
[[run]]
method = '{method}'
seeds = '1..{method_seeds}'
target = 'best-known'
time-limit = 0.2
"""
# Where the clock decides when a run ends, its answer is no property of the seed.
TIMED = ("lha", "ihea", "window-ils", "auto")


class Broken(Exception):
    """A promise of the program that did not hold."""


def clock_library():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    return found[0] if found else None


def forget_dead_clocks():
    """What libfaketime leaves in shared memory when its program is killed: it would fail where the number of a process comes
    again."""
    for path in glob.glob("/dev/shm/*faketime*_[0-9]*"):
        try:
            os.kill(int(path.rsplit("_", maxsplit=1)[1]), 0)
        except ProcessLookupError:
            pathlib.Path(path).unlink(missing_ok=True)


class Disk:
    """A small one of its own, if we may have it."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.small = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], capture_output=True, check=False).returncode == 0
        self.filler = folder / "filler"

    def fill(self, left):
        """All but so many bytes, in whole pages."""
        with contextlib.suppress(OSError), open(self.filler, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(4096, shutil.disk_usage(self.folder).free - left))

    def free(self):
        self.filler.unlink(missing_ok=True)

    def close(self):
        if self.small:
            subprocess.run(["umount", "-l", self.folder], check=False)


class Round:
    def __init__(self, program, folder, rng):
        self.program, self.folder, self.rng = program, folder, rng
        self.counts = collections.Counter()
        self.disk = Disk(folder / "disk")
        self.out = self.disk.folder / "out"
        self.plan = folder / "plan.toml"
        self.clock = folder / "clock"
        self.clock.write_text("+0", encoding="utf-8")
        self.quiet = dict(os.environ, TMPDIR=str(folder))
        self.disturbed = dict(self.quiet)
        if clock_library():
            # Only what tells the date jumps: no system lets the clock that measures time do so.
            self.disturbed |= {"LD_PRELOAD": clock_library(), "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                               "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}

    # --- commands --------------------------------------------------------------------------------

    def start(self, *words, env=None):
        forget_dead_clocks()
        return subprocess.Popen([self.program, *map(str, words)], env=env or self.disturbed, cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end_of(self, process, *expected):
        output, _ = process.communicate(timeout=PATIENCE)
        words = " ".join(process.args[1:])
        if process.returncode not in expected:
            raise Broken(f"{words}: exit code {process.returncode}, expected one of {expected}: {output[-2000:]}")
        for word in ("terminate called", "Sanitizer", "runtime error"):
            if word in output:
                raise Broken(f"{words}: {output[-2000:]}")
        return output

    def run(self, *words, expected=(0,), env=None):
        return self.end_of(self.start(*words, env=env), *expected)

    # --- a study -----------------------------------------------------------------------------------

    def make_plan(self):
        pick, number = self.rng.choice, self.rng.randint
        sampler = pick(("sa", "machine", "sqa", "tabu"))
        self.plan.write_text(PLAN.format(
            instances=pick((["medium:100_25_1"], ["medium:100_50_2", "medium:100_75_3"], ["medium:200_25_1", "five.txt"])),
            reads=number(2, 6), reads_per_cell=number(1, 3), sampler=sampler,
            length="steps" if sampler == "tabu" else "sweeps", steps=pick((20, 100, 400)), seeds=number(1, 6),
            lambdas=pick((["auto"], ["2^-1", "2^0", "2^1"])), method=pick(TIMED), method_seeds=number(1, 4)),
            encoding="utf-8")
        (self.folder / "five.txt").write_text("five\n5\n10 20 30 40 50\n5 0 7 1\n2 9 0\n4 4\n6\n\n0\n9\n2 3 4 5 6\n",
                                              encoding="utf-8")

    def go_on(self, *more):
        return self.start("study", "run", self.plan, "--out", self.out, "-q", "-j", self.rng.choice("12"), *more)

    def records(self):
        return sorted(self.out.glob("records*.jsonl"))

    def size(self):
        return sum(path.stat().st_size for path in self.records())

    def some_work(self, *processes):
        """Until they wrote a little, or ended, and then any moment."""
        wanted = self.size() + self.rng.choice((0, 1, 3000, 20000))
        while self.size() < wanted and all(process.poll() is None for process in processes):
            time.sleep(0.002)
        time.sleep(self.rng.random() * self.rng.choice((0, 0.01, 0.1)))

    # --- disturbances --------------------------------------------------------------------------------

    def killed(self):
        process = self.go_on()
        self.some_work(process)
        process.send_signal(signal.SIGKILL)
        self.end_of(process, 0, -signal.SIGKILL)

    def interrupted(self):
        process = self.go_on()
        self.some_work(process)
        process.send_signal(self.rng.choice((signal.SIGINT, signal.SIGTERM)))
        self.end_of(process, 0, 130, 143, -signal.SIGINT, -signal.SIGTERM)

    def held_up(self):
        process = self.go_on()
        self.some_work(process)
        process.send_signal(signal.SIGSTOP)
        time.sleep(self.rng.random())
        process.send_signal(signal.SIGCONT)
        self.some_work(process)
        process.send_signal(signal.SIGKILL)
        self.end_of(process, 0, -signal.SIGKILL)

    def without_space(self):
        if not self.disk.small:
            return
        process = self.go_on()
        self.some_work(process)
        self.disk.fill(self.rng.choice((0, 4096, 8192)))
        if self.rng.random() < 0.5:
            self.end_of(process, 0, 1)
        else:
            self.some_work(process)
            process.send_signal(signal.SIGKILL)
            self.end_of(process, 0, 1, -signal.SIGKILL)
        self.run("study", "status", self.out, expected=(0, 1))
        self.disk.free()

    def torn(self):
        """What a power failure may leave: the end of a file is gone."""
        for path in self.records()[:1]:
            os.truncate(path, max(0, path.stat().st_size - self.rng.randint(1, 3000)))

    def in_parts(self):
        processes = [self.go_on("--shard", f"{part}/2") for part in (1, 2)]
        self.some_work(*processes)
        victim = self.rng.choice(processes)
        victim.send_signal(signal.SIGKILL)
        for process in processes:
            self.end_of(process, 0, *([-signal.SIGKILL] if process is victim else []))

    def jumped(self):
        if not clock_library():
            return
        process = self.go_on()
        for _ in range(self.rng.randint(1, 5)):
            self.some_work(process)
            days = self.rng.choice((-4000, -1, -0.001, 0, 0.001, 1, 4000))
            self.clock.write_text(f"{86400 * days:+.0f}", encoding="utf-8")
        self.end_of(process, 0)

    def watched(self):
        """Everything that only reads, while it is written."""
        process = self.go_on()
        watch = self.start("study", "watch", self.out)
        self.some_work(process)
        first = watch.stdout.readline().strip()
        if first.startswith("http"):
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(first, timeout=PATIENCE) as page:
                if b"</html>" not in page.read():
                    raise Broken("study watch: half a page")
        watch.send_signal(signal.SIGINT)
        self.end_of(watch, 0, 1, 130)
        self.run("study", "status", self.out, expected=(0, 1))
        self.run("study", "merge", self.out, "--out", self.folder / "now.db", expected=(0, 1))
        self.run("report", self.out, expected=(0, 1))
        self.end_of(process, 0)

    # --- all of it ---------------------------------------------------------------------------------

    def go(self):
        self.make_plan()
        calm = self.folder / "calm"
        self.run("study", "run", self.plan, "--out", calm, "-q", "-j", "1", env=self.quiet)
        expected = results(sorted(calm.glob("records*.jsonl")))
        self.disk.free()
        self.end_of(self.go_on("--dry-run"), 0)
        ways = (self.killed, self.interrupted, self.held_up, self.without_space, self.torn, self.in_parts, self.jumped,
                self.watched)
        for _ in range(self.rng.randint(4, 12)):
            way = self.rng.choice(ways)
            if not self.out.exists() and way in (self.torn, self.watched):
                continue
            way()
            self.counts[way.__name__.replace("_", " ")] += 1
            if self.rng.random() < 0.2:
                self.finish(expected)  # and begin again
                shutil.rmtree(self.out)
        self.finish(expected)
        return len(expected)

    def finish(self, expected):
        self.run("study", "run", self.plan, "--out", self.out, "-q")
        status = json.loads(self.run("study", "status", self.out, "--json", "-"))
        if status["left"] or status["failing"]:
            raise Broken(f"status after the end: {status}")
        found = results(self.records())
        if found != expected:
            cells = [cell for cell in {**found, **expected} if found.get(cell) != expected.get(cell)]
            raise Broken(f"{len(cells)} of {len(expected)} cells differ, the first: {cells[0]}")
        self.run("verify", self.out)
        self.run("study", "merge", self.out, "--out", self.folder / "end.db")
        self.run("report", self.out, "-o", self.folder / "report.html")
        for name in ("end.db", "report.html", "now.db"):
            (self.folder / name).unlink(missing_ok=True)
        strange = [path.name for path in self.out.iterdir()
                   if path.name not in ("lock", "plan.toml", "study.json") and path not in self.records()]
        if strange:
            raise Broken(f"left over: {strange}")
        self.counts["ends"] += 1


def results(paths):
    """What a study found, cell by cell: the last record of each that can be read. Where the clock ended a run, its answer is
    left out."""
    cells = {}
    for path in paths:
        for line in path.read_bytes().split(b"\n"):
            try:
                record = json.loads(line)
                cell, timed = record["cell"], record["method"] in TIMED
                runs = [(run["read"], None if timed else (run.get("bits"), {
                    name: (variant["value"], variant["weight"], variant["feasible"])
                    for name, variant in run.get("variants", {}).items()})) for run in record["runs"]]
            except (ValueError, KeyError, IndexError, TypeError):
                continue
            cells[cell] = runs
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("hours", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="where rounds are run (default: a temporary one)")
    parser.add_argument("--log", default="-")
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    home = pathlib.Path(arguments.folder or tempfile.mkdtemp(prefix="soak."))
    home.mkdir(exist_ok=True)
    log = sys.stdout if arguments.log == "-" else open(arguments.log, "a", encoding="utf-8")
    begun, number, total = time.monotonic(), 0, collections.Counter()
    while time.monotonic() - begun < 3600 * arguments.hours:
        folder = home / str(number)
        folder.mkdir()
        this = Round(program, folder, random.Random(f"{arguments.seed} {number}"))
        try:
            cells = this.go()
        except (Broken, subprocess.TimeoutExpired) as error:
            sys.exit(f"soak: round {number} of seed {arguments.seed}, in {folder}: {error}")
        except BaseException:
            this.disk.close()
            raise
        this.disk.close()
        shutil.rmtree(folder)
        total += this.counts
        print(json.dumps({"seed": arguments.seed, "round": number, "cells": cells, **this.counts}), file=log, flush=True)
        number += 1
    left_out = [what for what, missing in (("a full disk: needs root", not this.disk.small),
                                           ("jumps of the clock: need the package faketime", not clock_library())) if missing]
    print(json.dumps({"hours": round((time.monotonic() - begun) / 3600, 2), "rounds": number, **total,
                      **({"left out": left_out} if left_out else {})}), file=log, flush=True)


if __name__ == "__main__":
    main()
