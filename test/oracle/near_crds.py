#!/usr/bin/env python3
"""Generates CRDs that are almost valid: each begins as a CRD with all fields, of which a few get values that are
slightly wrong.

    near_crds.py [--seed N] [--n N] [--hostile]

--hostile: names and values look like errors of a server. Prints a CRD or {"old": CRD, "new": CRD} on each line. Line i
depends only on the seed and on i.
"""
import argparse
import copy
import json
import random
import sys

from hostile import TEXTS, make_hostile
from near_schemas import crd_of

DROP = object()
LONG = 'a' * 64
NAMES = ['', 'a', 'A', 'foo', 'Foo', 'foo-', '-foo', '1foo', 'foo.bar', 'foo_bar', 'ſoo', LONG, 'foos', DROP]
PATHS = ['', '.', '.spec', '.spec.replicas', '.status.replicas', 'spec.replicas', '.spec[0]', '..', '.specs', '{.spec.a}',
         '.metadata.name', ".spec['a']", '.spec.list', '.spec.kind', '.spec.', '.spec.map.x', '.spec.any.x', DROP]
URLS = ['https://example.com', 'http://example.com', 'https://', 'https:///path', 'example.com', 'https://u:p@example.com',
        'https://u%2fx@example.com/a', 'https://example.com?q', 'https://example.com/#f', 'https://example.com:x', '://', 'a:b',
        'https://exa mple.com', 'https://example.com/%zz', 'https://[::1]:80', 'https://[::1', 'https://1:2:3', '%', '', '/a:b',
        'a:b:c', '1a:b', 'https://example.com/<&>', 'https://%41.com', 'https://example.com\u007f', '*']
SCHEMAS = [
    {'type': 'int'}, {'type': 'null'}, {'type': ''}, {}, {'type': 'string', 'format': 'no'}, {'type': 'integer', 'format': 'int32'},
    {'type': 'integer', 'format': 'date'}, {'type': 'object', 'format': 'date'}, {'type': 'string', 'default': 1},
    {'type': 'string', 'default': 'x'}, {'type': 'object', 'default': {'a': 1}}, {'type': 'string', 'nullable': True, 'default': None},
    {'type': 'array'}, {'type': 'array', 'items': [{'type': 'string'}]}, {'type': 'array', 'items': 5},
    {'type': 'array', 'items': {'type': 'string'}, 'uniqueItems': True}, {'type': 'string', 'pattern': '('},
    {'type': 'object', 'properties': {'a': {'type': 'string'}}, 'additionalProperties': True},
    {'type': 'object', 'properties': {'a': {'type': 'string'}}, 'additionalProperties': {'type': 'string'}},
    {'type': 'object', 'additionalProperties': False, 'properties': {'a': {'type': 'string'}}},
    {'type': 'object', 'additionalProperties': {'type': 'string', 'default': 'x'}},
    {'type': 'string', 'id': 'x'}, {'type': 'string', '$schema': 'x'}, {'type': 'string', '$ref': '#/x'}, {'type': 'object', 'definitions': {'d': {'type': 'what'}}},
    {'type': 'object', 'dependencies': {'a': ['b']}}, {'type': 'object', 'dependencies': {}}, {'type': 'object', 'dependencies': {'a': {'type': 'x'}}},
    {'type': 'object', 'patternProperties': {'a': {'type': 'string'}}}, {'type': 'array', 'items': {'type': 'string'}, 'additionalItems': True},
    {'type': 'string', 'not': {'type': 'string'}}, {'type': 'string', 'allOf': [{'type': 'what'}]}, {'type': 'string', 'anyOf': [{'nullable': True}]},
    {'x-kubernetes-preserve-unknown-fields': False}, {'x-kubernetes-preserve-unknown-fields': True},
    {'type': 'object', 'x-kubernetes-embedded-resource': True}, {'x-kubernetes-int-or-string': True, 'type': 'string'},
    {'type': 'object', 'x-kubernetes-map-type': 'atomic'}, {'type': 'object', 'x-kubernetes-map-type': 'set'}, {'x-kubernetes-map-type': 'atomic'},
    {'type': 'string', 'x-kubernetes-map-type': 'granular'}, {'type': 'string', 'x-kubernetes-list-type': 'set'}, {'x-kubernetes-list-type': 'map'},
    {'type': 'array', 'items': {'type': 'string'}, 'x-kubernetes-list-type': 'bag'},
    {'type': 'array', 'items': {'type': 'string', 'nullable': True}, 'x-kubernetes-list-type': 'set'},
    {'type': 'array', 'items': {'type': 'object'}, 'x-kubernetes-list-type': 'set'},
    {'type': 'array', 'items': {'type': 'object', 'x-kubernetes-map-type': 'atomic'}, 'x-kubernetes-list-type': 'set'},
    {'type': 'array', 'items': {'type': 'array', 'items': {'type': 'string'}, 'x-kubernetes-list-type': 'set'}, 'x-kubernetes-list-type': 'set'},
    {'type': 'array', 'items': {'type': 'string'}, 'x-kubernetes-list-type': 'map'},
    {'type': 'array', 'items': {'type': 'object'}, 'x-kubernetes-list-map-keys': ['a']},
    {'type': 'array', 'x-kubernetes-list-type': 'map', 'items': [{'type': 'string', 'enum': ['<', 1, None, 1.5], 'default': {'b': [1]}}]},
    *({'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys,
       'items': {'type': 'object', 'nullable': nullable, 'required': required,
                 'properties': {'a': {'type': 'string'}, 'b': {'type': 'string', 'default': 'x'}, 'c': {'type': 'object'},
                                'd': {'type': 'string', 'nullable': True}}}}
      for keys in ([], ['a'], ['b'], ['c'], ['d'], ['a', 'a'], ['e'], ['a', 'b', 'e']) for nullable in (False, True) for required in ([], ['a', 'd'])),
]
ROOTS = [{'nullable': True}, {'description': '<b> & "q"'}, {'x-kubernetes-embedded-resource': True}, {'enum': []}, {'allOf': []}, {'allOf': [{'required': ['spec']}]},
         {'additionalProperties': True}, {'type': 'string'}, {'type': ''}, {'id': 'x'}, {'$schema': 'x'}, {'default': {}}, {'default': 1}, {'maxProperties': 3},
         {'x-kubernetes-map-type': 'atomic'}, {'x-kubernetes-list-map-keys': []}, {'x-kubernetes-preserve-unknown-fields': True}, {'title': 't'},
         {'example': {'a': 1e30}}, {'externalDocs': {'url': 'u'}}, {'maximum': 0.5}, {'required': []}, {'definitions': {}}]
