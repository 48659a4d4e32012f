#!/usr/bin/env python3
"""Compares the CRDs that `structural batch upgrade` makes of CRDs in v1beta1 with Kubernetes' own
conversion.

    upgrade_proof.py --structural PROGRAM [--every N] [--least SHARE] [--allow CLASS] FILE...

A FILE has a CRD a line (.ndjson, .ndjson.zst), or is YAML or JSON with CRDs in it. For every Nth CRD that is upgraded,
the patch turns the old CRD into the new one, and Kubernetes reports the new one as structural. Kubernetes decodes the
new CRD to the same object that its own conversion and `batch fix` make of the old CRD. A second upgrade changes
nothing. If an upgrade adds a schema to a version, that version has no schema after Kubernetes' own conversion. For a
CRD that is not upgraded, the reason is printed. Needs STRUCTURAL_TEST_JUDGE.
"""
import argparse
import collections
import copy
import json
import os
import pathlib
import re
import sys

from asking import answers
from objects_of_crds import lines_of

OLD = 'apiextensions.k8s.io/v1beta1'
ANY = {'openAPIV3Schema': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': True}}


def objects_in(value):
    if isinstance(value, dict) and value.get('kind') == 'List':
        return [each for item in value['items'] for each in objects_in(item)]
    return [value] if isinstance(value, dict) else []


def read(structural, path, every=1, word=''):
    """Returns the CRDs in a file. If the file has one CRD on each line, returns every Nth CRD of the lines that contain
    `word`."""
    if path.endswith(('.ndjson', '.zst')):
        chosen = (line for line in lines_of(path) if word.encode() in line)
        return [json.loads(line) for number, line in enumerate(chosen) if number % every == 0]
    texts = re.split(r'^---$', pathlib.Path(path).read_text(), flags=re.M)
    said = answers([structural, 'batch', 'yaml'], [{'yaml': text} for text in texts])
    return [each for answer in said for each in objects_in(answer.get('json', answer))]


def step(value, token):
    return value[int(token)] if isinstance(value, list) else value[token]


def patched(document, patch):
    """Returns the document after a JSON patch (RFC 6902)."""
    document = {'': copy.deepcopy(document)}

    def place(pointer):
        tokens = [token.replace('~1', '/').replace('~0', '~') for token in pointer.split('/')]
        holder = document
        for token in tokens[:-1]:
            holder = step(holder, token)
        return holder, int(tokens[-1]) if isinstance(holder, list) else tokens[-1]

    for edit in patch:
        value = edit.get('value')
        if 'from' in edit:
            holder, key = place(edit['from'])
            value = copy.deepcopy(holder[key])
            if edit['op'] == 'move':
                del holder[key]
        holder, key = place(edit['path'])
        if edit['op'] == 'remove':
            del holder[key]
        elif isinstance(holder, list) and edit['op'] != 'replace':
            holder.insert(key, value)
        else:
            holder[key] = value
    return document['']


class Proof:
    def __init__(self, args, judge):
        self.args, self.judge = args, judge
        self.count = collections.Counter()
        self.wrong = []

    def batch(self, operation, lines):
        return answers([self.args.structural, 'batch', operation], lines)

    def expected(self, crds):
        """Returns the CRDs in v1: Kubernetes converts them from v1beta1, and `batch fix` then fixes them."""
        v1 = [answer.get('v1', {}) for answer in answers([self.judge, 'convert'], crds)]
        fixed = self.batch('fix', [{'crd': crd, 'allow': self.args.allow} for crd in v1])
        return [answer.get('v1') for answer in answers([self.judge, 'convert'], [answer.get('crd', {}) for answer in fixed])]

    def hold(self, crds):
        said = self.batch('upgrade', [{'crd': crd, 'allow': self.args.allow} for crd in crds])
        upgraded = [(crd, answer) for crd, answer in zip(crds, said) if self.is_upgraded(answer)]
        old, new = [crd for crd, _ in upgraded], [answer['crd'] for _, answer in upgraded]
        again = self.batch('upgrade', [{'crd': crd} for crd in new])
        verdicts = answers([self.judge, 'condition'], new)
        decoded = [answer.get('v1') for answer in answers([self.judge, 'convert'], new)]
        for (crd, answer), second, verdict, got, want in zip(upgraded, again, verdicts, decoded, self.expected(old)):
            self.blame_if(patched(crd, answer['edits']) != answer['crd'], crd, 'the patch leads elsewhere')
            self.blame_if(second['edits'], crd, 'a second upgrade changes it')
            self.blame_if(verdict.get('condition') or 'error' in verdict, crd, json.dumps(verdict)[:300])
            self.compare(crd, got, want)

    def is_upgraded(self, answer):
        done = answer.get('crd', {}).get('apiVersion') == 'apiextensions.k8s.io/v1'
        self.count['upgraded' if done else 'not upgraded'] += 1
        if not done:
            told = [item['reason'] for item in answer.get('items', []) if item['rule'] == 'upgrade']
            reason = 'unreadable' if 'error' in answer else told[0] if told else 'without a reason'
            self.count['not upgraded: ' + reason] += 1
            self.blame_if(reason == 'without a reason', answer.get('crd', {}), 'no reason is told')
        return done

    def compare(self, crd, got, want):
        # An upgrade removes an empty list of conditions, so a missing list counts as empty.
        for one in (got, want or {}):
            status = one.get('status', {})
            status['conditions'] = status.get('conditions') or []
        for one, other in zip(got['spec']['versions'], want['spec']['versions'] if want else []):
            if one.get('schema') == ANY and not (other.get('schema') or {}).get('openAPIV3Schema'):
                self.count['versions that had no schema'] += 1
                other['schema'] = ANY
        self.blame_if(got != want, crd, f'{json.dumps(got)[:1500]}\n  is not {json.dumps(want)[:1500]}')

    def blame_if(self, wrong, crd, text):
        if wrong:
            self.wrong.append(f'{crd.get("metadata", {}).get("name")}: {text}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--least', type=float, default=0.9)
    parser.add_argument('--allow', default='wider')
    parser.add_argument('files', nargs='+')
    args = parser.parse_args()
    judge = os.environ.get('STRUCTURAL_TEST_JUDGE')
    files = [path for path in args.files if os.path.exists(path)]
    if not judge or not files:
        print('skipped: no STRUCTURAL_TEST_JUDGE, or none of ' + ' '.join(args.files))
        sys.exit(77)
    proof = Proof(args, judge)
    crds = [crd for path in files for crd in read(args.structural, path, args.every, OLD) if crd.get('apiVersion') == OLD]
    proof.hold(crds)
    for name, count in sorted(proof.count.items()):
        print(f'{name}: {count}')
    for text in proof.wrong[:20]:
        print(text)
    share = proof.count['upgraded'] / max(1, proof.count['upgraded'] + proof.count['not upgraded'])
    print(f'{len(proof.wrong)} wrong, {share:.1%} upgraded')
    sys.exit(bool(proof.wrong) or not crds or share < args.least)


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8', errors='surrogatepass')
    main()
