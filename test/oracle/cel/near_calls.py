#!/usr/bin/env python3
"""Generates expressions in CEL that call the functions of schema/cel/functions.inc with values that are almost right.

    near_calls.py [--seed N] [--n N] [--only FUNCTION]

Prints one line for each expression, as the operation cel reads it: {"expr", "schema", "self"}. Line i depends only on
the seed and on i. Arguments are literals or calls of the declared types; some have another type, which dyn() hides from
the checker.
"""
import argparse
import json
import pathlib
import random
import re

from near_literals import split

ROWS = pathlib.Path(__file__).parents[3] / 'schema/cel/functions.inc'
ROW = re.compile(r'\{"([^"]+)", "([^"]+)", (true|false), -?\w+(?:, \d+)+, "([^"]*)", "([^"]*)"\}')
SCHEMA = {'type': 'object', 'x-kubernetes-preserve-unknown-fields': True}
AUTHORIZER = 'kubernetes.authorization.'
# Functions that the generator does not call: operators and macros, and functions whose names differ between old and new
# expressions.
LEFT_OUT = re.compile(r'^(_|@|!|-|cel\.|in$|__)|' + AUTHORIZER)

QUANTITIES = ['0', '1', '-1', '1k', '1Ki', '1.5Gi', '100m', '-100m', '0.1n', '1e3', '1E', '8Ei', '-9Ei', '1e19', '.5', '5.', '.', '',
              '1.2345678901234567890', '9223372036854775807', '1000000E', 'abc', '1ki', '1e', '+1', '1023Ki', '0.0001Ki', '3Pi', '0']
VERSIONS = ['1.2.3', 'v1.2.3', '1.2', '1', '01.2.3', '1.2.3-rc.1', '1.2.3-rc.01', '1.2.3-', '1.2.3+b', '18446744073709551616.0.0',
            '18446744073709551615.0.0', '1.2.3-alpha', '1.2.3-1', '1.2.3-10', '', 'a.b.c', '1.10.0', '1.2-rc']
ADDRESSES = ['1.2.3.4', '127.0.0.1', '0.0.0.0', '169.254.0.1', '224.0.0.1', '255.255.255.255', '1.2.3', '1.2.3.04', '::1', '::', '0::1', 'fe80::1',
             'fe80::1%en0', '::ffff:1.2.3.4', 'ff02::1', '2001:db8::1', '1::2::3', 'a', '', '2001:DB8::1']
PREFIXES = ['10.0.0.0/8', '10.1.2.3/8', '10.0.0.0/16', '10.0.0.0/33', '10.0.0.0/08', '0.0.0.0/0', '::/0', '2001:db8::/32', '2001:db8::1/64',
            '::ffff:1.2.3.4/96', '10.0.0.0', 'fe80::1%en0/64', '/8', '']
URLS = ['https://example.com', 'https://example.com:80/path?a=1&a=2&b=%20#f', '/path', 'path', 'a:b', '', 'https://[::1]:80/', 'https://[::g]', 'https://u:p@h/%zz',
        'https://h/a%2fb c', 'https://h?x=1;y=2&z', 'https://h:port', 'HTTPS://H', '*', 'https://h/\u00e4']
NAMES = ['my-name', 'My-Name', 'a.b', '-a', 'a-', '', 'example.com/Name', 'a' * 64, 'a_b', '1a', 'a/b/c']
TEXTS = ['', 'a', 'abc', 'aXbXc', 'banana', 'a,b,,c', ' \t a\u00a0 ', '\u00e9\u20ac\U0001f600', 'A\u00c9z', 'line\nbreak', '"quoted\\"', 'NaN', 'Infinity', '1', 'true',
         '2026-11-21', '2026-11-21T04:08:43Z', 'aGk=', 'aGk', '123e4567-e89b-12d3-a456-426614174000', '1h30m', 'dns1123Label', 'uuid', 'none', '\u0007\u000b\u200b']
