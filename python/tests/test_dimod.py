# SPDX-License-Identifier: Apache-2.0
"""With the real dimod: its own checks of samplers, models and sample sets both ways, constrained models."""

import unittest

import spinsack
from support import FolderTest, needs, simulated, small

try:
    import dimod

    import spinsack.dimod
except ImportError:
    dimod = None


def random_bqm(n=12, vartype="BINARY", seed=1):
    return dimod.generators.gnp_random_bqm(n, 0.5, vartype, random_state=seed)


@needs("dimod")
class Sampler(unittest.TestCase):
    def test_dimods_own_checks(self):
        for entry in simulated(spinsack.samplers()):
            with self.subTest(method=entry.name):
                sampler = spinsack.dimod.SpinsackSampler(entry.name)
                dimod.testing.assert_sampler_api(sampler)
                for vartype in ("BINARY", "SPIN"):
                    bqm = random_bqm(vartype=vartype)
                    found = sampler.sample(bqm, num_reads=5, seed=1)
                    dimod.testing.assert_response_energies(found, bqm)
                    self.assertEqual(found.record.num_occurrences.sum(), 5)
                    self.assertEqual(
                        set(found.info["timing"]), {"preprocessing_ns", "sampling_ns", "postprocessing_ns"}
                    )

    def test_ground_states(self):
        sampler = spinsack.dimod.SpinsackSampler()
        for seed in range(5):
            bqm = random_bqm(seed=seed, vartype="SPIN")
            best = dimod.ExactSolver().sample(bqm).first.energy
            self.assertAlmostEqual(sampler.sample(bqm, num_reads=20, seed=seed).first.energy, best)
        self.assertEqual(sampler.sample_qubo({("a", "b"): -1}).first.sample, {"a": 1, "b": 1})
        self.assertEqual(sampler.sample_ising({"a": 1}, {}).first.energy, -1)
        self.assertEqual(len(sampler.sample(dimod.BinaryQuadraticModel("SPIN"))), 1)

    def test_order_of_variables_does_not_matter(self):
        bqm = random_bqm(20)
        shuffled = dimod.BinaryQuadraticModel("BINARY")
        for v in reversed(range(20)):
            shuffled.add_linear(v, bqm.get_linear(v))
        for (u, v), bias in reversed(list(bqm.quadratic.items())):
            shuffled.add_quadratic(v, u, bias)
        sampler = spinsack.dimod.SpinsackSampler("sa", num_sweeps=5)
        one, other = (sampler.sample(b, num_reads=10, seed=3) for b in (bqm, shuffled))
        self.assertEqual(
            one.to_pandas_dataframe()[sorted(one.variables)].values.tolist(),
            other.to_pandas_dataframe()[sorted(other.variables)].values.tolist(),
        )

    def test_oceans_names(self):
        sampler = spinsack.dimod.SpinsackSampler("sa")
        found = sampler.sample(random_bqm(), num_reads=3, num_sweeps=7, beta_range=(0.1, 5), seed=1)
        self.assertEqual(found.info["spinsack"]["parameters"]["sweeps"], "7")
        self.assertEqual(found.info["spinsack"]["parameters"]["t-start"], "10")
        with self.assertWarns(dimod.exceptions.SamplerUnknownArgWarning):
            sampler.sample(random_bqm(), chain_strength=3)
        with self.assertRaisesRegex(spinsack.UsageError, "unknown sampler 'x'"):
            spinsack.dimod.SpinsackSampler("x")

    def test_interrupt_function_and_starts(self):
        sampler = spinsack.dimod.SpinsackSampler("sa")
        bqm = random_bqm()
        sampler.sample(bqm, time_limit=1000.0, interrupt_function=lambda: True)
        heard = []
        sampler.sample(
            bqm, time_limit=1000.0, interrupt_function=lambda reads, energy: heard.append(reads) or reads > 2
        )
        self.assertGreater(max(heard), 2)
        best = dimod.ExactSolver().sample(bqm).first
        again = sampler.sample(bqm, initial_states=best.sample, num_reads=1)
        self.assertAlmostEqual(again.first.energy, best.energy)


