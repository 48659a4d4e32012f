#!/usr/bin/env python3
"""spec_lines.py FOLDER: prints the expressions of cel-spec's conformance tests (*.textproto) as lines of `batch cel`.

Expressions with protobuf messages of types that Kubernetes knows are skipped. Variables of the tests stay undeclared.
"""
import json
import pathlib
import re
import sys

EXPRESSION = re.compile(r"""^\s*expr:((?:\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))+)""", re.MULTILINE)
MESSAGE = re.compile(r'google\.protobuf\.[A-Z][A-Za-z0-9]*\s*\{')
LITERAL = re.compile(r""""((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'""")
ESCAPE = re.compile(rb'\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))', re.DOTALL)
LETTERS = {b'n': b'\n', b't': b'\t', b'r': b'\r', b'a': b'\a', b'b': b'\b', b'f': b'\f', b'v': b'\v'}


def unescaped(match):
    octal, hexadecimal, letter = match.groups()
    if letter is not None:
        return LETTERS.get(letter, letter)
    return bytes([int(octal, 8) if octal is not None else int(hexadecimal, 16)])


def expressions(text):
    for found in EXPRESSION.finditer(text):
        literals = [double or single for double, single in LITERAL.findall(found.group(1))]
        yield b''.join(ESCAPE.sub(unescaped, literal.encode()) for literal in literals).decode('utf-8', 'replace')


def main():
    for file in sorted(pathlib.Path(sys.argv[1]).glob('*.textproto')):
        for expression in expressions(file.read_text(encoding='utf-8')):
            if not MESSAGE.search(expression):
                print(json.dumps({'expr': expression, 'schema': {'type': 'object'}, 'self': {}}))


main()
