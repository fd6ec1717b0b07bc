# SPDX-License-Identifier: Apache-2.0
"""What notebooks show, and plots."""

import unittest
import xml.etree.ElementTree as xml

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

    def test_other_problems(self):
        graph = spinsack.Graph([("<a>", "b"), ("b", "c"), ("c", "<a>")], 3, name="ring")
        self.assertIn("ring", "".join(self.parsed(graph).itertext()))
        text = "".join(self.parsed(spinsack.solve(graph)).itertext())
        for part in ("3, proven optimal", "1 + 1 + 1 vertices"):
            self.assertIn(part, text)
        program = spinsack.Program("Minimize\n 3 a + 2 b\nSubject To\n c: a + b >= 1\nBinary\n a b\nEnd\n")
        self.parsed(program)
        page = self.parsed(spinsack.solve(program))
        self.assertIn("1 of 2: b", "".join(page.itertext()))
        self.assertEqual(len(page.findall(".//polyline")), 1)
        never = spinsack.Program("Maximize\n a\nSubject To\n c: a + b <= 1\n d: a + b >= 2\nBinary\n a b\nEnd\n")
        self.assertIn("none found", "".join(self.parsed(spinsack.solve(never, method="sa", reads=1)).itertext()))

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
        spinsack.solve(spinsack.Graph([(0, 1), (1, 2)])).plot(axes)
        matplotlib.pyplot.close("all")
