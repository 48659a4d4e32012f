#!/usr/bin/env python3
"""Creates and updates of custom resources that are almost right: lines of {"crd", "object", "old", "subresource"}.

    near_admits.py [--seed N] [--n N] [--crds crds.ndjson.zst [--every N] [--with-rules]]

CRDs are generated, or come from a file, one a line; each gets ten lines. Those with rules are left out unless they
are asked for. The same arguments give the same lines.
"""
import argparse
import copy
import itertools
import json
import random
import sys

from objects_of_crds import ANYTHING, Maker, lines_of

RULES = 'x-kubernetes-validations'
DROP = object()
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
WORDS = ['', 'a', 'b', 'abc', 'A b', '10.0.0.1', '2020-01-02', 'é', 'x' * 12]


def leaf(r):
    kind = r.choice(['string', 'string', 'integer', 'number', 'boolean'])
    schema = {'type': kind}
    some = {'string': {'minLength': 2, 'maxLength': 3, 'pattern': '^[a-z]*$', 'enum': ['a', 'b'], 'format': r.choice(['date', 'ipv4', 'byte', 'duration', 'what']), 'default': r.choice(WORDS[1:4])},
            'integer': {'minimum': 1, 'maximum': 5, 'multipleOf': 2, 'enum': [1, 2], 'format': r.choice(['int32', 'int64']), 'default': 1},
            'number': {'minimum': 0.5, 'maximum': 10, 'format': 'float', 'default': 1.5},
            'boolean': {'default': True}}[kind]
    for key, value in some.items():
        if r.random() < 0.2:
            schema[key] = value
    if r.random() < 0.15:
        schema['nullable'] = True
    if r.random() < 0.1:
        schema[r.choice(['allOf', 'anyOf', 'oneOf'])] = [{'enum': ['a', 1, 2.5, True]}, {'minLength': 2, 'minimum': 2}]
    if r.random() < 0.03:
        schema['not'] = {'enum': ['a', 1]}
    if r.random() < 0.9 and schema.keys() - {'type', 'default', 'nullable'}:
        schema.pop('default', None)  # one that breaks the schema gets the CRD refused; a few do
    return schema


def fields(r, depth):
    return {name: node(r, depth) for name in r.sample(['a', 'b', 'c', 'key', 'name', 'kind', 'metadata', 'items', 'x-y'], r.randint(1, 4))}


def map_list(r, depth):
    keys = r.choice([['key'], ['key'], ['key', 'name']])
    properties = fields(r, depth)
    for key in keys:
        properties[key] = {'type': r.choice(['string', 'string', 'integer', 'number'])}
        if r.random() < 0.2:
            properties[key]['default'] = {'string': 'a', 'integer': 1, 'number': 1}[properties[key]['type']]
    required = [key for key in keys if 'default' not in properties[key]]
    items = {'type': 'object', 'properties': properties}
    return {'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys,
            'items': dict(items, required=required) if required else items}


def array(r, depth):
    which = r.random()
    if which < 0.4:
        schema = map_list(r, depth)
    elif which < 0.6:
        schema = {'type': 'array', 'x-kubernetes-list-type': 'set', 'items': {'type': r.choice(['string', 'integer', 'number'])}}
    else:
        schema = {'type': 'array', 'items': node(r, depth)}
        if r.random() < 0.3:
            schema['x-kubernetes-list-type'] = 'atomic'
    if r.random() < 0.2:
        schema[r.choice(['minItems', 'maxItems'])] = r.choice([1, 2])
    return schema


def object_schema(r, depth):
    which = r.random()
    if which < 0.15:
        return {'type': 'object', 'additionalProperties': node(r, depth)}
    if which < 0.22:
        return {'type': 'object', 'x-kubernetes-preserve-unknown-fields': True}
    if which < 0.32:
        return {'type': 'object', 'x-kubernetes-embedded-resource': True, r.choice(['x-kubernetes-preserve-unknown-fields', 'nullable']): True,
                'properties': {'spec': node(r, depth)}}
    schema = {'type': 'object', 'properties': fields(r, depth)}
    if r.random() < 0.3:
        schema['required'] = r.sample(sorted(schema['properties']), 1)
    if r.random() < 0.15:
        schema[r.choice(['minProperties', 'maxProperties'])] = r.choice([1, 2])
    if r.random() < (0.1 if schema.keys() == {'type', 'properties'} else 0.005):
        schema['default'] = {}
    if r.random() < 0.1:
        schema['x-kubernetes-preserve-unknown-fields'] = True
    return schema


