#!/usr/bin/env python3
"""Generates updates of CRDs that change one or two keywords: lines of {"old": CRD, "new": CRD}.

    changed_crds.py [--seed N] [--n N] [--small | --crds crds.ndjson.zst [--every N]]

CRDs are generated, or read from a file with one CRD a line. --small: the CRDs have few fields, and their versions are
similar. Some changes do not change the meaning of the CRD, such as another order of an enum. The same arguments give
the same lines.
"""
import argparse
import copy
import json
import random
import sys

from near_schemas import crd_of
from objects_of_crds import lines_of
from small_crds import LEAVES, LIMITS, SAMPLES, small_crd

FORMATS = ['date', 'date-time', 'ipv4', 'byte', 'duration', 'uuid', 'hostname', 'password', 'what']
PATTERNS = ['^[a-z]*$', '^[a-z0-9]+$', 'a', '^.{2,}$', '']


def nodes_of(schema, found, depth=0):
    """Returns all schemas below the given one, except for those inside allOf, anyOf, oneOf and not, and
    those of apiVersion, kind and metadata."""
    found.append(schema)
    for name, child in sorted((schema.get('properties') or {}).items()):
        if isinstance(child, dict) and not (depth == 0 and name in ('apiVersion', 'kind', 'metadata')):
            nodes_of(child, found, depth + 1)
    for key in ('items', 'additionalProperties'):
        if isinstance(schema.get(key), dict):
            nodes_of(schema[key], found, depth + 1)
    return found


class Changes:
    def __init__(self, r):
        self.r = r

    def limit(self, node):
        keys = LIMITS.get(node.get('type'))
        if not keys:
            return
        key = self.r.choice(keys)
        if key in node and self.r.random() < 0.3:
            del node[key]
        else:
            node[key] = max(0, int(node.get(key, 2)) + self.r.choice([-1, 0, 1, 2]))
        if node.get('type') in ('integer', 'number') and self.r.random() < 0.2:
            node['exclusive' + key.capitalize()] = self.r.random() < 0.7

    def enum(self, node):
        kind = node.get('type')
        if kind not in ('string', 'integer'):
            return
        values = node.get('enum')
        if not values:
            node['enum'] = ['a', 'b', 'abc'] if kind == 'string' else [1, 2, 3]
            return
        which = self.r.random()
        if which < 0.3 and len(values) > 1:
            values.remove(self.r.choice(values))
        elif which < 0.6:
            values.append('added' if kind == 'string' else 77)
        elif which < 0.8:
            self.r.shuffle(values)
        else:
            del node['enum']

    def text(self, node):
        if node.get('type') != 'string':
            return
        key, choices = self.r.choice([('pattern', PATTERNS), ('format', FORMATS)])
        if self.r.random() < 0.3:
            node.pop(key, None)
        else:
            node[key] = self.r.choice(choices)

    def required(self, node):
        names = sorted(node.get('properties') or {})
        if not names:
            return
        listed = node.setdefault('required', [])
        name = self.r.choice(names)
        if name in listed:
            listed.remove(name)
        else:
            listed.append(name)
        if not listed:
            del node['required']

    def field(self, node):
        if node.get('type') != 'object' or 'additionalProperties' in node:
            return
        fields = node.setdefault('properties', {})
        if fields and self.r.random() < 0.4:
            name = self.r.choice(sorted(fields))
            del fields[name]
            if name in node.get('required', []) and self.r.random() < 0.8:
                node['required'] = [each for each in node['required'] if each != name]
        else:
            fields['added'] = {'type': self.r.choice(LEAVES)}

    def default(self, node):
        for name, child in sorted((node.get('properties') or {}).items()):
            if isinstance(child, dict) and self.r.random() < 0.5 and child.get('type') in SAMPLES:
                if 'default' in child:
                    del child['default']
                else:
                    child['default'] = (child.get('enum') or [SAMPLES[child['type']]])[0]
                return

    def type(self, node):
        if node.get('type') in LEAVES:
            for key in [key for key in node if key not in ('description', 'nullable')]:
                del node[key]
            node['type'] = self.r.choice(LEAVES)
            if self.r.random() < 0.2:
                del node['type']
                node['x-kubernetes-int-or-string'] = True

    def nullable(self, node):
        if node.pop('nullable', None) is None:
            node['nullable'] = True

    def unknown(self, node):
        if node.get('type') == 'object' and node.pop('x-kubernetes-preserve-unknown-fields', None) is None:
            node['x-kubernetes-preserve-unknown-fields'] = True

    def list(self, node):
        items = node.get('items')
        if node.get('type') != 'array' or not isinstance(items, dict):
            return
        old = node.pop('x-kubernetes-list-type', None)
        node.pop('x-kubernetes-list-map-keys', None)
        if old is None and items.get('type') in LEAVES:
            node['x-kubernetes-list-type'] = 'set'

    def composition(self, node):
        names = sorted(node.get('properties') or {})
        key = self.r.choice(['allOf', 'anyOf', 'oneOf'])
        if key in node:
            which = self.r.random()
            if which < 0.4:
                del node[key]
            elif which < 0.7:
                node[key] = node[key] + [{'required': [self.r.choice(names)]}] if names else node[key][:1]
            else:
                node[key] = node[key][::-1]
        elif names:
            node[key] = [{'required': [name]} for name in names[:2]]
        elif node.get('type') in LEAVES:
            node[key] = [{'enum': ['a', 1, 2.5, True]}, {'minLength': 2, 'minimum': 2}]

    def nesting(self, node):
        """Moves keywords of a schema into allOf, which does not change the schema's meaning."""
        for key in ('minimum', 'maxLength', 'pattern', 'required', 'enum', 'maxItems'):
            if key in node and self.r.random() < 0.6:
                node.setdefault('allOf', []).append({key: node.pop(key)})
                return

    def rule(self, node):
        names = [name for name in sorted(node.get('properties') or {}) if name.isalpha()]
        rules = node.setdefault('x-kubernetes-validations', [])
        which = self.r.random()
        if rules and which < 0.4:
            rules.pop()
        elif rules and which < 0.7:
            rules[0]['rule'] = ' ' + rules[0]['rule'].replace(' && ', '  &&  ')
        elif names:
            a, b = self.r.choice(names), self.r.choice(names)
            rules.append({'rule': self.r.choice([f'has(self.{a})', f'has(self.{a}) || has(self.{b})', f'!has(self.{a}) && !has(self.{b})'])})
        if not rules:
            del node['x-kubernetes-validations']

    def embedded(self, node):
        if node.get('type') == 'object' and 'additionalProperties' not in node and self.r.random() < 0.3:
            if node.pop('x-kubernetes-embedded-resource', None) is None:
                node['x-kubernetes-embedded-resource'] = True

    def apply(self, node):
        kinds = [self.limit, self.enum, self.text, self.required, self.field, self.default, self.type, self.nullable,
                 self.unknown, self.list, self.composition, self.nesting, self.rule, self.embedded]
        self.r.choice(kinds)(node)


