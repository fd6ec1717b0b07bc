# SPDX-License-Identifier: Apache-2.0
"""Models as services receive them, and their best bits."""
import json
import math
import os
import struct
import subprocess
import tempfile


class Wrong(Exception):
    """What is wrong with a request."""


class Problem:
    """A QUBO to minimise: linear terms, pairs (i < j) and a constant."""

    def __init__(self, variables):
        self.linear = [0.0] * variables
        self.pairs = {}
        self.constant = 0.0
        self.capacity = None  # (weights by variable, bound)
        self.named = set()    # variables that a term mentions

    def add(self, indices, value):
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
            raise Wrong(f"coefficient {value!r}")
        if any(not isinstance(i, int) or not 0 <= i < len(self.linear) for i in indices):
            raise Wrong(f"term {indices!r}")
        self.named.update(indices)
        indices = sorted(set(indices))
        if not indices:
            self.constant += value
        elif len(indices) == 1:
            self.linear[indices[0]] += value
        else:
            self.pairs[tuple(indices)] = self.pairs.get(tuple(indices), 0.0) + value

    def energy(self, bits):
        return (self.constant + sum(q for q, bit in zip(self.linear, bits) if bit) +
                sum(q for (i, j), q in self.pairs.items() if bits[i] and bits[j]))

    def feasible(self, bits):
        if not self.capacity:
            return True
        weights, bound = self.capacity
        return sum(weight for i, weight in weights.items() if bits[i]) <= bound

    def solved(self):
        """The best bits: by trying all below 20 variables, else by the sampler of spinsack."""
        if len(self.linear) < 20:
            return self.tried()
        return self.sampled()

    def tried(self):
        n = len(self.linear)
        row = [[0.0] * n for _ in range(n)]
        for (i, j), q in self.pairs.items():
            row[i][j] = row[j][i] = q
        bits, energy = [0] * n, self.constant
        best, found = (energy, list(bits)) if self.feasible(bits) else (math.inf, None)
        for step in range(1, 1 << n):
            k = (step & -step).bit_length() - 1  # Gray code: one flip at a time
            change = self.linear[k] + sum(q for q, bit in zip(row[k], bits) if bit)
            energy += -change if bits[k] else change
            bits[k] ^= 1
            if energy < best - 1e-9 and self.feasible(bits):
                best, found = energy, list(bits)
        return found

    def sampled(self):
        if self.capacity:
            return self.packed()
        lines = [f"{i} {i} {q!r}" for i, q in enumerate(self.linear)]
        lines += [f"{i} {j} {q!r}" for (i, j), q in self.pairs.items()]
        done = spinsack(".coo", ["# vartype=BINARY", *lines], "sample", "--reads", "2", "--sweeps", "100")
        return [int(bit) for bit in done["samples"][0]["bits"]]

    def packed(self):
        """With a capacity, as a program of one row."""
        weights, bound = self.capacity
        objective = [f" {q:+.17g} x{i}" for i, q in enumerate(self.linear)]
        pairs = [f" {2 * q:+.17g} x{i} * x{j}" for (i, j), q in self.pairs.items()]
        row = [f" {weight:+.17g} x{i}" for i, weight in weights.items()]
        names = [f" x{i}" for i in range(len(self.linear))]
        lines = ["Minimize", " obj:", *objective, *([" + [", *pairs, " ] / 2"] if pairs else []), "Subject To", " c:", *row,
                 f" <= {bound:.17g}", "Binary", *names, "End"]
        return spinsack(".lp", lines, "solve", "--rounds", "3")["labels"]


def spinsack(ending, lines, command, *flags):
    """What our own command makes of a file of these lines."""
    with tempfile.NamedTemporaryFile("w", suffix=ending, encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        done = subprocess.run([os.environ.get("SPINSACK", "spinsack"), command, file.name, "-q", *flags, "-j", "1", "--json",
                               "-"], capture_output=True, check=True)
    return json.loads(done.stdout)


def from_amplify(body):
    terms = body.get("polynomial")
    if not isinstance(terms, list) or not terms:
        raise Wrong("polynomial")
    problem = Problem(1 + max(max(term[:-1], default=0) for term in terms))
    for term in terms:
        if not 1 <= len(term) <= 3:
            raise Wrong(f"term {term!r}")
        problem.add(term[:-1], term[-1])
    problem.constant += body.get("constant", 0)
    for constraint in body.get("constraints", []):
        condition = constraint["condition"]
        if condition["op"] != "LE" or set(constraint) - {"condition", "penalty", "multiplier"}:
            raise Wrong("constraint")
        weights = {}
        for term in condition["left"]:
            weights[term[0]] = term[-1]
        problem.capacity = (weights, condition["right"])
    return problem


def from_da(body):
    terms = body.get("binary_polynomial", {}).get("terms")
    if not isinstance(terms, list):
        raise Wrong("binary_polynomial")
    problem = Problem(1 + max((max(term["p"], default=-1) for term in terms), default=-1))
    for term in terms:
        if set(term) != {"c", "p"} or len(term["p"]) > 2:
            raise Wrong(f"term {term!r}")
        problem.add(term["p"], term["c"])
    for inequality in body.get("inequalities", []):
        weights = {term["p"][0]: term["c"] for term in inequality["terms"] if term["p"]}
        bound = -sum(term["c"] for term in inequality["terms"] if not term["p"])
        problem.capacity = (weights, bound)
    return problem


def from_mtx(text, count):
    """count says how often this server counts an entry off the diagonal."""
    lines = text.decode("ascii").split("\n")
    if lines[0] != "%%MatrixMarket matrix coordinate real symmetric" or lines[-1] != "":
        raise Wrong("no symmetric matrix in coordinates")
    lines = [line for line in lines[1:-1] if not line.startswith("%")]
    rows, columns, entries = map(int, lines[0].split())
    if rows != columns or entries != len(lines) - 1:
        raise Wrong(f"{len(lines) - 1} entries of {entries}")
    problem = Problem(rows)
    for line in lines[1:]:
        i, j, value = line.split()
        if int(i) < int(j):
            raise Wrong("not the lower triangle")
        problem.add([int(i) - 1, int(j) - 1], float(value) * (1 if i == j else count))
    return problem


def from_bqm(data):
    """dimod's file of a BinaryQuadraticModel, version 2.0."""
    if data[:8] != b"DIMODBQM" or data[8] != 2:
        raise Wrong("no DIMODBQM of version 2")
    size, = struct.unpack_from("<I", data, 10)
    header = json.loads(data[14:14 + size])
    if header["vartype"] != "BINARY" or header["dtype"] != "float64" or header["itype"] != "int32":
        raise Wrong(f"header {header!r}")
    variables, interactions = header["shape"]
    place = 14 + size
    problem = Problem(variables)
    problem.constant, = struct.unpack_from("<d", data, place)
    place += 8
    kind = "i" if header.get("ntype", "int32") == "int32" else "q"
    ends = []
    width = struct.calcsize("<" + kind)
    for i in range(variables):
        start, linear = struct.unpack_from(f"<{kind}d", data, place)
        ends.append(start)
        problem.add([i], linear)
        place += width + 8
    entries = [struct.unpack_from("<id", data, place + 12 * k) for k in range(2 * interactions)]
    ends.append(2 * interactions)
    for i in range(variables):
        for j, q in entries[ends[i]:ends[i + 1]]:
            if i < j:
                problem.add([i, j], q)
    return problem
