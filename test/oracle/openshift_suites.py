#!/usr/bin/env python3
"""Sends the requests of OpenShift's test suites for its CRDs to Kubernetes' own code and to structural.

    openshift_suites.py --structural PROGRAM [--every N] openshift-api.tar.zst

The archive has the suites, the CRDs and index.ndjson, which names the CRDs of each suite. A case creates an object,
sends its status, and may update both. Each request updates the object that Kubernetes has stored for the previous
request. --every N: one in N suites. Needs STRUCTURAL_TEST_JUDGE. Exit code: 0 no difference, 1 some, 77 no oracle or no
archive.
"""
import argparse
import copy
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from asking import answers

SHOWN = 10


class Case:
    """A case of a suite, applied to one CRD."""

    def __init__(self, suite, crd, version, case, documents):
        self.name, self.version, self.stored = f"{suite}: {case.get('name')}", version, None
        self.initial, self.updated = (documents.get(case.get(key)) for key in ('initial', 'updated'))
        self.crd = installed(crd, version)
        self.first_crd = patched(crd, case['initialCRDPatches']) if case.get('initialCRDPatches') else self.crd
        self.ended = not isinstance(self.initial, dict)

    def create(self):
        return {'crd': self.first_crd, 'object': prepared(self.initial)}

    def status(self, sent):
        if sent is None or sent.get('status') is None:
            return None
        return self.change(dict(self.stored, status=sent['status'])) | {'subresource': 'status'}

    def update(self):
        if self.updated is None:
            return None
        sent = prepared(self.updated)
        kept = {key: value for key, value in self.stored['metadata'].items() if key in ('name', 'namespace')}
        sent['metadata'] = {key: value for key, value in sent['metadata'].items() if key != 'namespace'} | kept
        return self.change(sent)

    def change(self, sent):
        return {'crd': self.crd, 'old': self.stored, 'object': sent}


# The requests of a case in their order. The first one creates the object in the CRD with the case's initialCRDPatches.
# The third one updates the object without a change, in the CRD without these patches.
STEPS = (Case.create, lambda case: case.status(case.initial), lambda case: case.change(case.stored), Case.update,
         lambda case: case.status(case.updated))


def installed(crd, version):
    crd = copy.deepcopy(crd)
    crd['spec']['versions'] = [dict(v, storage=True, served=True) for v in crd['spec']['versions'] if v['name'] == version]
    crd.pop('status', None)
    return crd


def patched(crd, patches):
    """Returns a copy of the CRD to which the JSON Patches were applied."""
    crd = copy.deepcopy(crd)
    for patch in patches:
        *parents, last = [part.replace('~1', '/').replace('~0', '~') for part in patch['path'].split('/')[1:]]
        at = crd
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        if isinstance(at, list):
            last = len(at) if last == '-' else int(last)
        if patch['op'] == 'remove':
            del at[last]
        elif isinstance(at, list) and patch['op'] == 'add':
            at.insert(last, patch.get('value'))
        else:
            at[last] = patch.get('value')
    crd.pop('status', None)
    return crd


def prepared(sent):
    return dict(sent, metadata=dict(sent.get('metadata') or {}, generateName='test-', namespace='default'))


class Suites:
    def __init__(self, structural, judge, folder):
        self.structural, self.judge, self.folder = structural, judge, folder
        self.refused = {}
        self.count, self.differences = 0, []

    def yaml(self, texts):
        said = answers([self.structural, 'batch', 'documents'], [{'yaml': text} for text in texts])
        return {text: (answer.get('documents') or [None])[0] for text, answer in zip(texts, said)}

    def cases(self, every):
        index = [json.loads(line) for line in (self.folder / 'index.ndjson').read_text().splitlines()][::every]
        files = {name: (self.folder / name).read_text() for entry in index for name in [entry['suite'], *entry['manifests']]}
        read = self.yaml(list(files.values()))
        found = [(entry, manifest, case) for entry in index for manifest in entry['manifests']
                 for kind in ('onCreate', 'onUpdate') for case in (read[files[entry['suite']]].get('tests') or {}).get(kind) or []]
        texts = {case[key] for _, _, case in found for key in ('initial', 'updated') if case.get(key)}
        documents = self.yaml(sorted(texts))
        return [Case(entry['suite'], read[files[manifest]], entry['version'], case, documents) for entry, manifest, case in found]

    def is_refused(self, crd):
        """Reports whether a server refuses to create the CRD. Such a CRD, for example one with rules of too high a cost
        for a new CRD, is tested as a stored CRD."""
        text = json.dumps(crd)
        if text not in self.refused:
            self.refused[text] = not answers([self.judge, 'validate'], [crd])[0].get('valid')
        return self.refused[text]

    def run(self, cases):
        for step in STEPS:
            asked = [(case, step(case)) for case in cases if not case.ended]
            self.ask([(case, line) for case, line in asked if line is not None])

    def ask(self, asked):
        for case, line in asked:
            line['version'] = case.version
            if self.is_refused(line['crd']):
                line['crdStored'] = True
        lines = [line for _, line in asked]
        theirs, ours = (answers(command, lines) for command in ([self.judge, 'admit'], [self.structural, 'batch', 'admit']))
        for (case, _), said, answer in zip(asked, theirs, ours):
            self.count += 1
            if said != answer and not said.get('unstable') and not ('error' in said and 'error' in answer):
                self.differences.append((case.name, said, answer))
            case.stored = said.get('object')
            case.ended = case.stored is None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('archive')
    args = parser.parse_args()
    judge = os.environ.get('STRUCTURAL_TEST_JUDGE')
    if not judge or not os.path.exists(args.archive) or not shutil.which('zstd'):
        print('skipped: STRUCTURAL_TEST_JUDGE is not set' if not judge else f'skipped: no {args.archive}, or no zstd to read it')
        return 77
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['tar', '-I', 'zstd --long=27', '-xf', args.archive, '-C', folder], check=True)
        suites = Suites(args.structural, judge, pathlib.Path(folder))
        suites.run(suites.cases(args.every))
    for name, said, answer in suites.differences[:SHOWN]:
        print(f'{name}\n  Kubernetes: {json.dumps(said)[:2000]}\n  structural: {json.dumps(answer)[:2000]}')
    print(f'{suites.count} requests, {len(suites.differences)} differ')
    return 1 if suites.differences or suites.count == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
