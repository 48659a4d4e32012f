#!/usr/bin/env python3
"""Compares the claims of `structural batch fix` about its changes with Kubernetes' own code.

    fix_proof.py --structural PROGRAM [--seed N] [--each N] [--every N] [--min-fixed SHARE] crds.ndjson.zst

Every Nth CRD that is not structural is fixed: after the allowed fixes, `batch condition` of Kubernetes' own code
reports the CRD as structural, and a second fix changes nothing. From a CRD that is structural already, a fix removes
only fields that a server refuses or ignores. If Kubernetes creates a CRD in v1, it also creates the fixed CRD.
Kubernetes' validation checks N objects that nearly fit the old schema, for each changed schema, with the old and the
new one. After changes of the class `same`, both results are equal. After changes of the class `typed`, each object that
only the new schema refuses has a value whose type is not one of the schema's. After changes of the class `wider`, the
new schema accepts each object that the old one accepts. If the CRD preserved unknown fields, pruning drops nothing.
Needs STRUCTURAL_TEST_JUDGE.
"""
import argparse
import collections
import json
import os
import random
import sys

from asking import answers
from objects_of_crds import Maker, lines_of, schemas_of

OF_SERVER = {'generated-status', 'list-type', 'printer-columns', 'schema-root', 'versions'}
CLASSES = ('same', 'typed', 'wider')


class Proof:
    def __init__(self, args, judge):
        self.args, self.judge = args, judge
        self.count = collections.Counter()
        self.wrong = []

    def record_error(self, number, allow, text):
        self.wrong.append(f'CRD {number}, {allow}: {text}')

    def fixes(self, crds):
        """Fixes the CRDs once for each class of allowed changes. Returns {class: [answer for each CRD]}."""
        fix = [self.args.structural, 'batch', 'fix']
        said = {}
        for allow in CLASSES:
            said[allow] = answers(fix, [{'crd': crd, 'allow': allow} for _, crd in crds])
            again = answers(fix, [{'crd': answer.get('crd', {}), 'allow': allow} for answer in said[allow]])
            for (number, _), second in zip(crds, again):
                if second.get('edits', []) != []:
                    self.record_error(number, allow, f'a second fix changes {second["edits"][:2]}')
        return said

    def verdicts(self, crds, said):
        for allow in CLASSES:
            fixed = [answer.get('crd') or {} for answer in said[allow]]
            for (number, _), answer, verdict in zip(crds, said[allow], answers([self.judge, 'condition'], fixed)):
                structural = verdict.get('condition') is None and 'error' not in verdict
                self.count[f'{allow}: CRDs'] += 1
                self.count[f'{allow}: CRDs that are structural then'] += structural
                if structural != (answer.get('left') == 0):
                    self.record_error(number, allow, f'left {answer.get("left")}, and Kubernetes says {json.dumps(verdict)[:300]}')

    def leaves_alone(self, crds):
        """Checks that in structural CRDs only those fields change that a server refuses or ignores."""
        fix = [self.args.structural, 'batch', 'fix']
        for (number, _), answer in zip(crds, answers(fix, [{'crd': crd, 'allow': 'wider'} for _, crd in crds])):
            self.count['CRDs that were structural'] += 1
            done = {item['rule'] for item in answer.get('items', []) if item['done']}
            self.count['CRDs that were structural: changed'] += answer.get('edits') != []
            if (answer.get('edits') != [] and not done) or done - OF_SERVER:
                self.record_error(number, 'wider', f'it was structural, and is changed: {answer.get("edits")[:2]}')

    def refusals(self, crds):
        """Checks that Kubernetes creates each fixed CRD if it creates the original CRD."""
        v1 = [(number, crd) for number, crd in crds if crd.get('apiVersion') == 'apiextensions.k8s.io/v1']
        fix = [self.args.structural, 'batch', 'fix']
        fixed = [answer.get('crd') or {} for answer in answers(fix, [{'crd': crd, 'allow': 'wider'} for _, crd in v1])]
        before, after = (answers([self.judge, 'validate'], each) for each in ([crd for _, crd in v1], fixed))
        for (number, _), old, new in zip(v1, before, after):
            self.count['CRDs of v1 that are refused'] += not old.get('valid')
            self.count['CRDs of v1 that are refused then'] += not new.get('valid')
            if old.get('valid') and not new.get('valid'):
                self.record_error(number, 'wider', f'it is refused: {json.dumps(new)[:300]}')

    def objects(self, number, schema, which):
        for i in range(self.args.each):
            maker = Maker(random.Random(f'{self.args.seed} {number} {which} {i}'))
            yield maker.object(schema, 0) | {'apiVersion': 'example.com/v1', 'kind': 'Kind', 'metadata': {'name': 'a'}}

    def pairs(self, crds, said, allow):
        """Yields the schemas that fixes of this class change, each with objects for it."""
        for (number, crd), answer in zip(crds, said[allow]):
            old, new = schemas_of(crd), schemas_of(answer.get('crd') or {})
            preserved = answer.get('left') == 0 and any(
                item['rule'] == 'preserve-unknown-fields' and item['done'] for item in answer['items'])
            for which, (before, after) in enumerate(zip(old, new)):
                if before != after:
                    for made in self.objects(number, before, which):
                        yield number, before, after, made, preserved

    def validity(self, crds, said):
        for allow in CLASSES:
            pairs = list(self.pairs(crds, said, allow))
            both = [answers([self.judge, 'validatecr'], [{'schema': pair[which], 'object': pair[3]} for pair in pairs])
                    for which in (1, 2)]
            kept = answers([self.judge, 'defaultserver'],
                       [{'schema': pair[2], 'object': pair[3], 'isResourceRoot': True} for pair in pairs])
            for pair, before, after, pruned in zip(pairs, *both, kept):
                self.compare(allow, pair, before, after, pruned)

    def compare(self, allow, pair, before, after, pruned):
        number, old, new, made, preserved = pair
        if 'error' in before or 'error' in after:
            return
        accepted = [not answer['schema'] for answer in (before, after)]
        self.count[f'{allow}: objects'] += 1
        self.count[f'{allow}: objects accepted before'] += accepted[0]
        self.count[f'{allow}: objects accepted after'] += accepted[1]
        where = f'{json.dumps(made)[:400]}: before {before["schema"][:2]}, after {after["schema"][:2]}'
        if allow == 'same' and accepted[0] != accepted[1]:
            self.record_error(number, allow, where)
        if allow != 'same' and accepted[0] and any('in body must be of type' not in text for text in after['schema']):
            self.record_error(number, allow, where)
        if preserved and accepted[1] and 'object' in pruned and pruned['object'] != made and not defaulted(new):
            self.record_error(number, allow, f'{json.dumps(made)[:400]} is stored as {json.dumps(pruned["object"])[:400]}')