@needs("dimod")
class Models(FolderTest):
    def test_both_ways(self):
        for vartype in ("BINARY", "SPIN"):
            bqm = random_bqm(vartype=vartype)
            bqm.offset = 2.5
            bqm.relabel_variables({v: f"v{v}" for v in range(12)})
            again = spinsack.Qubo.from_bqm(bqm).to_bqm()
            self.assertTrue(again.is_almost_equal(bqm))

    def test_sample_sets(self):
        problem = small(n=15)
        found = spinsack.sample(problem.formulate(), reads=5)
        theirs = found.to_dimod()
        self.assertEqual(theirs.first.energy, found.first.energy)
        dimod.testing.assert_response_energies(theirs, found.qubo.to_bqm())
        self.assertEqual(dimod.SampleSet.from_serializable(theirs.to_serializable()), theirs)

    def test_files(self):
        model = small(n=15).formulate()
        model.write(self.path("m.bqm"))
        with open(self.path("m.bqm"), "rb") as file:
            theirs = dimod.BinaryQuadraticModel.from_file(file)
        self.assertTrue(theirs.is_almost_equal(model.to_bqm()))


@needs("dimod")
class Constrained(unittest.TestCase):
    def test_both_ways(self):
        problem = spinsack.Instance([[10, 5, 0], [0, 20, 7], [0, 0, 30]], [2, 3, 4], 5, labels=["a", "b", "c"])
        again = spinsack.Instance.from_cqm(problem.to_cqm())
        self.assertEqual((again.sha256, again.labels), (problem.sha256, problem.labels))
        for seed in range(3):
            problem = small(seed=seed, n=20)
            self.assertEqual(spinsack.Instance.from_cqm(problem.to_cqm()).sha256, problem.sha256)

    def test_dimods_knapsacks(self):
        for seed in range(3):
            cqm = dimod.generators.random_knapsack(12, seed=seed)
            found = spinsack.dimod.KnapsackSolver().sample_cqm(cqm, seed=1)
            self.assertTrue(found.first.is_feasible)
            best = dimod.ExactCQMSolver().sample_cqm(cqm).filter(lambda d: d.is_feasible).first.energy
            self.assertAlmostEqual(found.first.energy, best)
            self.assertTrue(found.info["spinsack"]["proven_optimal"])

    def test_greater_equal_is_turned_round(self):
        cqm = dimod.ConstrainedQuadraticModel()
        x, y = dimod.Binaries(["x", "y"])
        cqm.set_objective(-3 * x - 2 * y)
        cqm.add_constraint(-2 * x - 2 * y >= -3, label="c")
        self.assertEqual(spinsack.dimod.KnapsackSolver().sample_cqm(cqm).first.sample, {"x": 1, "y": 0})

    def test_reasons_against(self):
        x, y = dimod.Binaries(["x", "y"])
        i = dimod.Integer("i")

        def model(*constraints, objective=-x - y):
            cqm = dimod.ConstrainedQuadraticModel()
            cqm.set_objective(objective)
            for k, constraint in enumerate(constraints):
                cqm.add_constraint(constraint, label=f"c{k}")
            return cqm

        for cqm, text in [
            (model(), "expected one constraint, the capacity, found 0"),
            (model(x + y <= 1, x + 2 * y <= 2), "found 2"),
            (model(x + y == 1), "'c0': expected <= or >=, found =="),
            (model(x * y + x + y <= 1), "expected a linear one, found 1 products"),
            (model(x - y <= 1), "expected a positive weight for 'y', found -1"),
            (model(x + y + i <= 1), "variable 'i': expected a binary variable, found one that is INTEGER"),
        ]:
            with self.subTest(text=text), self.assertRaisesRegex(spinsack.NotAKnapsack, text):
                spinsack.Instance.from_cqm(cqm)
