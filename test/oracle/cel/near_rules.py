#!/usr/bin/env python3
"""Generates CRDs with rules in CEL that are almost right: schemas of all types, and expressions about their fields.

    near_rules.py [--seed N] [--n N] [--updates] [--defaults]

Prints one CRD on each line; with --updates, {"old": CRD, "new": CRD}; with --defaults, CRDs whose schemas have
defaults. Line i depends only on the seed and on i.
"""
import argparse
import copy
import json
import random

from near_calls_by_type import CALLS, LITERALS, LOOPS, TYPES
from near_defaults import Defaults

SCALARS = ['string', 'string', 'int', 'double', 'bool', 'bytes', 'timestamp', 'duration', 'dyn']
FORMATS = {'bytes': 'byte', 'timestamp': 'date-time', 'duration': 'duration'}
NAMES = ['a', 'b', 'c', 'name', 'in', 'namespace', 'x-y', 'p.q', '__u', 's/t', 'kind', 'metadata', 'spec', '9', 'é', 'list']
VARIABLES = ['x', 'y', 'z', 'i', 'self', 'k', 'v']
DAMAGE = ['', ' ', '(', ')', '.', ',', '+', '==', '1', "'", 'self', 'oldSelf', '!', '?', 'x', '\n', '[0]', '&&']
MESSAGES = ['', 'no', ' ', 'two\nlines', '  trimmed \n', 'ß']
REASONS = ['FieldValueInvalid', 'FieldValueDuplicate', 'FieldValueRequired', 'FieldValueForbidden', 'Invalid', '']
PATHS = ['.a', '.spec', '.b.c', '', ' ', '.a[0]', 'a', ".list['a']", '.a\n']