VERSION = ['v1', 'storage', 'V1', '', LONG, '1v', 'v1.', 'v1beta1', DROP]
FLAG = [True, False, DROP]
LABEL = ['', 'a b', 'a', LONG, '{{ x }}', '-a']
APPROVALS = [DROP, '', 'unapproved, x', 'https://github.com/kubernetes/kubernetes/pull/1', 'approved', 'https://', 'x:/y', '/x', 'https://a b']
META = [('labels', {'a': 'b', 'a b': 'c d'}), ('labels', {'x/y/z': 'v'}), ('annotations', {'A/B': 'x', '/': 'y'}), ('finalizers', ['a', 'x/y', 'a b']),
        ('finalizers', ['orphan', 'foregroundDeletion']), ('namespace', 'n'), ('generateName', 'foos-'), ('generateName', 'Foo'), ('generation', -1), ('generation', 5),
        ('uid', 'u<1>'), ('uid', 'u2'), ('creationTimestamp', '2020-01-01T00:00:00Z'), ('deletionTimestamp', '2020-01-01T00:00:00Z'),
        ('deletionGracePeriodSeconds', 3), ('ownerReferences', [{'apiVersion': 'v1', 'kind': 'Event', 'name': 'n', 'uid': 'u', 'controller': True}]),
        ('ownerReferences', [{'apiVersion': 'a/b/c', 'kind': '', 'name': 'n', 'uid': 'u', 'controller': True}] * 2),
        ('managedFields', [{'manager': 'a\u0001', 'operation': 'Patch', 'fieldsType': 'x'}]), ('resourceVersion', '7')]


def column(**more):
    return {'name': 'Age', 'type': 'date', 'jsonPath': '.metadata.creationTimestamp', **more}


COLUMNS = [column(), column(name=''), column(type='time'), column(type=''), column(format='x'), column(format='date-time'), column(priority=3), {}]


def schema():
    return {'type': 'object', 'properties': {
        'spec': {'type': 'object', 'properties': {'replicas': {'type': 'integer'}, 'kind': {'type': 'string', 'enum': ['a']},
                                                  'list': {'type': 'array', 'items': {'type': 'string'}},
                                                  'map': {'type': 'object', 'additionalProperties': {'type': 'string'}},
                                                  'any': {'type': 'object', 'additionalProperties': True}}},
        'status': {'type': 'object', 'properties': {'replicas': {'type': 'integer'}}}}}


def base(r):
    versions = [{'name': name, 'served': True, 'storage': name == 'v1', 'schema': {'openAPIV3Schema': schema()},
                 'subresources': {'status': {}, 'scale': {'specReplicasPath': '.spec.replicas', 'statusReplicasPath': '.status.replicas'}}}
                for name in ['v1', 'v2', 'v3'][:r.randint(1, 3)]]
    return {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'foos.example.com'},
            'spec': {'group': 'example.com', 'scope': 'Namespaced', 'names': {'plural': 'foos', 'kind': 'Foo'}, 'versions': versions}}