PATTERNS = ['a+', 'a+?', '(a|ab)(c|bcd)*', '', '^a', r'\\b\\w', '[^X]', '(', '(?i)x', 'a{2,1}', r'\\pL+', '.*', '(|a)*']
FORMS = ['%s', '%d', '%f', '%.3f', '%e', '%.10e', '%b', '%x', '%X', '%o', '%%', '%', '%.', '%.f', '%q', '%5d', 'a%sb%s', '%s %d', '%.0f', '%.300f', '%s%s%s', '']
LITERALS = {
    'bool': ['true', 'false'],
    'int': ['0', '1', '-1', '2', '3', '5', '10', '-5', '100', '9223372036854775807', '-9223372036854775808', '1000001'],
    'uint': ['0u', '1u', '2u', '18446744073709551615u'],
    'double': ['0.0', '-0.0', '1.5', '-2.5', '1e300', '1e-7', '123456.789', 'double("NaN")', 'double("Infinity")', '-double("Infinity")', '0.1'],
    'bytes': ['b""', 'b"abc"', 'b"\\xff\\x00"', 'b"\u00e9"'],
    'null': ['null'],
    'duration': ['duration("1s")', 'duration("-1h30m")', 'duration("0s")', 'duration("1ns")', 'duration("2562047h")'],
    'timestamp': ['timestamp("2020-01-01T00:00:00Z")', 'timestamp("2026-11-21T04:08:43.5Z")', 'timestamp("0001-01-01T00:00:00Z")'],
    'type': ['int', 'string', 'type(1u)', 'list'],
    'kubernetes.NamedFormat': ['format.' + name + '()' for name in (
        'dns1123Label', 'dns1123LabelPrefix', 'dns1123Subdomain', 'dns1123SubdomainPrefix', 'dns1035Label', 'dns1035LabelPrefix', 'qualifiedName', 'labelValue',
        'uri', 'uuid', 'byte', 'date', 'datetime')],
}
# {function of CEL: texts to pass to it, which reach many branches of its code}. Other functions get arbitrary texts.
WORTH = {
    'quantity': QUANTITIES, 'isQuantity': QUANTITIES, 'semver': VERSIONS, 'isSemver': VERSIONS, 'ip': ADDRESSES, 'isIP': ADDRESSES,
    'ip.isCanonical': ADDRESSES, 'containsIP': ADDRESSES, 'cidr': PREFIXES, 'isCIDR': PREFIXES, 'containsCIDR': PREFIXES, 'url': URLS, 'isURL': URLS,
    'validate': NAMES + URLS + TEXTS, 'format.named': ['uuid', 'dns1123Label', 'x', 'DNS1123Label'],
}
PLAIN = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'duration', 'timestamp']
OPAQUE = ['kubernetes.Quantity', 'kubernetes.Semver', 'kubernetes.URL', 'net.IP', 'net.CIDR', 'kubernetes.NamedFormat']
MAKERS = {'kubernetes.Quantity': ('quantity', QUANTITIES), 'kubernetes.Semver': ('semver', VERSIONS), 'kubernetes.URL': ('url', URLS),
          'net.IP': ('ip', ADDRESSES), 'net.CIDR': ('cidr', PREFIXES)}


def quoted(text):
    return json.dumps(text, ensure_ascii=False).replace('\\u000b', '\\v').replace('\\u0007', '\\a')


