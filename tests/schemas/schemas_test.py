# SPDX-License-Identifier: Apache-2.0
"""schemas_test.py CLASS...: the schemas of docs/schemas fit what the program writes and what the documents show, and
refuse what is changed. Exit 77, with the reason, without the package that tells."""
import copy
import json
import re
import sys
import unittest

import commands
import documents

try:
    import jsonschema
except ModuleNotFoundError:
    print("Schemas: Skipped\nneeds jsonschema (package python3-jsonschema)")
    sys.exit(77)

# Written only while a machine works that promises results for later or keeps none, and by the programs of others.
RARE = [
    {"cell": "0123456789abcdef", "read": 0, "reads": 2, "machine": "far", "job": "b6f1", "accepted": "2025-03-01T12:00:00Z"},
    {"cell": "0123456789abcdef", "read": 0, "reads": 2, "machine": "far", "closed": "timeout"},
    {"read": 0, "reads": 1, "machine": "near", "answer": {"type": "result", "id": 7, "samples": [{"bits": "0101", "energy": -3}], "times": {"machine": 1.5}}},
    {"machine": "far", "refused": "the budget of 'far' is 1 requests, of which 1 are spent"},
    {"variables": 4, "vartype": "BINARY", "samples": [{"bits": "0101", "energy": -3, "occurrences": 2}]},
]
# What others say in words of their own, and lines in which unknown members are passed over.
OPEN = re.compile(r"^(record\.environment\.machine\.(hello|request)|machine-check\.hello|machine-hello\.(hello|description)"
                  r"|samples-dimod\.info|machine-protocol|samples-read|study-answers\.answer)\b")
# Members that all documents here have, but may be missing.
PERHAPS = {
    "comparison": {"mean_seconds_to_best"},
    "instance": {"name", "capacity", "pairs"},
    "instance-facts": {"density", "upper_bound"},
    "machine-check": {"hello"},
    "processed-sample": {"energy"},
    "result": {"gap", "upper_bound"},
    "samples-read": {"variables", "vartype"},
    "study-status": {"spent"},
}
UNEXPECTED = [{"unexpected": None}]


def places(document, path=()):
    """The path of every value, the whole document first; of lists only the first two."""
    yield path
    if isinstance(document, dict):
        for name, value in document.items():
            yield from places(value, (*path, name))
    elif isinstance(document, list):
        for i, value in enumerate(document[:2]):
            yield from places(value, (*path, i))


def at(document, path):
    for step in path:
        document = document[step]
    return document


def with_change(document, path, change):
    """A copy in which change(holder, key) was done to the value there."""
    changed = copy.deepcopy(document)
    change(at(changed, path[:-1]), path[-1])
    return changed


def replace(holder, key):
    holder[key] = UNEXPECTED


def add_beside(holder, key):
    holder[key]["unexpected"] = UNEXPECTED


def examples_in(text):
    """JSON objects and lists of objects that a document shows: lines and blocks of code, and code within lines."""
    for block in re.findall(r"^```[a-z]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in [block, *block.splitlines()]:
            if part.strip().startswith("{"):
                yield part
    for span in re.findall(r"`([{\[][^`\n]*)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)):
        yield span


class SchemaFiles(unittest.TestCase):
    def test_are_schemas(self):
        self.assertGreater(len(documents.names()), 10)
        for name in documents.names():
            with self.subTest(name):
                schema = documents.schema(name)
                jsonschema.Draft202012Validator.check_schema(schema)
                self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
                self.assertTrue(schema["title"])

    def test_each_is_for_a_kind_and_on_the_page(self):
        self.assertEqual(sorted({kind for kind, _ in documents.MARKS}), documents.names())
        page = (documents.ROOT / "docs" / "schemas.md").read_text(encoding="utf-8")
        self.assertEqual(sorted(re.findall(r"\(schemas/([a-z-]+)\.schema\.json\)", page)), documents.names())

    def test_a_definition_says_the_same_everywhere(self):
        seen = {}
        for name in documents.names():
            for word in ("seconds", "sha256", "parameters", "work", "clock", "stopped_by"):
                definition = documents.schema(name).get("$defs", {}).get(word)
                if definition is not None:
                    self.assertEqual(seen.setdefault(word, definition), definition, f"{word} in {name}")


class Outputs(unittest.TestCase):
    def setUp(self):
        self.judge = documents.Judge()
        self.written = [*commands.all_documents(), *(("rare", document) for document in RARE)]

    def test_fit(self):
        for name, document in self.written:
            self.assertEqual(self.judge.faults(document), [], name)

    def test_are_of_every_kind(self):
        self.assertEqual(sorted({documents.kind_of(document) for _, document in self.written}), documents.names())

    def test_changed_ones_do_not_fit(self):
        tried = set()
        for name, document in self.written:
            kind = documents.kind_of(document)
            for path in places(document):
                place = ".".join([kind, *("#" if isinstance(step, int) else step for step in path)])
                if place in tried:
                    continue
                tried.add(place)
                if path and not OPEN.match(place.rpartition(".")[0]):
                    self.refuse(with_change(document, path, replace), kind, f"another value at {place}, from {name}")
                if isinstance(at(document, path), dict) and not OPEN.match(place):
                    held = {"document": document}
                    changed = with_change(held, ("document", *path), add_beside)["document"]
                    self.refuse(changed, kind, f"another member at {place}, from {name}")
        self.assertGreater(len(tried), 500)

    def test_what_is_always_written_is_needed(self):
        for kind in documents.names():
            alike = [document for _, document in self.written if documents.kind_of(document) == kind]
            always = set.intersection(*(set(document) for document in alike))
            for member in always - PERHAPS.get(kind, set()):
                for document in alike[:3]:
                    self.refuse({name: value for name, value in document.items() if name != member}, kind,
                                f"a document without {member}")

    def refuse(self, document, kind, what):
        if not self.judge.faults(document, kind):
            self.fail(f"{kind} takes {what}")


class Documents(unittest.TestCase):
    def test_examples_fit(self):
        judge, count = documents.Judge(), 0
        pages = [documents.ROOT / "README.md", *sorted((documents.ROOT / "docs").rglob("*.md"))]
        for page in pages:
            for text in examples_in(page.read_text(encoding="utf-8")):
                try:
                    example = documents.parse(text)
                except ValueError:
                    continue  # no JSON, or with parts left out
                if isinstance(example, list):
                    if not example or not isinstance(example[0], dict):
                        continue
                    example = {"samples": example}
                if not isinstance(example, dict) or documents.foreign(example):
                    continue
                count += 1
                self.assertEqual(judge.faults(example), [], f"{page.name}: {text[:100]}")
        self.assertGreater(count, 10)

    def test_example_files_fit(self):
        judge = documents.Judge()
        files = sorted((documents.ROOT / "docs" / "examples").rglob("*.json"))
        self.assertTrue(files)
        for file in files:
            self.assertEqual(judge.faults(json.loads(file.read_text(encoding="utf-8"))), [], file.name)


if __name__ == "__main__":
    unittest.main()
