#!/usr/bin/env python3
"""Measures the share of schemas that `structural batch fix` does not change.

    fix_shares.py --structural PROGRAM [--every N] [--allow CLASS] crds.ndjson.zst

It reads every Nth CRD that breaks a rule on schemas and can be fixed. A node is a schema within the schema. A node is
  unchanged  if its own keywords are the same;
  kept       if it has all its keywords, and at most a type, nullable or an extension was added. Inside allOf, anyOf,
           oneOf or not, a keyword may also have moved to the schema outside.
A value validation is a keyword that restricts values, with its value and its place. Unnamed nodes are those that no
violation names; the others cannot stay unchanged, since every repair must change a node with a violation. `preserve`,
which replaces spec.preserveUnknownFields by x-kubernetes-preserve-unknown-fields, does not count as a change. Prints
the median and the mean over the CRDs, and over all nodes.
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import tempfile

from objects_of_crds import lines_of

PRESERVE = 'x-kubernetes-preserve-unknown-fields'
LISTS = ('allOf', 'anyOf', 'oneOf')
INNER = {'properties', 'items', 'additionalProperties', 'not', *LISTS}
ADDED = {'type', 'nullable', PRESERVE, 'x-kubernetes-int-or-string'}
LIFTED = {'type', 'nullable', 'description', 'title', 'default', 'x-kubernetes-int-or-string'}
VALIDATIONS = {'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf', 'maxLength', 'minLength',
               'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', 'required', 'enum',
               'format'}


def nodes(schema, at, branch, found):
    """Adds all nodes to `found`, as {pointer: (the node's own keywords, pointer of the schema outside if the node is in
    a branch)}. Returns `found`."""
    if not isinstance(schema, dict):
        return found
    found[at] = ({key: value for key, value in schema.items()
                  if key not in INNER or (key == 'additionalProperties' and not isinstance(value, dict))}, branch)
    below = lambda part: None if branch is None else branch + part  # noqa: E731
    for key, field in (schema.get('properties') or {}).items():
        nodes(field, f'{at}/properties/{key}', below(f'/properties/{key}'), found)
    for key in ('items', 'additionalProperties'):
        nodes(schema.get(key), f'{at}/{key}', below('/' + key), found)
    outer = at if branch is None else branch
    for key in LISTS:
        for i, each in enumerate(schema.get(key) or []):
            nodes(each, f'{at}/{key}/{i}', outer, found)
    return nodes(schema.get('not'), f'{at}/not', outer, found)


def of_crd(crd):
    spec, found = crd['spec'], {}
    holders = [('', (spec.get('validation') or {}))]
    holders += [(str(i), version.get('schema') or {}) for i, version in enumerate(spec.get('versions') or [])]
    for at, holder in holders:
        nodes(holder.get('openAPIV3Schema'), at, None, found)
    return found


def keywords_of(node):
    return {(key, json.dumps(value, sort_keys=True)) for key, value in node.items() if key != PRESERVE}


def written(at):
    """Returns the path of the schema node at the pointer `at`, in the form in which the server prints it."""
    first, *parts = at.split('/')
    path = f'spec.versions[{first}].schema.openAPIV3Schema' if first else 'spec.validation.openAPIV3Schema'
    parts = iter(parts)
    for part in parts:
        path += f'.{part}[{next(parts)}]' if part in LISTS or part == 'properties' else f'.{part}'
    return path


def named(before, violations):
    """Returns the pointers of the nodes with a violation. An array without items is not one of them, since adding items
    does not change the array's own keywords."""
    paths = {written(at): at for at in before}
    found = set()
    for rule, path in violations:
        while path not in paths and '.' in path:
            path = path[:max(path.rfind('.'), path.rfind('['))]
        if path in paths and rule != 'array-items':
            found.add(paths[path])
    return found


def violations_of(structural, crds):
    """Lints the CRDs. Returns {number of the CRD: [(rule, path)]} of the violations."""
    with tempfile.TemporaryDirectory() as folder:
        for number, crd in enumerate(crds):
            (pathlib.Path(folder) / f'{number}.json').write_text(json.dumps(crd))
        done = subprocess.run([structural, 'lint', '--only', 'structural', '--no-fail', '-o', 'json', folder], capture_output=True, text=True)
    found = collections.defaultdict(list)
    for finding in json.loads(done.stdout)['findings']:
        found[int(pathlib.Path(finding['file']).stem)].append((finding['rule'], finding['path']))
    return found


def shares(before, after):
    counts = collections.Counter()
    for at, (old, outside) in before.items():
        new = after.get(at, ({}, None))[0]
        counts['nodes'] += 1
        counts['unchanged'] += at in after and keywords_of(old) == keywords_of(new)
        lost, added = keywords_of(old) - keywords_of(new), keywords_of(new) - keywords_of(old)
        lifted = outside is not None and {key for key, _ in lost} <= LIFTED
        counts['kept'] += (not lost or lifted) and {key for key, _ in added} <= ADDED
        for one in keywords_of(old):
            if one[0] in VALIDATIONS:
                counts['validations'] += 1
                counts['validations kept'] += one in keywords_of(new)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--allow', default='wider')
    parser.add_argument('file')
    args = parser.parse_args()
    crds = [json.loads(line) for number, line in enumerate(lines_of(args.file)) if number % args.every == 0]
    text = ''.join(json.dumps({'crd': crd, 'allow': args.allow}) + '\n' for crd in crds)
    done = subprocess.run([args.structural, 'batch', 'fix'], input=text, capture_output=True, text=True, check=True)
    rows, total = [], collections.Counter()
    violations = violations_of(args.structural, crds)
    for number, (crd, answer) in enumerate(zip(crds, map(json.loads, done.stdout.splitlines()))):
        if answer.get('left') != 0 or all(item['rule'] == 'preserve-unknown-fields' for item in answer['items']):
            continue
        before = of_crd(crd)
        rows.append(shares(before, of_crd(answer['crd'])))
        rows[-1]['unnamed'] = len(before) - len(named(before, violations[number]))
        total += rows[-1]
    print(f'{len(rows)} CRDs, {total["nodes"]} nodes, {total["validations"]} value validations')
    for name, whole in (('unnamed', 'nodes'), ('unchanged', 'nodes'), ('kept', 'nodes'), ('validations kept', 'validations')):
        each = [row[name] / row[whole] for row in rows if row[whole]]
        print(f'{name}: median {statistics.median(each):.1%}, mean {statistics.mean(each):.1%}, '
              f'of all {total[name] / total[whole]:.1%}')


if __name__ == '__main__':
    main()
