# SPDX-License-Identifier: Apache-2.0
"""Samplers as packages around dimod have them, one of each kind."""
import os

import dimod


class Reader:
    """Independent reads with a seed, as dwave-samplers; it prints, which must not reach the answers."""

    parameters = {"num_reads": [], "seed": [], "beta_range": [], "fail": []}
    properties = {"version": "1.2"}

    def __init__(self, scale=1):
        self.scale = scale

    def sample(self, bqm, num_reads=1, seed=None, beta_range=None, fail=None):
        print("a word on standard output")
        if fail:
            raise {"auth": RuntimeError("Invalid token " + os.environ["DWAVE_API_TOKEN"]), "value": ValueError("bad"),
                   "net": ConnectionError("gone"), "other": RuntimeError("broken")}[fail]
        assert 0 <= seed < 1 << 31 and beta_range in (None, [0.1, 5])
        bits = bqm.solved()
        return dimod.SampleSet([dimod.row(bits, self.scale * bqm.energy(bits))] * num_reads,
                               {"timing": {"sampling_ns": 2e9, "preprocessing_ns": 1e9, "postprocessing_ns": 5e8}})


class Hybrid:
    """One answer within a time limit, as LeapHybridSampler."""

    parameters = {"time_limit": []}

    def sample(self, bqm, time_limit=None):
        bits = bqm.solved()
        return dimod.SampleSet([dimod.row(bits, bqm.energy(bits))],
                               {"run_time": 1e6 * time_limit, "charge_time": 2e6 * time_limit})


class TabuLike:
    """Milliseconds for every read, as TabuSampler."""

    parameters = {"num_reads": [], "timeout": []}

    def sample(self, bqm, num_reads=1, timeout=20):
        assert timeout == 500, timeout
        bits = bqm.solved()
        return dimod.SampleSet([dimod.row(bits, bqm.energy(bits))] * num_reads, {})


class Composite:
    parameters = {"num_reads": []}

    def __init__(self, child):
        self.child = child

    def sample(self, bqm, num_reads=1):
        return self.child.sample(bqm, num_reads=num_reads, seed=0)


class Forgetful:
    """Loses a variable."""

    parameters = {}

    def sample(self, bqm):
        return dimod.SampleSet([dimod.row([0, 1, 1], 0.0)], {})


class Odd:
    """Answers what no sampler should."""

    parameters = {"what": []}

    def sample(self, bqm, what=None):
        bits = bqm.solved()
        if what == "die":
            os._exit(9)
        if what == "exit":
            raise SystemExit("a package that thinks it is the program")
        rows = {"nothing": [], "nan": [dimod.row(bits, float("nan"))], "values": [dimod.row([2] * len(bits), 0.0)],
                "spins": [dimod.row([2 * bit - 1 for bit in bits], 0.0)]}
        return dimod.SampleSet(rows.get(what, [dimod.row(bits, bqm.energy(bits))]),
                               {"timing": {"qpu_access_time": "soon"}} if what == "times" else {})


class Talkative:
    """A million lines on both streams before the answer."""

    parameters = {}

    def sample(self, bqm):
        for stream in (1, 2):
            for _ in range(100):
                os.write(stream, b"word after word\n" * 1000)
        bits = bqm.solved()
        return dimod.SampleSet([dimod.row(bits, bqm.energy(bits))], {})
