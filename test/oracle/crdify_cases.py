#!/usr/bin/env python3
"""Compares the results of `structural diff` and of crdify for crdify's own test cases.

    crdify_cases.py --structural PROGRAM CASES.json

A case is {"name", "crdify": [CHANGE], "structural": [CHANGE], "why"}. A change is a field and a keyword; a change of
`structural` begins with its claim. A case has a reason, "why", if and only if exactly one of the two programs reports a
change as harmful. STRUCTURAL_TEST_CRDIFY is the folder of crdify's cases; hack/peers/crdify-cases prints it. Exit code:
0 all results are those of the cases, 1 some are not, 77 crdify's cases are missing.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

HARMLESS = 'larger'
# {crdify's name for a change: structural's keyword for the change}.
WORDS = {'existingFieldRemoval': 'properties', 'scope': 'spec'}


def crdify_says(expected):
    for check in expected.get('crdValidation') or []:
        removed = [text.split('.^')[1] for text in check['errors'] if check['name'] == 'existingFieldRemoval']
        yield from (f'{field} {WORDS[check["name"]]}' for field in removed or ['spec.scope'])
    for kind in ('sameVersionValidation', 'servedVersionValidation'):
        for compared in (each for version in expected.get(kind) or [] for each in version['propertyComparisons']):
            yield from (f"{compared['property'][1:]} {result['name']}" for result in compared['comparisonResults'])


def structural_says(program, folder):
    command = [program, 'diff', '-o', 'json', '--no-fail', folder / 'a.yaml', folder / 'b.yaml']
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for change in report['crds'][0]['changes']:
        claim = change['effect'] if change['aspect'] == 'objects' else change['aspect']
        yield f"{claim} {change['field']} {change['keyword']}"


def differs(case):
    ours = {change.split(' ', 1)[1] for change in case['structural'] if not change.startswith(HARMLESS)}
    return ours != set(case['crdify'])


def faults(program, folder, cases):
    names = {path.name for path in folder.iterdir() if path.is_dir()}
    for name in sorted(names ^ {case['name'] for case in cases}):
        yield f'{name}: ' + ('not in the list' if name in names else 'crdify has no such case')
    for case in (case for case in cases if case['name'] in names):
        at = folder / case['name']
        said = {'crdify': crdify_says(json.loads((at / 'expected.json').read_text())), 'structural': structural_says(program, at)}
        for who, changes in said.items():
            changes = sorted(changes)
            if changes != sorted(case[who]):
                yield f"{case['name']}: {who} says {json.dumps(changes)}"
        if differs(case) != ('why' in case):
            yield f"{case['name']}: " + ('a reason is missing' if differs(case) else 'a reason without a difference')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    parser.add_argument('cases', type=pathlib.Path)
    args = parser.parse_args()
    folder = os.environ.get('STRUCTURAL_TEST_CRDIFY')
    if not folder:
        print('skipped: STRUCTURAL_TEST_CRDIFY is not set; hack/peers/crdify-cases prints the folder')
        return 77
    cases = json.loads(args.cases.read_text())
    found = list(faults(args.structural, pathlib.Path(folder), cases))
    print('\n'.join(found + [f'{len(cases)} cases, {sum(map(differs, cases))} with another answer than crdify']))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
