# SPDX-License-Identifier: Apache-2.0
"""What notebooks show, and plots."""

import unittest
import xml.etree.ElementTree as xml

import numpy as np

import spinsack
from support import needs, small


class Html(unittest.TestCase):
    def parsed(self, thing):
        return xml.fromstring(thing._repr_html_())  # well-formed, one element

    def test_results(self):
        problem = spinsack.Instance([[10, 5], [0, 20]], [2, 3], 5, labels=["<a>", "b&c"], name="<i>mine</i>")
        page = self.parsed(spinsack.solve(problem))
        text = "".join(page.itertext())
        for part in ("<i>mine</i>", "35, proven optimal", "5 of 5", "<a>, b&c"):
            self.assertIn(part, text)
        self.assertEqual(len(page.findall(".//polyline")), 1)
        self.assertNotIn("script", xml.tostring(page, encoding="unicode"))

    def test_instances_and_samples(self):
        self.assertIn("18558", "".join(self.parsed(spinsack.instance("medium:100_25_1")).itertext()))
        self.assertIn("7 reads", repr(spinsack.sample([[-1, 2], [0, -1]], reads=7)))
        self.parsed(spinsack.sample([[-1, 2], [0, -1]], reads=7))

    def test_odd_ones(self):
        self.parsed(spinsack.solve([0], [1], 0))
        self.parsed(spinsack.solve([-5], [1], 1))
        self.parsed(spinsack.Instance([0.5], [0.25], 0.25))


@needs("matplotlib")
class Plots(unittest.TestCase):
    def test_they_are_drawn(self):
        import matplotlib

        matplotlib.use("Agg")
        result = spinsack.solve("medium:100_25_1")
        axes = result.plot()
        self.assertIn("best known", [text.get_text() for text in axes.get_legend().get_texts()])
        self.assertIs(spinsack.sample(small().formulate(), reads=4).plot(axes), axes)
        matplotlib.pyplot.close("all")


class Memory(unittest.TestCase):
    def test_a_matrix_goes_in_without_a_copy(self):
        """The peak of what Python allocates stays far below the size of the matrix."""
        import tracemalloc

        n = 1500
        matrix = np.zeros((n, n), dtype=np.int64)
        matrix[np.triu_indices(n)] = 7
        tracemalloc.start()
        problem = spinsack.Instance(matrix, np.ones(n, dtype=np.int64), n // 2)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertEqual(problem.n, n)
        self.assertLess(peak, matrix.nbytes / 4)
