#!/usr/bin/env python3
"""Makes objects for the schemas of published CRDs: lines of {"schema", "object", "isResourceRoot"}.

    objects_of_crds.py [--seed N] [--each N] [--every N] [--together] crds.ndjson.zst | structural batch prune

The input has one CRD a line. Each schema of every Nth CRD gets N objects, which nearly fit it: a few fields are
unknown, null, of another type, repeated or beyond a limit. Equal schemas count once. The same arguments give the same
lines. With --together, each schema has one line, and "object" is a list of all its objects.
"""
import argparse
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))
from zstd_lines import lines_of  # noqa: E402

MOST_VALUES = 400
WORDS = ['', 'a', 'x-1', 'Some Text', 'example.com/v1', '10.0.0.1', '-', 'A' * 70, 'é\u2028', '5', 'true', '100m', '1Gi', '1h30m', '50%']
TEXTS = {
    'date-time': ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05.123+01:00', '2020-01-02'],
    'date': ['2020-01-02', '2020-13-02'],
    'duration': ['1h', '5m30s', '1 day', 'x'],
    'byte': ['YQ==', 'YQ', '!'],
    'uri': ['https://example.com/x?y=1', 'x', 'http://[::1'],
    'email': ['a@example.com', 'a@', 'a b@example.com'],
    'ipv4': ['10.0.0.1', '10.0.0.256', '010.0.0.1'],
    'ipv6': ['::1', '1::2::3', '::ffff:10.0.0.1'],
    'cidr': ['10.0.0.0/8', '10.0.0.0', '::/129'],
    'uuid': ['123e4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000', 'x'],
    'hostname': ['example.com', '-x', 'a..b'],
}
NUMBERS = [0, 1, -1, 2, 80, 65536, 1.0, 0.5, -0.0, 2**31, 2**53 + 1, 2**63 - 1, 1e20, 3.14]
ANYTHING = [None, True, 0, 1.5, 'text', [], {}, [1, 'a', None], {'unknown': {'deep': [{'x': 1}]}}]
METADATA = [{'name': 'a'}, {'name': 'a', 'labels': {'a': 'b'}, 'unknown': 1}, {'name': 'A_'}, {}, {'labels': {'a': 1}}, None,
            {'name': 'a', 'annotations': {'a/b/c': 'd'}, 'finalizers': ['x'], 'generation': 1.0},
            {'generateName': 'x-', 'creationTimestamp': '2020-01-02T03:04:05.5Z'},
            {'name': 'a', 'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p', 'uid': 'u'}, {'kind': 'x'}]}]


def part(schema, key, kind):
    """Returns the value of a keyword. If the value has the wrong type, as in some published CRDs, returns
    an empty value."""
    value = schema.get(key)
    return value if isinstance(value, kind) else kind()