def change_schema(schema, changes, count):
    for _ in range(count):
        nodes = nodes_of(schema, [])
        for _ in range(12):
            before = json.dumps(schema, sort_keys=True)
            node = changes.r.choice(nodes)
            if node is not schema or changes.r.random() < 0.3:
                changes.apply(node)
            if json.dumps(schema, sort_keys=True) != before:
                break


def changed(crd, r):
    new = copy.deepcopy(crd)
    changes = Changes(r)
    for version in (new['spec'].get('versions') or []):
        schema = (version.get('schema') or {}).get('openAPIV3Schema')
        if not isinstance(schema, dict):
            continue
        change_schema(schema, changes, r.choice([1, 1, 2, 3]))
    versions = new['spec'].get('versions') or []
    if r.random() < 0.02:
        for version in versions:
            version['subresources'] = {} if version.get('subresources') else {'status': {}}
    if len(versions) > 1 and r.random() < 0.02:
        for version in versions:
            version['storage'] = version is versions[-1]
    return new


def crds_of(args, r):
    if args.small:
        while True:
            yield small_crd(r, lambda schema: change_schema(schema, Changes(r), r.choice([0, 1, 2, 3])))
    if not args.crds:
        while True:
            yield crd_of(r)
    for number, line in enumerate(lines_of(args.crds)):
        if number % args.every == 0:
            yield json.loads(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--crds')
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--every', type=int, default=1)
    args = parser.parse_args()
    r = random.Random(args.seed)
    made = 0
    for crd in crds_of(args, r):
        if made == args.n:
            break
        try:
            new = changed(crd, r)
        except (AttributeError, TypeError, KeyError):
            continue  # a published CRD whose form the changes do not support is skipped
        made += 1
        sys.stdout.write(json.dumps({'old': crd, 'new': new}) + '\n')


if __name__ == '__main__':
    main()
