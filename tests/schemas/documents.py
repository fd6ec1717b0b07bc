# SPDX-License-Identifier: Apache-2.0
"""JSON documents of spinsack: which schema of docs/schemas is for one, and whether it fits."""
import gzip
import json
import lzma
import pathlib
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"

# The first whose members a document has all of is its kind. They are the ones that a reader would tell it by.
MARKS = [
    ("record", ["cell", "runs"]),
    ("study", ["schema", "cells"]),
    ("study-jobs", ["cell", "reads"]),
    ("study-answers", ["machine", "answer"]),
    ("study-spending", ["machine", "request"]),
    ("study-spending", ["machine", "refused"]),
    ("study-status", ["folder", "failing"]),
    ("certificate", ["certificate"]),
    ("certificate", ["steps", "closed"]),
    ("samples-dimod", ["sample_data"]),
    ("machine-protocol", ["type"]),
    ("samples", ["spinsack", "samples"]),
    ("processed-sample", ["spinsack", "post"]),
    ("decode-map", ["instance_sha256"]),
    ("result", ["spinsack", "method", "instance"]),
    ("instance-facts", ["spinsack", "instance"]),
    ("comparison", ["method", "mean_gap_percent"]),
    ("model-facts", ["sampled_by"]),
    ("machine-check", ["machine", "points"]),
    ("machine-hello", ["description", "hello"]),
    ("machine-description", ["place", "env"]),
    ("squares", ["squares"]),
    ("instance", ["items"]),
    ("list-entry", ["kind", "name"]),
    ("samples-read", ["samples"]),
]
# Members that are documents of another kind; "machine-protocol/hello" is a definition of that schema, for workers. A command
# says no hello, and its schema has what stands there instead.
PARTS = {
    "machine-hello": {"description": "machine-description", "hello": "machine-protocol/hello"},
    "machine-check": {"hello": "machine-protocol/hello"},
}
# Formats of others that spinsack writes, too.
FOREIGN = [["variable_ids", "linear_terms"], ["polynomial"], ["binary_polynomial"]]


def names():
    return sorted(path.name[:-len(".schema.json")] for path in SCHEMAS.glob("*.schema.json"))


def schema(name):
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def kind_of(document):
    """The name of its schema, or None."""
    return next((name for name, marks in MARKS if all(mark in document for mark in marks)), None)


def foreign(document):
    return any(all(mark in document for mark in marks) for marks in FOREIGN)


def unique_members(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError(f"a member twice in {[name for name, _ in pairs]}")
    return members


def parse(text):
    def refuse(word):
        raise ValueError(f"{word} is no JSON")
    return json.loads(text, object_pairs_hook=unique_members, parse_constant=refuse)


def damaged(line):
    """Whether it is a record that its own checksum disowns."""
    body, _, check = line.rpartition(',"check":"')
    return f"{zlib.crc32(body.encode()):08x}" != check[:8]


def documents_in(content, kind=None):
    """All documents of a file: the whole, or one per line. Of files that only grow, lines that were cut off do not count."""
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    elif content[:5] == b"\xfd7zXZ":
        content = lzma.decompress(content)
    text = content.decode("utf-8", "replace")
    try:
        return [parse(text)]
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
    if kind == "record":
        lines = [line for line in lines if not damaged(line)]
    found = []
    for line in lines:
        try:
            found.append(parse(line))
        except ValueError:
            if kind not in ("study-jobs", "study-answers", "study-spending"):
                raise
    return found


class Judge:
    """Holds documents against their schemas."""

    def __init__(self):
        import jsonschema  # here, so that who lacks it can say so
        self.validator = jsonschema.Draft202012Validator
        self.validators = {name: self.validator(schema(name)) for name in names()}

    def of(self, kind):
        if kind not in self.validators:
            name, _, part = kind.partition("/")
            self.validators[kind] = self.validator({"$ref": f"#/$defs/{part}", "$defs": schema(name)["$defs"]})
        return self.validators[kind]

    def faults(self, document, kind=None):
        """What is wrong with it, an empty list if nothing is."""
        if not isinstance(document, dict):
            return [f"expected an object, found {str(document)[:60]}"]
        kind = kind or kind_of(document)
        if kind is None:
            return [f"no schema is for an object with {sorted(document)[:12]}"]
        found = [f"{kind}: {error.json_path}: {error.message[:300]}" for error in self.of(kind).iter_errors(document)]
        for member, part in PARTS.get(kind, {}).items():
            value = document.get(member)
            if isinstance(value, dict) and (member != "hello" or "protocol" in value):
                found += self.faults(value, part)
        return found