def put(holder, key, value):
    if value is DROP:
        holder.pop(key, None)
    else:
        holder[key] = copy.deepcopy(value)


def any_of(r, crd):
    versions = crd['spec'].get('versions') or [{}]
    return r.choice(versions)


def names(r, crd):
    put(crd['spec']['names'], r.choice(['plural', 'singular', 'kind', 'listKind']), r.choice(NAMES))


def more_names(r, crd):
    put(crd['spec']['names'], r.choice(['shortNames', 'categories']), [name for name in r.sample(NAMES, 3) if name is not DROP])


def group(r, crd):
    put(crd['spec'], 'group', r.choice(['', 'com', 'x.k8s.io', 'k8s.io', 'kubernetes.io', 'Example.com', 'a..b', 'example.com.', DROP]))


def scope(r, crd):
    put(crd['spec'], 'scope', r.choice(['', 'Cluster', 'cluster', 'Namespaced', DROP]))


def meta(r, crd):
    put(crd['metadata'], *r.choice(META))


def name(r, crd):
    put(crd['metadata'], 'name', r.choice(['', 'foos', 'Foos.example.com', 'foos.example.com', '<&>', DROP]))


def approval(r, crd):
    crd['spec']['group'] = 'x.k8s.io'
    crd['metadata']['name'] = 'foos.x.k8s.io'
    put(crd['metadata'].setdefault('annotations', {}), 'api-approved.kubernetes.io', r.choice(APPROVALS))


def label(r, crd):
    crd['metadata'].setdefault('labels', {})['k'] = r.choice(LABEL)


def version(r, crd):
    key = r.choice(['name', 'served', 'storage', 'schema', 'subresources', 'deprecated', 'deprecationWarning'])
    values = {'name': VERSION, 'schema': [DROP, {}, None], 'subresources': [DROP, {}, {'status': {}}],
              'deprecationWarning': ['', 'w' * 257, 'a\u0007', 'ok <', '\u00ad', DROP]}
    put(any_of(r, crd), key, r.choice(values.get(key, FLAG)))


def drop_version(r, crd):
    versions = crd['spec'].get('versions') or []
    if versions:
        versions.pop(r.randrange(len(versions)))


def twice(r, crd):
    crd['spec'].setdefault('versions', []).append(copy.deepcopy(any_of(r, crd)))


def columns(r, crd):
    some = [dict(r.choice(COLUMNS)) for _ in range(r.randint(0, 2))]
    for one in some:
        put(one, 'jsonPath', r.choice(PATHS))
    any_of(r, crd)['additionalPrinterColumns'] = some


def scale(r, crd):
    subresources = any_of(r, crd).setdefault('subresources', {})
    put(subresources.setdefault('scale', {}), r.choice(['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath']), r.choice(PATHS))


def selectable(r, crd):
    fields = [{} if path is DROP else {'jsonPath': path} for path in r.choices(PATHS, k=r.randint(0, 3))]
    if r.random() < 0.2:
        fields = [{'jsonPath': f'.spec.map.k{i}'} for i in range(9)]
    for one in crd['spec'].get('versions') or [] if r.random() < 0.5 else [any_of(r, crd)]:
        one['selectableFields'] = copy.deepcopy(fields)


def conversion(r, crd):
    config = r.choice([DROP, {}, {'url': r.choice(URLS)}, {'url': r.choice(URLS), 'service': {}}, {'service': {
        'name': r.choice(['', 's']), 'namespace': r.choice(['', 'n']), 'port': r.choice([0, 443, 65536, -1, None]),
        'path': r.choice(['', '/', '//', 'a', '/a//b', '/a/', '/A', '/a b/c', None])}}])
    if isinstance(config, dict) and r.random() < 0.4:
        config['caBundle'] = r.choice(['', 'eA==', 'LS0tLS1CRUdJTiBYLS0tLS0KLS0tLS1FTkQgWC0tLS0tCg=='])
    webhook = {'conversionReviewVersions': r.choice([[], ['v1'], ['v1', 'v1'], ['v2'], ['V1'], ['v1beta1', '']])}
    put(webhook, 'clientConfig', config)
    crd['spec']['conversion'] = {'strategy': r.choice(['None', 'Webhook', 'Webhook', 'Webhook', 'webhook', '', '<x>'])}
    if r.random() < 0.9:
        crd['spec']['conversion']['webhook'] = webhook


