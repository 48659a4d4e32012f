"""Tests of the positions of findings, with any other text before them. usage: lint_positions_test.py
STRUCTURAL"""
import json
import unittest

from lint_support import findings_of_each
from lint_test import GOOD, HEAD, STRUCTURAL, findings, lint


def places(text, *arguments):
    return [(f["line"], f["column"]) for f in findings(text, *arguments)]


def place_of(mark, text):
    """Returns the position of `mark` in a text, and the text without the mark."""
    before, after = text.split(mark)
    line = before.count("\n") + 1
    return (line, len(before) - (before.rfind("\n") + 1) + 1), before + after


def tree(depth, style, rng):
    """Returns a random schema. One node has a defect; the mark § is before that node."""
    if style == "json":
        inner = '§"x": {}' if depth == 0 else f'"p{depth}": {{"type": "object", "properties": {{{tree(depth - 1, style, rng)}}}}}'
        return '"é😀": {"type": "string"}, ' * rng[depth % len(rng)] + inner
    indent = "  " * (5 + 2 * (9 - depth))
    lines = f"{indent}é😀: {{type: string}} # ü\n" * min(1, rng[depth % len(rng)])
    lines += f"{indent}# a comment\n" * rng[depth % len(rng)]
    if depth == 0:
        return lines + f"{indent}§x: {{description: 'é'}}\n"
    return lines + f"{indent}p{depth}:\n{indent}  type: object\n{indent}  properties:\n" + tree(depth - 1, style, rng)


DEFECT = "§x: {description: 'é'}"
STRICT_DEFECTS = [  # one defect of each kind that only --strict finds; § is before the position of its finding
    "x: {type: string, §formt: date}",
    "x: {type: string, description: é😀, §format: timestamp}",
    "x: {type: string, anyOf: [{minLength: 1}, {§readOnly: true}]}",
    "§x: {type: object, not: {properties: {a: {}}}}",
    "§x: {type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}",
    "x: {type: object, §additionalProperties: {type: string}, not: {properties: {a: {}}}}",
]


class Places(unittest.TestCase):
    """One known defect at many positions in files."""

    def check(self, texts):
        self.check_each(texts)
        strict = [text.replace(DEFECT, defect) for text in texts if DEFECT in text for defect in STRICT_DEFECTS]
        if strict:
            self.check_each(strict, "--strict")

    def check_each(self, texts, *arguments):
        pairs = [place_of("§", text) for text in texts]
        for end in ("\n", "\r\n"):
            plain = [text.replace("\n", end) for _, text in pairs]
            each = findings_of_each(STRUCTURAL, plain, "--only", "structural", *arguments)
            for (place, _), text, found in zip(pairs, plain, each, strict=True):
                self.assertEqual([place], [(f["line"], f["column"]) for f in found], text)

    def test_in_blocks(self):
        self.check([HEAD + tree(depth, "yaml", rng) for depth in range(6) for rng in ([0, 1], [2, 0, 1], [3])])

    def test_in_json(self):
        head = ('{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",\n "metadata": '
                '{"name": "a"}, "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema":\n'
                ' {"type": "object", "properties": {')
        self.check([head + tree(depth, "json", [1, 0, 1]) + "}}}}]}}\n" for depth in range(6)])

    def test_behind_other_documents(self):
        body = HEAD + tree(3, "yaml", [1])
        self.check(["# first\n" + "kind: Other\n---\n" * count + body for count in range(4)])
        self.check([(GOOD + "---\n") * count + body + "---\n" + GOOD for count in range(4)])

    def test_in_a_list_and_a_config_map(self):
        body = HEAD + tree(2, "yaml", [1])
        item = "".join(("- " if i == 0 else "  ") + line for i, line in enumerate(body.splitlines(True)))
        data = "".join("      " + line for line in body.splitlines(True))
        self.check(["apiVersion: v1\nkind: List\nitems:\n" + item,
                    "apiVersion: v1\nkind: ConfigMap\ndata:\n    crd.yaml: |\n" + data,
                    "apiVersion: v1\nkind: ConfigMap\ndata:\n    crd.yaml: |-\n\n" + "      ---\n" + data])

    def test_behind_anchors_and_merges(self):
        text = "x: &x {w: [1, {z: 2}]}\na: &a\n  b: *x\n  c: {<<: *x, w: 5}\n" + HEAD + tree(3, "yaml", [1])
        self.check_each([text])

    def test_with_a_mark_of_byte_order(self):
        place, plain = place_of("§", HEAD + tree(2, "yaml", [1]))
        self.assertEqual([place], places("\ufeff" + plain))
        run = lint("-o", "json", "-", stdin=("\ufeff" + plain).encode("utf-16-be"))
        found = json.loads(run.stdout)["findings"]
        self.assertEqual([place], [(f["line"], f["column"]) for f in found])


if __name__ == "__main__":
    unittest.main()