def defaulted(schema):
    return '"default":' in json.dumps(schema)


def judged(args, judge):
    """Returns two lists of (number, CRD): the non-structural CRDs and the structural ones."""
    chosen = [(n, json.loads(line)) for n, line in enumerate(lines_of(args.file)) if n % args.every == 0]
    verdicts = answers([judge, 'condition'], [crd for _, crd in chosen])
    broken = [pair for pair, verdict in zip(chosen, verdicts) if verdict.get('condition')]
    return broken, [pair for pair, verdict in zip(chosen, verdicts) if 'error' not in verdict and not verdict.get('condition')]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    for name, default in (('seed', 1), ('each', 10), ('every', 1)):
        parser.add_argument('--' + name, type=int, default=default)
    parser.add_argument('--min-fixed', type=float, default=0.95)
    parser.add_argument('file')
    args = parser.parse_args()
    judge = os.environ.get('STRUCTURAL_TEST_JUDGE')
    if not judge or not os.path.exists(args.file):
        print('skipped: no STRUCTURAL_TEST_JUDGE, or no ' + args.file)
        sys.exit(77)
    proof = Proof(args, judge)
    crds, sound = judged(args, judge)
    proof.leaves_alone(sound)
    proof.refusals(crds + sound)
    said = proof.fixes(crds)
    proof.verdicts(crds, said)
    proof.validity(crds, said)
    for name, count in sorted(proof.count.items()):
        print(f'{name}: {count}')
    for text in proof.wrong[:20]:
        print(text)
    share = proof.count['wider: CRDs that are structural then'] / max(1, len(crds))
    print(f'{len(proof.wrong)} wrong, {share:.1%} structural at the end')
    sys.exit(bool(proof.wrong) or share < args.min_fixed)


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8', errors='surrogatepass')
    main()