def schemas_of(crd):
    return [v['schema']['openAPIV3Schema'] for v in crd['spec'].get('versions') or []
            if isinstance(v.get('schema'), dict) and isinstance(v['schema'].get('openAPIV3Schema'), dict)]


def part(r, crd):
    found = schemas_of(crd)
    if not found:
        return
    bad, key = r.choice(SCHEMAS), r.choice(['x', 'x', 'x', 'metadata', 'kind', 'status', '<y>'])
    for one in found if r.random() < 0.5 else [r.choice(found)]:
        holder = one if r.random() < 0.3 else one.setdefault('properties', {}).setdefault('spec', {'type': 'object'})
        holder.setdefault('properties', {})[key] = copy.deepcopy(bad)


def root(r, crd):
    bad = r.choice(ROOTS)
    for one in schemas_of(crd):
        one.update(copy.deepcopy(bad))


def preserve(r, crd):
    put(crd['spec'], 'preserveUnknownFields', r.choice([True, False, None, DROP]))


def status(r, crd):
    crd['status'] = {'acceptedNames': {'plural': r.choice(['', 'foos', 'Foos']), 'kind': r.choice(['', 'Foo', 'x y'])},
                     'storedVersions': r.choice([[], ['v1'], ['v0'], ['v1', 'v0', 'v0'], ['v2']]),
                     'conditions': r.choice([[], [{'type': 'Established', 'status': r.choice(['True', 'False']), 'lastTransitionTime': None}]])}


MISSES = [names, more_names, group, scope, meta, meta, name, approval, label, version, version, drop_version, twice, columns, scale, selectable,
          conversion, conversion, part, part, part, part, root, preserve, status]


def as_v1beta1(r, crd):
    """Adds the fields that only v1beta1 has, and moves some fields from the versions to the top of the
    spec."""
    crd['apiVersion'] = 'apiextensions.k8s.io/v1beta1'
    spec = crd['spec']
    if r.random() < 0.8:
        spec['preserveUnknownFields'] = False
    conversion = spec.get('conversion')
    if conversion and 'webhook' in conversion:
        webhook = conversion.pop('webhook')
        conversion['conversionReviewVersions'] = webhook['conversionReviewVersions']
        put(conversion, 'webhookClientConfig', webhook.get('clientConfig', DROP))
    for one in spec.get('versions') or []:
        for each in one.get('additionalPrinterColumns') or []:
            put(each, 'JSONPath', each.pop('jsonPath', DROP))
    for key, at_top in [('schema', 'validation'), ('subresources',) * 2, ('additionalPrinterColumns',) * 2, ('selectableFields',) * 2]:
        if r.random() < 0.6:
            for one in spec.get('versions') or []:
                spec[at_top] = one.pop(key, None) if r.random() < 0.9 else one.get(key)
    if r.random() < 0.2:
        spec['version'] = r.choice(VERSION[:-1])
    if r.random() < 0.1:
        spec.pop('versions', None)


def damaged(r, crd, most):
    for _ in range(r.randint(0, most)):
        r.choice(MISSES)(r, crd)
    return crd


def line(seed, index):
    r = random.Random(f'{seed}/{index}')
    new = damaged(r, base(r), 3)
    if r.random() < 0.6:
        if r.random() < 0.3:
            as_v1beta1(r, new)
        return new
    old = damaged(r, copy.deepcopy(new), 2) if r.random() < 0.8 else damaged(r, base(r), 2)
    if r.random() < 0.5:
        status(r, old)
    if r.random() < 0.3:
        new = damaged(r, new, 1)
    for crd in (old, new):
        if r.random() < 0.2:
            as_v1beta1(r, crd)
    return {'old': old, 'new': new}


def hostile_line(seed, index):
    r = random.Random(f'{seed}/{index}')
    made = crd_of(r) if r.random() < 0.5 else line(seed, index)
    crds = [made['old'], made['new']] if 'old' in made else [made]
    make_hostile(r, crds)
    for crd in crds:
        if r.random() < 0.3:
            put(crd['spec']['names'], r.choice(['plural', 'singular', 'kind', 'listKind']), r.choice(TEXTS))
        if r.random() < 0.2:
            put(crd['metadata'], r.choice(['labels', 'annotations']), {r.choice(TEXTS): r.choice(TEXTS)})
        if r.random() < 0.2 and any_of(r, crd):
            put(any_of(r, crd), 'name', r.choice(TEXTS))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--hostile', action='store_true')
    args = parser.parse_args()
    made = hostile_line if args.hostile else line
    for index in range(args.n):
        sys.stdout.write(json.dumps(made(args.seed, index), ensure_ascii=False).encode('utf-8', 'replace').decode() + '\n')


if __name__ == '__main__':
    main()