class Maker:
    def __init__(self, chance):
        self.chance, self.left = chance, MOST_VALUES

    def odds(self, one_in):
        return self.chance.random() * one_in < 1

    def value(self, schema, depth=0):
        self.left -= 1
        if not isinstance(schema, dict) or self.odds(60):
            return self.chance.choice(ANYTHING)
        if part(schema, 'enum', list) and not self.odds(20):
            return self.chance.choice(schema['enum'])
        if 'default' in schema and self.odds(8):
            return schema['default']
        if schema.get('nullable') and self.odds(6) or self.odds(80):
            return None
        if schema.get('x-kubernetes-int-or-string'):
            return self.chance.choice([1, 80, '50%', 'http', 1.5, True])
        return self.typed(schema, depth)

    def typed(self, schema, depth):
        kind = schema.get('type')
        if kind == 'object' or 'properties' in schema:
            return self.object(schema, depth)
        if kind == 'array':
            return self.array(schema, depth)
        if kind == 'boolean':
            return self.odds(2)
        if kind in ('integer', 'number'):
            return self.number(schema)
        return self.text(schema) if kind == 'string' else self.chance.choice(ANYTHING)

    def number(self, schema):
        near = [schema[key] for key in ('minimum', 'maximum') if isinstance(schema.get(key), (int, float))]
        if near and not self.odds(4):
            return self.chance.choice(near) + self.chance.choice([-1, 0, 0, 1])
        return self.chance.choice(NUMBERS if schema['type'] == 'number' or self.odds(5) else NUMBERS[:6])

    def text(self, schema):
        texts = TEXTS.get(part(schema, 'format', str), WORDS)
        lengths = [n for n in (schema.get('minLength'), schema.get('maxLength')) if isinstance(n, int) and 0 <= n < 300]
        if lengths and self.odds(2):
            return 'a' * max(0, self.chance.choice(lengths) + self.chance.choice([-1, 0, 1]))
        return self.chance.choice(texts)

    def array(self, schema, depth):
        sizes = [n for n in (schema.get('minItems'), schema.get('maxItems')) if isinstance(n, int) and n < 20]
        size = self.chance.choice(sizes) + self.chance.choice([-1, 0, 1]) if sizes and self.odds(3) else self.chance.choice([0, 1, 1, 2, 3])
        items = [self.value(schema.get('items'), depth + 1) for _ in range(max(0, size)) if self.left > 0]
        if items and self.odds(6):
            items.append(items[0])
        return items

    def object(self, schema, depth):
        made = {}
        required = part(schema, 'required', list)
        properties = part(schema, 'properties', dict)
        usual = 0.7 if depth < 3 else 0.3
        for key, of in properties.items():
            if key in required and not self.odds(25) or (self.left > 0 and self.chance.random() < usual):
                made[key] = self.value(of, depth + 1) if self.left > -200 else None
        additional = schema.get('additionalProperties')
        if additional not in (None, False):
            for key in self.chance.sample(['a', 'b.c', 'x/y', ''], self.chance.choice([0, 1, 2])):
                made[key] = self.value(additional, depth + 1)
        if schema.get('x-kubernetes-preserve-unknown-fields') and self.odds(2) or self.odds(12):
            made[self.chance.choice(['unknown', 'nmae', 'spec', 'metadata', 'a.b', 'a[0]'])] = self.chance.choice(ANYTHING)
        if schema.get('x-kubernetes-embedded-resource'):
            made.update(self.head())
        return made

    def head(self):
        head = {'apiVersion': 'example.com/v1', 'kind': 'Kind', 'metadata': self.chance.choice(METADATA)}
        if self.odds(15):
            head[self.chance.choice(['apiVersion', 'kind'])] = self.chance.choice(ANYTHING + ['a/b/c', ''])
        if self.odds(15):
            del head[self.chance.choice(['apiVersion', 'kind', 'metadata'])]
        return head


def schemas_of(crd):
    spec = part(crd, 'spec', dict)
    versions = [version for version in part(spec, 'versions', list) if isinstance(version, dict)]
    around = [part(spec, 'validation', dict), *(part(version, 'schema', dict) for version in versions)]
    return [schema for schema in (part(each, 'openAPIV3Schema', dict) for each in around) if schema]


def object_of(schema, seed):
    maker = Maker(random.Random(seed))
    return json.dumps(maker.object(schema, 0) | maker.head())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--each', type=int, default=10)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--together', action='store_true')
    parser.add_argument('file')
    args = parser.parse_args()
    seen = set()
    for number, line in enumerate(lines_of(args.file)):
        if number % args.every != 0:
            continue
        for schema in schemas_of(json.loads(line)):
            text = json.dumps(schema, ensure_ascii=False, separators=(',', ':'))
            if hash(text) in seen:
                continue
            seen.add(hash(text))
            objects = [object_of(schema, f'{args.seed} {number} {len(seen)} {i}') for i in range(args.each)]
            for made in [f'[{",".join(objects)}]'] if args.together else objects:
                print(f'{{"schema":{text},"object":{made},"isResourceRoot":true}}')


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8', errors='surrogatepass')
    main()