def node(r, depth):
    if depth <= 0 or r.random() < 0.35:
        return {'x-kubernetes-int-or-string': True} if r.random() < 0.1 else leaf(r)
    return array(r, depth - 1) if r.random() < 0.45 else object_schema(r, depth - 1)


def version(r, name, storage):
    properties = {'spec': object_schema(r, 3)}
    if r.random() < 0.6:
        properties['status'] = object_schema(r, 2)
    if r.random() < 0.15:
        properties['metadata'] = {'type': 'object', 'properties': {'name': {'type': 'string', 'maxLength': 3, 'pattern': '^a'}}}
    schema = {'type': 'object', 'properties': properties}
    if r.random() < 0.2:
        schema['required'] = ['spec']
    made = {'name': name, 'served': r.random() < 0.9 or storage, 'storage': storage, 'schema': {'openAPIV3Schema': schema}, 'subresources': {}}
    if r.random() < 0.6:
        made['subresources']['status'] = {}
    if r.random() < 0.25:
        made['subresources']['scale'] = {'specReplicasPath': '.spec.' + r.choice(['a', 'b', 'a.b']), 'statusReplicasPath': '.status.' + r.choice(['a', 'b.c'])}
        if r.random() < 0.5:
            made['subresources']['scale']['labelSelectorPath'] = r.choice(['.status.c', '.spec.name'])
    if r.random() < 0.15:
        made['deprecated'] = True
        if r.random() < 0.4:
            made['deprecationWarning'] = 'old'
    return made


def crd_of(r):
    names = r.sample(['v1', 'v2', 'v1beta1', 'v1alpha1', 'x'], r.choice([1, 1, 2, 3]))
    versions = [version(r, name, i == 0) for i, name in enumerate(names)]
    if len(versions) > 1 and r.random() < 0.3:
        for other in versions[1:]:
            other['schema'] = copy.deepcopy(versions[0]['schema'])
    r.shuffle(versions)
    crd = {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'foos.example.com'},
           'spec': {'group': 'example.com', 'scope': r.choice(['Namespaced', 'Namespaced', 'Cluster']), 'names': {'plural': 'foos', 'kind': 'Foo'}, 'versions': versions}}
    if r.random() < 0.1:
        crd['spec']['preserveUnknownFields'] = True
        for each in versions:
            each['schema']['openAPIV3Schema'].pop('default', None)
    if r.random() < 0.1:
        crd['spec']['conversion'] = {'strategy': 'Webhook', 'webhook': {'conversionReviewVersions': ['v1'], 'clientConfig': {'url': 'https://example.com'}}}
    return crd


class Requests:
    def __init__(self, r, crd):
        self.r, self.crd = r, crd
        self.spec = crd['spec']
        self.versions = [v for v in self.spec.get('versions') or [] if isinstance(v, dict)]

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
        maker = Maker(r)
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
        """The value with a few changes: what stays as it is may be wrong."""
        r = self.r
        if r.random() < 0.12 and depth > 0:
            return Maker(r).value(schema, depth)
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
                made.append(Maker(r).value(items, depth))
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
        return line


def generated(seed):
    for number in itertools.count():
        r = random.Random(f'{seed} {number}')
        yield r, crd_of(r)


def owners_may_be_forbidden(crd):
    """metadata without additional properties: whether a server adds owners of fields is not foreseen."""
    versions = crd.get('spec', {}).get('versions') or []
    holders = [v.get('schema') or {} for v in versions] + [crd.get('spec', {}).get('validation') or {}]
    schemas = [(holder.get('openAPIV3Schema') or {}).get('properties') or {} for holder in holders]
    return any((schema.get('metadata') or {}).get('additionalProperties') is False for schema in schemas)


def from_file(seed, file, every, with_rules):
    for number, line in enumerate(lines_of(file)):
        if number % every != 0 or (not with_rules and RULES.encode() in line):
            continue
        crd = json.loads(line)
        if owners_may_be_forbidden(crd):
            continue
        if isinstance(crd.get('spec'), dict) and isinstance(crd['spec'].get('names'), dict) and crd['spec'].get('versions'):
            yield random.Random(f'{seed} {number}'), crd


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--each', type=int, default=10)
    parser.add_argument('--crds', metavar='FILE')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--with-rules', action='store_true')
    args = parser.parse_args()
    crds = from_file(args.seed, args.crds, args.every, args.with_rules) if args.crds else generated(args.seed)
    lines = (Requests(r, crd).line() for r, crd in crds for _ in range(args.each))
    for line in itertools.islice(lines, args.n):
        print(json.dumps(line, ensure_ascii=False, separators=(',', ':')))


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8', errors='surrogatepass')
    main()
