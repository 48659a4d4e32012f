#!/usr/bin/env python3
"""Checks that the classes of changes that `fix` and `upgrade` print agree with the changes that `diff` finds between
the CRD before and after them.

    fix_and_diff_test.py STRUCTURAL CASES

CASES is test/cases. For each case, with each allowed class: each change that diff reports for objects has the class of
an edit, and diff reports each class of an edit.
"""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

CLASSES = ('same', 'typed', 'wider')
# Beginnings of names of cases in which an edit is reported with a class, although diff reports no change. The server
# drops the edited keyword both before and after the edit, but each edit of this kind has the class.
MORE_THAN_DIFF = ("a field that only the root's allOf, anyOf, oneOf or not names is specified outside", 'additionalProperties below a junctor are no longer checked')


def batch(program, operation, lines):
    done = subprocess.run([program, 'batch', operation], input=''.join(json.dumps(line) + '\n' for line in lines), text=True,
                          capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.split('\n') if line]


def crd_of(schema, preserve):
    version = {'name': 'v1', 'served': True, 'storage': True, 'schema': {'openAPIV3Schema': schema}}
    return {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'as.example.com'},
            'spec': {'group': 'example.com', 'names': {'plural': 'as', 'kind': 'A'}, 'scope': 'Namespaced',
                     'preserveUnknownFields': preserve, 'versions': [version]}}


def classes_of(change):
    """Returns a list with a tuple for each effect of diff's change on objects: the classes that an edit with this
    effect can have. At least one edit must have one class of each tuple."""
    nulls = change['keyword'] == 'nullable'
    if change['aspect'] == 'objects':
        smaller, larger = change['effect'] in ('smaller', 'other'), change['effect'] in ('larger', 'other')
        return [('typed', 'stricter', 'defaulted')] * smaller + [('wider',)] * larger
    return {'loss': [('typed',) if nulls else ()], 'default': [('typed',) if nulls else ('defaulted',)]}.get(change['aspect'], [])


class Test:
    def __init__(self, program):
        self.program = program
        self.count = collections.Counter()
        self.wrong = []

    def judge(self, name, items, said):
        """Compares the classes of the edits with the changes that diff reports for one CRD."""
        made = {item['class'] for item in items if item['done']}
        self.count['CRDs'] += 1
        self.count['CRDs with ' + (', '.join(sorted(made)) or 'no change')] += 1
        needed = [(change, classes) for change in said['changes'] for classes in classes_of(change)]
        for change, classes in needed:
            if not made & set(classes):
                self.wrong.append(f'{name}: {sorted(made)}, but diff says {change["aspect"]} {change["effect"]} {change["field"]}: {change["text"]}')
        if any(item['rule'].startswith('unsupported-') for item in items) or name.startswith(MORE_THAN_DIFF):
            # The classes are not compared here: no server serves a CRD with unsupported keywords, so the old CRD has no
            # objects, and diff reports no effect on objects.
            return
        said_classes = {each for _, classes in needed for each in classes}
        if made - {'same'} - said_classes:
            self.wrong.append(f'{name}: {sorted(made)}, but diff says only {[change["text"] for change, _ in needed]}')

    def schemas(self, folder):
        cases = [case for path in sorted(glob.glob(f'{folder}/*.json')) for case in json.load(open(path))]
        lines = [(case['name'] + ', ' + allow, crd_of(case['schema'], preserve), allow)
                 for case in cases for preserve in (False, True) for allow in CLASSES]
        fixed = batch(self.program, 'fix', [{'crd': crd, 'allow': allow} for _, crd, allow in lines])
        said = batch(self.program, 'diff', [{'old': crd, 'new': answer['crd']} for (_, crd, _), answer in zip(lines, fixed)])
        for (name, _, _), answer, of in zip(lines, fixed, said):
            self.judge(name, answer['items'], of)

    def files(self, command, path, flags):
        """Runs fix or upgrade on a file. Compares the classes of its edits, for each CRD, with the changes that diff
        reports between the file and the result."""
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, os.path.basename(path))
            shutil.copy(path, name)
            plan = subprocess.run([self.program, command, *flags, '-o', 'json', name], text=True, capture_output=True, check=False)
            subprocess.run([self.program, command, *flags, '--write', '--quiet', name], capture_output=True, check=False)
            said = subprocess.run([self.program, 'diff', '-o', 'json', '--no-fail', path, name], text=True, capture_output=True, check=False)
            assert said.stdout, (path, said.stderr)
            of = {crd['name']: crd for crd in json.loads(said.stdout)['crds']}
        for crd in json.loads(plan.stdout):
            self.judge(f'{command} {path} {" ".join(flags)}', crd['items'], of.get(crd['crd'], {'changes': []}))

    def run(self, cases):
        self.schemas(f'{cases}/fix')
        for allow in CLASSES:
            for path in sorted(glob.glob(f'{cases}/fix/files/*')):
                self.files('fix', path, ['--allow', allow])
            for path in sorted(glob.glob(f'{cases}/upgrade/v1beta1/*')):
                self.files('fix', path, ['--allow', allow])
                self.files('upgrade', path, ['--allow', allow])
        for keys in ('required', 'protocol=TCP'):
            for path in sorted(glob.glob(f'{cases}/fix/server/*')):
                self.files('fix', path, ['--list-map-keys', keys])
        for what, number in sorted(self.count.items()):
            print(f'{number:6} {what}')
        for text in self.wrong:
            print('WRONG ' + text)
        return 1 if self.wrong or not self.count['CRDs'] else 0


if __name__ == '__main__':
    sys.exit(Test(sys.argv[1]).run(sys.argv[2]))
