# SPDX-License-Identifier: Apache-2.0
"""A checker for as much of JSON Schema as docs/schemas/machine-protocol.schema.json uses; a keyword beyond is an error."""
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class Misfit(AssertionError):
    pass


class Schema:
    def __init__(self, root):
        self.root = root

    def check(self, value, name=None):
        """value fits the whole schema, or the definition of that name."""
        self.fit(value, self.root["$defs"][name] if name else self.root, "line")

    def fit(self, value, schema, place):
        for keyword, rule in schema.items():
            if keyword in ("$schema", "$id", "$defs", "title", "description", "default"):
                continue
            getattr(self, "check_" + keyword.strip("$"))(value, rule, place, schema)

    def fits(self, value, schema):
        try:
            self.fit(value, schema, "")
            return True
        except Misfit:
            return False

    def require(self, truth, place, message):
        if not truth:
            raise Misfit(f"{place}: {message}")

    def check_ref(self, value, rule, place, _):
        self.fit(value, self.root["$defs"][rule[len("#/$defs/"):]], place)

    def check_type(self, value, rule, place, _):
        self.require(any(self.is_type(value, each) for each in ([rule] if isinstance(rule, str) else rule)), place,
                     f"expected {rule}, found {value!r}")

    @staticmethod
    def is_type(value, name):
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if name == "number":
            return number
        if name == "integer":
            return number and value == int(value)
        return isinstance(value, TYPES[name])

    def check_const(self, value, rule, place, _):
        self.require(value == rule and type(value) is type(rule), place, f"expected {rule!r}, found {value!r}")

    def check_enum(self, value, rule, place, _):
        self.require(value in rule, place, f"expected one of {rule}, found {value!r}")

    def check_required(self, value, rule, place, _):
        for name in rule:
            self.require(not isinstance(value, dict) or name in value, place, f"no member {name!r}")

    def check_properties(self, value, rule, place, _):
        for name, schema in rule.items():
            if isinstance(value, dict) and name in value:
                self.fit(value[name], schema, f"{place}.{name}")

    def check_additionalProperties(self, value, rule, place, schema):
        for name in value if isinstance(value, dict) else ():
            if name not in schema.get("properties", {}):
                self.require(rule is not False, place, f"unknown member {name!r}")
                if rule is not True:
                    self.fit(value[name], rule, f"{place}.{name}")

    def check_items(self, value, rule, place, _):
        for i, each in enumerate(value if isinstance(value, list) else ()):
            self.fit(each, rule, f"{place}[{i}]")

    def check_minItems(self, value, rule, place, _):
        self.require(not isinstance(value, list) or len(value) >= rule, place, f"fewer than {rule}")

    def check_maxItems(self, value, rule, place, _):
        self.require(not isinstance(value, list) or len(value) <= rule, place, f"more than {rule}")

    def check_pattern(self, value, rule, place, _):
        self.require(not isinstance(value, str) or re.search(rule, value), place, f"{value!r} does not match {rule}")

    def check_minimum(self, value, rule, place, _):
        self.require(not self.is_type(value, "number") or value >= rule, place, f"{value} is less than {rule}")

    def check_maximum(self, value, rule, place, _):
        self.require(not self.is_type(value, "number") or value <= rule, place, f"{value} is more than {rule}")

    def check_exclusiveMinimum(self, value, rule, place, _):
        self.require(not self.is_type(value, "number") or value > rule, place, f"{value} is not more than {rule}")

    def check_oneOf(self, value, rule, place, _):
        count = sum(self.fits(value, each) for each in rule)
        if count == 0 and isinstance(value, dict):  # the message of the one that is meant
            for each in rule:
                target = self.root["$defs"][each["$ref"][8:]] if "$ref" in each else each
                if target.get("properties", {}).get("type", {}).get("const") == value.get("type"):
                    self.fit(value, target, place)
        self.require(count == 1, place, f"fits {count} of the kinds instead of one: {value!r}")

    def check_anyOf(self, value, rule, place, _):
        self.require(any(self.fits(value, each) for each in rule), place, f"fits none of the kinds: {value!r}")
