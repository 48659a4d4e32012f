#!/usr/bin/env python3
"""Prints lines of `structural batch applies` with a stored object whose fieldsV1 may have malformed keys.

    near_fields.py --seed N --n N

Each line has one forced apply. The keys are near misses of JSON, of names, and of indices, at several depths. Some are
longer than the blocks of 4,096 bytes in which a server reads fieldsV1.
"""
import argparse
import json
import random

SPEC = {'type': 'object', 'x-kubernetes-preserve-unknown-fields': True, 'properties': {
    'm': {'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], 'items': {
        'type': 'object', 'required': ['name'], 'properties': {'name': {'type': 'string'}, 'v': {'type': 'string'}}}},
    't': {'type': 'array', 'x-kubernetes-list-type': 'set', 'items': {'type': 'number'}}, 'a': {'type': 'string'}}}
CRD = {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'foos.example.com'},
       'spec': {'group': 'example.com', 'scope': 'Namespaced', 'names': {'plural': 'foos', 'singular': 'foo', 'kind': 'Foo', 'listKind': 'FooList'},
                'versions': [{'name': 'v1', 'served': True, 'storage': True, 'schema': {'openAPIV3Schema': {
                    'type': 'object', 'properties': {'spec': SPEC}}}}]}}
OBJECT = {'apiVersion': 'example.com/v1', 'kind': 'Foo', 'metadata': {'name': 'one'}}
TOKENS = ['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\t', '\n', '\r', '-', '+', '.', '0', '1', '01', '9', 'e', 'E5', '1e400', '1e-400',
          '-0', '0.0', '1.', '.5', 'n', 'nu', 'null', 'nullx', 't', 'true', 'tru', 'false', 'fals', '"a"', '"b', 'b"', '""', '\\u', '\\u12',
          '\\u0041', '\\ud83d\\ude00', '\\ud83d', '\\ude00', '\\ud83d\\u0041', '\\n', '\\x', '\\/', '\x00', '\x01', '\x7f', 'é', '\u2028', '<', '&',
          '😀', '{"a":1}', '[1,2]', '{"a"', '"a":', '"a":1', ',"b":2', ',null:2', 'x', "'", '/', '123456789012345678901', '12345678901234567890.5']
VALUES = ['1', '-0', '-0.0', '0', '1.5', '1e-7', '1e21', '100000000000000000000', '"a"', '"a\\u003cb"', 'true', 'false', 'null', '[]', '[1,-0,"x"]', '{}',
          '{"b":1,"a":[null]}', '"\\ud83d\\ude00"', '9007199254740993', '-5']


def value(random):
    text = random.choice(VALUES)
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(TOKENS) + text[at + random.choice([0, 0, 1]):]
    return text


def keys(random):
    names = random.sample(['name', 'd', 'a b', 'é', 'x'], random.choice([1, 1, 2]))
    text = '{' + ','.join(f'"{name}":{value(random)}' for name in names) + '}'
    for _ in range(random.choice([0, 0, 1])):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(TOKENS) + text[at + random.choice([0, 1]):]
    return text


def soup(random):
    return ''.join(random.choice(TOKENS) for _ in range(random.randrange(6)))


def key(random):
    kind = random.randrange(10)
    if kind < 4:
        return 'v:' + value(random)
    if kind < 7:
        return 'k:' + keys(random)
    if kind == 7:
        return random.choice('kv') + ':' + soup(random)
    if kind == 8:
        return 'i:' + random.choice(['0', '5', '-1', '+1', '', 'x', '1.0', '99999999999999999999', ' 1', '0x1', '1_0'])
    return random.choice(['f:a', 'f:', 'f', '', '.', 'x:y', 'ab', 'f:a<b', 'F:a', '::', 'f:"', 'f:\\', 'kk:{}', 'f:' + 'n' * random.choice([20, 70])])


def fields(random, depth):
    found = {}
    for _ in range(random.choice([1, 1, 2, 3])):
        below = random.choice([{}, {}, {}, {'.': {}}, {'f:b': {}}, None, 1, 'x', [], True] if random.random() < 0.2 else [{}, {'.': {}}, {'f:b': {}}])
        found[key(random)] = fields(random, depth - 1) if depth and random.random() < 0.3 else below
    return found


def line(random):
    below = fields(random, 2)
    owned = {'f:spec': {'f:' + random.choice('mt'): below}}
    if random.random() < 0.1:
        owned['f:spec'][random.choice(['f:', 'x:', 'i:1']) + 'p' * random.randrange(4050, 4200)] = {}
    if random.random() < 0.3:
        owned['f:spec']['f:a'] = {}
    entry = {'manager': 'helm', 'operation': 'Apply', 'apiVersion': 'example.com/v1', 'time': '2020-01-01T00:00:00Z', 'fieldsType': 'FieldsV1', 'fieldsV1': owned}
    live = {**OBJECT, 'metadata': {'name': 'one', 'namespace': 'default', 'managedFields': [entry]},
            'spec': {'a': 'x', 't': [0, 1, 1.5], 'm': [{'name': 'a'}]}}
    request = {'verb': 'apply', 'manager': 'm', 'force': True, 'body': {**OBJECT, 'spec': {'a': 'y'}}}
    return {'crd': CRD, 'name': 'one', 'live': live, 'requests': [request]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=300)
    args = parser.parse_args()
    chosen = random.Random(args.seed)
    for _ in range(args.n):
        print(json.dumps(line(chosen)))


if __name__ == '__main__':
    main()