class Calls:
    def __init__(self):
        self.rows = [(name, on_first == 'true', split(arguments), result.removeprefix('struct '))
                     for name, _, on_first, arguments, result in ROW.findall(ROWS.read_text())
                     if not LEFT_OUT.search(name) and AUTHORIZER not in arguments + result]
        self.by_result = {}
        for row in self.rows:
            self.by_result.setdefault(row[3], []).append(row)

    def call(self, random, row, depth):
        name, on_first, arguments, _ = row
        bound = {}
        texts = [self.value(random, kind, bound, depth, name, i) for i, kind in enumerate(arguments)]
        if name in ('format',):
            texts[0] = quoted(random.choice(FORMS)) if random.random() < .8 else texts[0]
            if random.random() < .5:
                texts[0] = f'(true ? {texts[0]} : "")'
        if name in ('find', 'findAll', 'matches') and len(texts) > 1 and random.random() < .9:
            texts[1] = '"' + random.choice(PATTERNS) + '"'
            if random.random() < .3:
                texts[1] = f'(true ? {texts[1]} : "")'
        if on_first:
            return f'{texts[0]}.{name}({", ".join(texts[1:])})'
        return f'{name}({", ".join(texts)})'

    # Returns an expression of the type `kind`, an argument of a call. A type parameter has the same type everywhere in
    # a call, so `bound` has the types that were chosen for the type parameters.
    def value(self, random, kind, bound, depth, function='', index=0):
        if random.random() < .03:
            return f'dyn({self.value(random, random.choice(PLAIN + ["null"]), {}, 0)})'
        if len(kind) == 1:
            kind = bound.setdefault(kind, random.choice(PLAIN + PLAIN + OPAQUE + ['list(int)']))
        if kind == 'dyn':
            kind = random.choice(PLAIN + ['list(string)', 'map(string, int)', 'null', 'type', 'optional_type(int)'] + OPAQUE)
        if depth > 0 and random.random() < .35 and kind in self.by_result:
            return self.call(random, random.choice(self.by_result[kind]), depth - 1)
        return self.literal(random, kind, bound, depth, function, index)

    def literal(self, random, kind, bound, depth, function, index):
        head, _, rest = kind.partition('(')
        parts = split(rest[:-1]) if rest else []
        if head == 'list':
            few = random.choice([0, 1, 2, 2, 3, 3, 5, 15])
            element = parts[0] if parts else 'int'
            if element == 'dyn':
                return '[' + ', '.join(f'dyn({self.value(random, "dyn", bound, depth - 1)})' for _ in range(few)) + ']'
            return '[' + ', '.join(self.value(random, element, bound, depth - 1) for _ in range(few)) + ']'
        if head == 'map':
            return '{' + ', '.join(f'{quoted(key)}: {self.value(random, parts[1], bound, depth - 1)}' for key in random.sample(['a', 'b', 'c'], random.randint(0, 3))) + '}'
        if head == 'optional_type':
            return random.choice(['optional.none()', f'optional.of({self.value(random, parts[0], bound, depth - 1)})'])
        if kind in MAKERS:
            maker, texts = MAKERS[kind]
            more = ', true' if maker == 'semver' and random.random() < .3 else ''
            return f'{maker}({quoted(random.choice(texts))}{more})'
        if kind == 'string':
            return quoted(random.choice(WORTH.get(function, TEXTS)))
        return random.choice(LITERALS[head])


# Puts the expression into a macro or an operator, or returns it unchanged.
def around(random, calls, expression):
    chance = random.random()
    if chance < .05:
        return f'{expression} == {calls.call(random, random.choice(calls.rows), 0)}'
    if chance < .1:
        return f'[{expression}].map(x, [x]).flatten()'
    if chance < .14:
        numbers = ', '.join(str(random.randint(0, 9)) for _ in range(random.choice([3, 12, 13, 40, 70])))
        return f'[{numbers}].sortBy(x, {random.choice(["x % 3", "-x", "string(x)", "x * 2", "1", "x > 4"])})'
    if chance < .18:
        return f'[{expression}].all(x, x == x && [x].indexOf(x) == 0)'
    if chance < .2:
        return f'"%s".format([dyn({expression})])'
    return expression


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--only', help='calls of this function')
    options = parser.parse_args()
    calls = Calls()
    rows = [row for row in calls.rows if options.only in (None, row[0])]
    for i in range(options.n):
        chooser = random.Random(f'{options.seed} {i}')
        expression = around(chooser, calls, calls.call(chooser, chooser.choice(rows), 2))
        print(json.dumps({'expr': expression, 'schema': SCHEMA, 'self': {}}, ensure_ascii=False))


if __name__ == '__main__':
    main()
