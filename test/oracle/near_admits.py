#!/usr/bin/env python3
"""Generates creates and updates of custom resources that are almost right: lines of {"crd", "object", "old",
"subresource"}.

    near_admits.py [--seed N] [--n N] [--strict] [--crds crds.ndjson.zst [--every N] [--rules]]

CRDs are generated, or come from a file, one a line; each gets ten lines. --rules: only those with rules in CEL.
--strict: lines have "fieldValidation", and objects have unknown fields, repeated keys and keys in another letter case.
--hostile: names and values look like errors. The same arguments give the same lines.
"""
import argparse
import copy
import itertools
import json
import random
import sys

from hostile import make_hostile
from near_schemas import crd_of
from objects_of_crds import ANYTHING, Maker, lines_of
from valid_objects import ValidMaker, words_of

RULES = b'x-kubernetes-validations'
DROP = object()
UNKNOWN = ['extra', 'extra', 'a.b', 'x y', 'Spec', 'naïve', '"', '\n', '\\', '', '[0]', 'labels', 'metadata', 'kind', 'a' * 40]
LONG = 'a' * 64
NAMES = ['a', 'a', 'a', 'a-b.c', 'A', 'a_b', '', '.', '..', 'a/b', 'a%', LONG, 'a' * 254, '-a', DROP]
SPACES = ['default', 'default', 'n', '', 'N', 'a.b', LONG, 'a/b', 5, None]
TIMES = ['2020-01-01T00:00:00Z', '2021-02-03T04:05:06.789+02:00', '', None, 'yesterday', 5]
OWNER = {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p', 'uid': 'u'}
METADATA = {
    'labels': [{'a': 'b'}, {'a b': 'c d'}, {'x/y/z': 'v', 'k': LONG}, {'a': None}, {'a': 5}, [], None, {'': ''}],
    'annotations': [{'A/B': 'x', '/': 'y'}, {'a': 'b'}, {'a': ''}, {'a b': 1}, {'a': 'x' * (256 * 1024)}],
    'finalizers': [['a'], ['x/y'], ['a b', 'a.b'], ['orphan', 'foregroundDeletion'], ['kubernetes', 'orphan'], [''], [], ['a', 'a'], 'a', [5], None],
    'generateName': ['x-', 'X-', '', 'a' * 70, 'a.', '-', 5],
    'generation': [-1, 0, 5, 1.0, 1.5, '1', None],
    'deletionTimestamp': TIMES, 'creationTimestamp': TIMES,
    'deletionGracePeriodSeconds': [0, 3, -1, '3', None],
    'ownerReferences': [[OWNER], [OWNER, OWNER], [OWNER, dict(OWNER, controller=True), OWNER], [dict(OWNER, controller=True), dict(OWNER, uid='v', controller=True)],
                        [{'kind': 'Event', 'apiVersion': 'v1'}], [dict(OWNER, apiVersion='a/b/c', uid='')], [dict(OWNER, x=1, blockOwnerDeletion=False)], [None], {}],
    'managedFields': [[], None, [{'manager': 'm', 'operation': 'Update', 'apiVersion': 'example.com/v1', 'fieldsType': 'FieldsV1', 'fieldsV1': {'f:spec': {}}}],
                      [{'manager': 'm', 'operation': 'Patch'}], [5], 'x'],
    'resourceVersion': ['', '0', '7', 'x', 7], 'selfLink': ['/x', 5], 'uid': ['u1', 'u2', '', 5, None],
    'unknown': [1, {'a': None}], 'clusterName': ['c'], 'namespace': SPACES,
}


class Again(str):
    """A key that is equal to no other key, even with the same text. A dict can therefore have two keys with the same
    text."""
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


def carelessly(r, value, depth=0):
    """Returns a careless copy of the value: with unknown fields, repeated keys, and keys in another letter case."""
    if isinstance(value, list):
        return [carelessly(r, inner, depth + 1) for inner in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for key, inner in value.items():
        often = 0.04 if depth == 0 else 0.08
        if r.random() < often:
            made[Again(key)] = r.choice(ANYTHING) if r.random() < 0.5 else inner
        key = r.choice([key.upper(), key.lower(), key[:1].swapcase() + key[1:]]) if r.random() < often else key
        made[Again(key) if key in made else key] = carelessly(r, inner, depth + 1)
    while r.random() < 0.1:
        made[Again(r.choice(UNKNOWN))] = carelessly(r, r.choice(ANYTHING), depth + 1)
    return made


def has_rules(crd):
    return RULES in json.dumps(crd).encode()


class Requests:
    def __init__(self, r, crd, strict=False):
        self.r, self.crd, self.strict = r, crd, strict
        self.spec = crd['spec']
        self.words = words_of(crd) if has_rules(crd) else None
        self.versions = [v for v in self.spec.get('versions') or [] if isinstance(v, dict)]

    def maker(self):
        """Returns a generator of objects for the CRD. For a CRD with rules, it generates valid objects, since
        a server runs rules only if an object is otherwise valid."""
        return ValidMaker(self.r, self.words) if self.words and self.r.random() < 0.8 else Maker(self.r)

    def schema(self, version):
        return ((version.get('schema') or self.spec.get('validation') or {}).get('openAPIV3Schema')) or {}

    def metadata(self):
        r = self.r
        made = {'name': 'a'}
        if r.random() < 0.15:
            name = r.choice(NAMES)
            made['name'] = name
            if name is DROP:
                del made['name']
                made['generateName'] = 'x-'
        while r.random() < 0.25:
            key = r.choice(sorted(METADATA))
            made[key] = copy.deepcopy(r.choice(METADATA[key]))
        return made

    def object(self, version):
        r = self.r
        maker = self.maker()
        made = maker.object(self.schema(version), 0)
        if not isinstance(made.get('spec'), dict) and r.random() < 0.8 and 'spec' in self.schema(version).get('properties', {}):
            made['spec'] = maker.value(self.schema(version)['properties']['spec'], 1)
        made.update({'apiVersion': f"{self.spec.get('group')}/{version.get('name')}", 'kind': self.spec['names'].get('kind'), 'metadata': self.metadata()})
        if r.random() < 0.04:
            key = r.choice(['apiVersion', 'kind', 'metadata'])
            made[key] = r.choice(ANYTHING + ['a/b/c', '', 'Foo', 'example.com/v1', 'example.com/', 'v1'])
            if r.random() < 0.3:
                del made[key]
        if r.random() < 0.01:
            made[r.choice(['KIND', 'ApiVersion'])] = r.choice(ANYTHING)
        return made

    def changed(self, value, schema, depth=0):
        """Returns a copy of the value in which a few parts are generated again, dropped or moved. Other parts stay,
        even if the schema does not allow them."""
        r = self.r
        if r.random() < 0.12 and depth > 0:
            return self.maker().value(schema, depth)
        if isinstance(value, dict):
            properties = schema.get('properties') if isinstance(schema, dict) else None
            extra = schema.get('additionalProperties') if isinstance(schema, dict) else None
            made = {}
            for key, inner in value.items():
                if depth == 0 and key in ('apiVersion', 'kind', 'metadata'):
                    made[key] = inner
                elif r.random() > 0.06:
                    of = (properties or {}).get(key) or (extra if isinstance(extra, dict) else {})
                    made[key] = self.changed(inner, of if isinstance(of, dict) else {}, depth + 1)
            return made
        if isinstance(value, list):
            items = schema.get('items') if isinstance(schema, dict) and isinstance(schema.get('items'), dict) else {}
            made = [self.changed(inner, items, depth + 1) for inner in value if r.random() > 0.06]
            if r.random() < 0.2:
                r.shuffle(made)
            if r.random() < 0.1:
                made.append(self.maker().value(items, depth))
            return made
        return value

    def update(self, line, version):
        r = self.r
        new = line['object']
        stored = version if r.random() < 0.7 else r.choice(self.versions)
        old = self.changed(new, self.schema(version)) if r.random() < 0.8 else self.object(stored)
        if isinstance(old, dict):
            old['apiVersion'] = f"{self.spec.get('group')}/{stored.get('name')}" if r.random() < 0.97 else r.choice(['v1', 'a/b', 'example.com/no'])
            kept = new.get('metadata') if r.random() < 0.6 else None
            old['metadata'] = copy.deepcopy(kept) if isinstance(kept, dict) else self.metadata()
            if r.random() < 0.1:
                del old[r.choice(sorted(old))]
        line['old'] = old
        if r.random() < 0.3:
            line['subresource'] = 'status' if r.random() < 0.97 else 'x'

    def line(self):
        r = self.r
        served = [v for v in self.versions if v.get('served')] or self.versions
        version = r.choice(served)
        line = {'crd': self.crd, 'object': self.object(version)}
        if r.random() < 0.15:
            line['version'] = r.choice(self.versions).get('name') if r.random() < 0.9 else 'no'
        if r.random() < 0.55:
            self.update(line, version)
        if self.spec.get('preserveUnknownFields') or r.random() < 0.1:
            line['crdStored'] = True
        if self.strict:
            line['object'] = carelessly(r, line['object'])
            line['fieldValidation'] = r.choice(['Strict', 'Strict', 'Warn', 'Warn', 'Ignore'])
        return line


def hostile(r, line):
    line = copy.deepcopy(line)
    objects = [key for key in ('object', 'old') if key in line]
    line.update(zip(objects, make_hostile(r, [line['crd']], [line[key] for key in objects])))
    return line


def generated(seed):
    for number in itertools.count():
        r = random.Random(f'{seed} {number}')
        yield r, crd_of(r)


def owners_may_be_forbidden(crd):
    """Reports whether the schema of metadata forbids additional properties. With such a schema, the test
    cannot predict whether a server adds managedFields."""
    versions = crd.get('spec', {}).get('versions') or []
    holders = [v.get('schema') or {} for v in versions] + [crd.get('spec', {}).get('validation') or {}]
    schemas = [(holder.get('openAPIV3Schema') or {}).get('properties') or {} for holder in holders]
    return any((schema.get('metadata') or {}).get('additionalProperties') is False for schema in schemas)


def is_requested(crd):
    """Reports whether the names in the CRD can be used in the path of a request. Templates of CRDs have
    names that cannot."""
    spec = crd.get('spec')
    if not isinstance(spec, dict) or not isinstance(spec.get('names'), dict) or not spec.get('versions'):
        return False
    return all(isinstance(name, str) and name == name.lower() for name in (spec['names'].get('plural'), spec.get('group')))


def from_file(seed, file, every, with_rules):
    lines = (line for line in lines_of(file) if not with_rules or RULES in line)
    for number, line in enumerate(lines):
        if number % every != 0:
            continue
        crd = json.loads(line)
        if is_requested(crd) and not owners_may_be_forbidden(crd):
            yield random.Random(f'{seed} {number}'), crd


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--each', type=int, default=10)
    parser.add_argument('--crds', metavar='FILE')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--rules', action='store_true')
    parser.add_argument('--strict', action='store_true')
    parser.add_argument('--hostile', action='store_true')
    args = parser.parse_args()
    crds = from_file(args.seed, args.crds, args.every, args.rules) if args.crds else generated(args.seed)
    lines = (Requests(r, crd, args.strict).line() for r, crd in crds for _ in range(args.each))
    if args.hostile:
        lines = (hostile(random.Random(f'{args.seed} {number}'), line) for number, line in enumerate(lines))
    for line in itertools.islice(lines, args.n):
        print(json.dumps(line, ensure_ascii=False, separators=(',', ':')))


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8', errors='surrogatepass')
    main()