class Maker:
    def __init__(self, seed, line):
        self.random = random.Random(f'{seed} {line}')
        self.defaults = False

    def pick(self, of):
        return of[self.random.randrange(len(of))]

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # Functions that generate schemas. Except for bound(), each returns (type in CEL, schema as JSON).

    def bound(self, schema, keyword):
        if self.chance(60):
            schema[keyword] = self.pick([0, 1, 3, 10, 64, 253, 1000, 50000, 3 << 20, -1])
        return schema

    def schema(self, depth):
        kind = self.random.randrange(10) if depth > 0 else 9
        if kind < 4:
            return self.object(depth)
        if kind < 6:
            element, items = self.schema(depth - 1)
            listed = self.bound({'type': 'array', 'items': items}, 'maxItems')
            if self.chance(20):
                listed['x-kubernetes-list-type'] = 'atomic'
            return ('list', element), listed
        if kind < 8:
            element, value = self.schema(depth - 1)
            return ('map', element), self.bound({'type': 'object', 'additionalProperties': value}, 'maxProperties')
        return self.scalar()

    def scalar(self):
        of = self.pick(SCALARS)
        if of == 'dyn':
            return of, self.bound({'x-kubernetes-int-or-string': True}, 'maxLength')
        schema = {'type': {'int': 'integer', 'double': 'number', 'bool': 'boolean'}.get(of, 'string')}
        if of in FORMATS:
            schema['format'] = FORMATS[of]
        if schema['type'] == 'string':
            self.bound(schema, 'maxLength')
        if of == 'string' and self.chance(15):
            schema['enum'] = self.pick([['a'], ['abc', 'ä€'], ['', 'abcdefghijklmnop']])
        if self.chance(10):
            schema['nullable'] = True
        return of, schema

    def object(self, depth):
        fields, properties = {}, {}
        for _ in range(1 + self.random.randrange(4)):
            name = self.pick(NAMES)
            if name not in ('kind', 'metadata') or depth < 3:
                fields[name], properties[name] = self.schema(depth - 1)
        schema = {'type': 'object', 'properties': properties}
        if self.chance(30):
            schema['required'] = [self.pick(list(properties) or ['a'])]
        if self.chance(8):
            schema['x-kubernetes-embedded-resource'] = True
            fields = {name: of for name, of in fields.items() if name not in ('kind', 'metadata')} | {'kind': 'string', 'apiVersion': 'string'}
            for name in ('kind', 'metadata'):
                properties.pop(name, None)
        if self.chance(8):
            schema['x-kubernetes-preserve-unknown-fields'] = True
        if self.chance(10):
            schema['x-kubernetes-map-type'] = self.pick(['atomic', 'granular'])
        return ('object', tuple(fields.items())), schema

    # Functions that generate expressions.

    def places(self, scope):
        """Returns expressions that read a variable or a field below a variable, each with its type."""
        found = []
        todo = list(scope)
        while todo and len(found) < 60:
            text, of = todo.pop(self.random.randrange(len(todo)))
            found.append((text, of))
            if of[0] == 'object':
                for name, field in of[1]:
                    todo.append((text + self.step(name), field))
                    if field == 'string' and self.chance(10):
                        found.append((text + '.?' + self.escaped(name), ('optional', field)))
            elif of[0] == 'list':
                todo.append((text + '[0]', of[1]))
            elif of[0] == 'map':
                todo.append((text + "['a']", of[1]))
        return found

    def escaped(self, name):
        if name in ('in', 'namespace'):
            return name if self.chance(30) else f'__{name}__'
        return name.replace('__', '__underscores__').replace('-', '__dash__').replace('.', '__dot__').replace('/', '__slash__')

    def step(self, name):
        return f'.`{name}`' if self.chance(2) else '.' + self.escaped(name)

    def expression(self, of, depth, scope):
        if self.chance(2):
            of = self.pick(TYPES)
        places = [text for text, known in self.places(scope) if known == of]
        if places and (depth <= 0 or self.chance(55)):
            return self.pick(places)
        if of == 'bool' and self.chance(8):
            return f'has({self.pick(self.places(scope))[0]})'
        if depth > 0 and self.chance(35):
            loop = self.loop(of, depth - 1, scope)
            if loop:
                return loop
        if depth > 0 and self.chance(7):
            return f"({self.expression('bool', depth - 1, scope)} ? {self.expression(of, depth - 1, scope)} : {self.expression(of, depth - 1, scope)})"
        if of not in CALLS or (depth <= 0 and of in LITERALS):
            return self.pick(LITERALS.get(of, ['self']))
        if depth <= -4:
            return self.pick(LITERALS.get(of, ['[]', '{}', 'optional.none()']))
        return self.call(self.pick(CALLS[of]), depth - 1, scope)

    def call(self, call, depth, scope):
        text, wanted = call[0], list(call[1:])
        if wanted in (['='], ['<']):
            both = self.pick(self.places(scope))[1] if self.chance(60) else self.pick(TYPES)
            if wanted == ['<'] and not isinstance(both, str):
                both = self.pick(['int', 'string', 'double', 'bytes'])
            wanted = [both, both]
        return text.format(*(self.operand(of, depth, scope) for of in wanted))

    def operand(self, of, depth, scope):
        text = self.expression(of, depth, scope)
        simple = all(c not in text for c in ' ?-!') or text[-1] in ')]' and ' ' not in text.split('(')[0]
        return text if simple else f'({text})'

    def loop(self, of, depth, scope):
        loops = [loop for loop in LOOPS if loop[3] == of]
        if not loops:
            return None
        text, over, body, _ = self.pick(loops)
        reached = self.places(scope)
        first, second = self.pick(VARIABLES), self.pick(VARIABLES)
        kind = {'list': 'list', 'list2': 'list', 'map': 'map', 'map2': 'map', 'strings': 'list', 'optional': 'optional'}[over]
        ranges = [(place, known) for place, known in reached if known[0] == kind and (over != 'strings' or known[1] == 'string')]
        if ranges and self.chance(80):
            place, known = self.pick(ranges)
        else:
            known = (kind, 'string')
            place = self.operand(known, depth - 1, scope)
        variables = {'list2': [(first, 'int'), (second, known[1])], 'map': [(first, 'string')], 'map2': [(first, 'string'), (second, known[1])]}
        inner = [entry for entry in scope if entry[0] not in (first, second)] + variables.get(over, [(first, known[1])])
        return text.format(place, v=first, w=second, b=self.expression(body, depth, inner))

    # Functions that generate rules.

    def damaged(self, text):
        at = self.random.randrange(len(text) + 1)
        return text[:at] + self.pick(DAMAGE) + text[at + self.random.randrange(3):]

    def text(self, of, self_type):
        scope = [('self', self_type)]
        if self.chance(15):
            scope.append(('oldSelf', self_type))
        text = self.expression(of, 1 + self.random.randrange(4), scope)
        return self.damaged(text) if self.chance(4) else text

    def rule(self, self_type):
        rule = {'rule': self.text('bool', self_type) if self.chance(97) else self.pick(['', ' ', 'true\n', '1', 'self', 'oldSelf == self'])}
        if self.chance(15):
            rule['messageExpression'] = self.text('string', self_type) if self.chance(90) else self.pick(['', ' ', '1', "'a'"])
        if self.chance(10):
            rule['optionalOldSelf'] = self.chance(80)
        for keyword, values in (('message', MESSAGES), ('reason', REASONS), ('fieldPath', PATHS)):
            if self.chance(4):
                rule[keyword] = self.pick(values)
        return rule

    def add_rules(self, of, schema, root):
        if root or self.chance(25):
            schema['x-kubernetes-validations'] = [self.rule(of) for _ in range(1 + self.random.randrange(3))]
        if of[0] == 'object':
            for name, field in of[1]:
                if name in schema.get('properties', {}):
                    self.add_rules(field, schema['properties'][name], False)
        elif of[0] == 'list':
            self.add_rules(of[1], schema['items'], False)
        elif of[0] == 'map':
            self.add_rules(of[1], schema['additionalProperties'], False)

    def root(self):
        of, schema = self.object(3)
        schema.pop('x-kubernetes-map-type', None)
        schema.pop('x-kubernetes-embedded-resource', None)
        for name in ('kind', 'metadata'):
            schema['properties'].pop(name, None)
        meta = ('object', (('name', 'string'), ('generateName', 'string')))
        own = tuple(field for field in of[1] if field[0] not in ('kind', 'metadata', 'apiVersion'))
        self.add_rules(('object', own + (('kind', 'string'), ('apiVersion', 'string'), ('metadata', meta))), schema, self.chance(50))
        if not schema.get('x-kubernetes-validations') and schema['properties']:
            name = self.pick(list(schema['properties']))
            self.add_rules(dict(of[1])[name], schema['properties'][name], True)
        if self.defaults:
            Defaults(self.random).add(schema)
        return schema

    def crd(self):
        versions = [{'name': f'v{i + 1}', 'served': True, 'storage': i == 0, 'schema': {'openAPIV3Schema': self.root()}}
                    for i in range(2 if self.chance(5) else 1)]
        return {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'foos.example.com'},
                'spec': {'group': 'example.com', 'scope': 'Namespaced', 'names': {'plural': 'foos', 'singular': 'foo', 'kind': 'Foo', 'listKind': 'FooList'},
                         'versions': versions}}

    def changed(self, schema):
        """Returns a copy of the schema in which a few limits and rules are changed."""
        if isinstance(schema, list):
            return [self.changed(element) for element in schema if not self.chance(5)]
        if not isinstance(schema, dict):
            return schema
        result = {}
        for key, value in schema.items():
            if key in ('maxItems', 'maxLength', 'maxProperties') and self.chance(30):
                continue
            result[key] = self.damaged(value) if key == 'rule' and self.chance(10) else self.changed(value)
        return result

    def update(self):
        old = self.crd()
        new = copy.deepcopy(old)
        if self.chance(80):
            for version in new['spec']['versions']:
                version['schema'] = {'openAPIV3Schema': self.changed(version['schema']['openAPIV3Schema'])}
        return {'old': old, 'new': new}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--updates', action='store_true')
    parser.add_argument('--defaults', action='store_true')
    args = parser.parse_args()
    for line in range(args.n):
        maker = Maker(args.seed, line)
        maker.defaults = args.defaults
        print(json.dumps(maker.update() if args.updates else maker.crd(), ensure_ascii=False))


if __name__ == '__main__':
    main()
