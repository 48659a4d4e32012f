#!/usr/bin/env python3
"""Compares the claims of `structural batch diff` about updates of CRDs with Kubernetes' own code.

    diff_proof.py --structural PROGRAM [--seed N] [--n N] [--objects N] [--min-witnesses SHARE]
                  [--small | --crds crds.ndjson.zst [--every N]] [--pairs crds.ndjson.zst [--every N]] [--quick PROGRAM]

Updates are generated (changed_crds.py), or taken from the history of published CRDs (pairs_of_crds.py). The claim "a
version accepts the same objects or more" is tested with objects near the limits of the old schema. If Kubernetes
accepts such an object under the old CRD, and drops no field, then it must accept the object, and its stored form, under
the new CRD. If `diff` also reports no losses and no defaults, Kubernetes must store the same object under both CRDs.
Updates that break clients are skipped: no request is valid both before and after such an update. Each witness must be
as `diff` describes it. The old server stores everything that the witness sets, in the version of the request. The new
server refuses it for the keyword and at the field of the change, or stores it differently. With --quick, try_updates
sends the objects to this project's own code, and Kubernetes' code checks only the exceptions. Needs
STRUCTURAL_TEST_JUDGE.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

import diff_witnesses
from diff_requests import ask, drops_status, first_served, request, serves, whole

HERE = os.path.dirname(os.path.abspath(__file__))
PROVED = ('same', 'larger')
CLAIMS = ('objects', 'loss', 'default')
CHUNK = 40
EMPTY = {'apiVersion': '', 'kind': ''}
# The error of a server that does not serve the CRD, because the CRD was stored although it is invalid.
UNSERVED = 'Internal error occurred: error resolving resource'


class Proof:
    def __init__(self, args, judge):
        self.args = args
        self.ours = [args.structural, 'batch']
        self.judge = judge
        self.admit = [judge, 'admit', '--once']
        self.count = collections.Counter()
        self.unshown = collections.Counter()
        self.wrong = []

    def record_error(self, pair, text, **more):
        if len(self.wrong) < 20:
            self.wrong.append(text + ': ' + json.dumps(more)[:1500])
            self.keep(self.args.save, pair, text, **more)

    @staticmethod
    def keep(path, pair, text, **more):
        if path:
            with open(path, 'a') as file:
                file.write(json.dumps({'why': text, **more, 'old': pair['old'], 'new': pair['new']}) + '\n')

    def served(self, pairs):
        """Returns the pairs in which a server serves both CRDs, either as new CRDs or as CRDs that an older
        server has stored."""
        sides = [(pair, side) for pair in pairs for side in ('old', 'new')]
        for pair, side in sides:
            pair[side + ' text'] = json.dumps(pair[side])
        for (pair, side), answer in zip(sides, ask(self.ours + ['validate'], (pair[side + ' text'] for pair, side in sides))):
            pair[side + ' stored'] = not answer.get('valid')
        lines = (request(pair, side, EMPTY, version=first_served(pair[side])) for pair, side in sides)
        answers = ask(self.admit, lines)
        for (pair, side), answer in zip(sides, answers):
            if 'error' in answer or UNSERVED in answer['errors']:
                pair['unserved'] = True
        for pair in pairs:
            stored = pair['old stored'] or pair['new stored']
            self.count['updates that are not served' if 'unserved' in pair else 'updates as stored' if stored else 'updates as created'] += 1
        return [pair for pair in pairs if 'unserved' not in pair]

    def check(self, pairs):
        self.count['updates'] += len(pairs)
        pairs = self.served(pairs)
        lines = ('{"old":' + pair['old text'] + ',"new":' + pair['new text'] + '}' for pair in pairs)
        answers = ask(self.ours + ['diff'], lines)
        claims, shown = [], []
        for pair, answer in zip(pairs, answers):
            if 'error' in answer:
                self.record_error(pair, 'no answer', error=answer['error'])
                continue
            self.count['complete'] += answer['complete']
            # An update that breaks clients changes the kind or removes a version. No request is valid both before and
            # after it, so its other claims are not checked.
            breaks = any(change['breaks'] for change in answer['changes'])
            self.count['updates that break clients'] += breaks
            for version in answer['versions']:
                self.count['version ' + version['effect']] += 1
                if version['effect'] in PROVED and not breaks and serves(pair, version['name']):
                    claims.append((pair, version['name'], answer))
            shown += self.witnesses(pair, answer)
        self.check_witnesses(shown)
        self.check_proved(claims)

    def check_proved(self, claims):
        (self.check_quickly if self.args.quick else self.check_by_judge)(claims)

    def check_quickly(self, claims):
        lines = (json.dumps({'old': pair['old'], 'new': pair['new'], 'count': self.args.objects, 'seed': self.args.seed,
                             **self.conditions(pair, version, answer)}) for pair, version, answer in claims)
        suspects = []
        for claim, said in zip(claims, ask([self.args.quick], lines)):
            if 'error' in said:
                self.exception(claim[0], f'version {claim[1]} is not served', error=said['error'])
                continue
            self.add(said)
            if 'exception' in said:
                suspects.append((claim, said['exception']))
        lines = [self.compared(*claim, [suspect['object']]) for claim, suspect in suspects]
        for (claim, suspect), said in zip(suspects, ask([self.judge, 'compare'], lines)):
            self.count['exceptions that Kubernetes sees'] += 'exception' in said
            self.record_claim(claim, said)
            if 'exception' not in said:
                self.exception(claim[0], f'version {claim[1]}: Kubernetes sees no exception', suspect=suspect, said=said)

    def add(self, said):
        self.count['objects accepted before'] += said['accepted']
        self.count['objects tried'] += said['tried']
        self.count['objects tried as updates of the status'] += said['status']

    def record_claim(self, claim, said):
        if 'exception' not in said:
            return
        pair, version, answer = claim
        text = f'version {version} ' + ('refuses what was accepted' if said['exception']['errors'] else 'stores otherwise')
        self.exception(pair, text, **said['exception'], changes=[change['text'] for change in answer['changes']])

    def check_by_judge(self, claims):
        count = {'count': self.args.objects, 'seed': self.args.seed, 'onlyAccepted': True, 'withStatus': True}
        lines = (whole(request(pair, 'old', None, version=version, **count)) for pair, version, _ in claims)
        objects = ask(self.ours + self.args.probes.split(), lines)
        lines = (self.compared(*claim, made.get('objects') or []) for claim, made in zip(claims, objects))
        for claim, said in zip(claims, ask([self.judge, 'compare'], lines)):
            if 'error' in said:
                self.exception(claim[0], f'version {claim[1]} is not served', error=said['error'])
                continue
            self.add(said)
            self.record_claim(claim, said)

    def compared(self, pair, version, answer, objects):
        texts = [json.dumps(each) for each in objects]
        self.count['objects'] += len(texts)
        more = {'oldStored': pair['old stored'], 'newStored': pair['new stored'], **self.conditions(pair, version, answer)}
        return '{"old":' + pair['old text'] + ',"new":' + pair['new text'] + ',"objects":[' + ','.join(dict.fromkeys(texts)) + '],' + json.dumps(more)[1:]

    def conditions(self, pair, version, answer):
        """Returns the conditions for comparing a version. `stored` is the relation that `diff` claims between
        the objects that the old and the new CRD store: 'same', 'within', or '' for no claim. The other
        conditions are about the status."""
        said = next(each for each in answer['versions'] if each['name'] == version)
        # With --quick, only the claim about this version counts, since try_updates sends only fields that the storage
        # version keeps.
        versions = answer['versions'] if not self.args.quick else [said]
        more = any(each['effect'] in ('larger', 'other') for each in versions)
        return {
            'version': version,
            'stored': '' if said['loses'] or said['defaults'] else 'within' if more else 'same',
            'dropsStatus': drops_status(pair['old'], version),
            'withoutStatus': any('subresources' in change['text'] for change in answer['changes']),
        }

    def exception(self, pair, text, **more):
        if not pair.get('blamed'):
            pair['blamed'] = True
            self.record_error(pair, text, **more)

    def witnesses(self, pair, answer):
        """Yields (pair, change, request) of each witness that can be sent to a server."""
        for change in answer['changes']:
            refuses = change['aspect'] == 'objects' and change['effect'] in ('smaller', 'other')
            if change['aspect'] not in CLAIMS or (change['aspect'] == 'objects' and not refuses):
                continue
            kind = change['effect'] if refuses else change['aspect']
            self.count['claims of ' + kind] += 1
            if 'witness' not in change:
                self.unshown[kind + ' ' + change['keyword']] += 1
                self.keep(self.args.save_unshown, pair, kind + ' ' + change['keyword'], change=change)
                continue
            self.count['witnesses of ' + kind] += 1
            witness = change['witness']
            if not serves(pair, change['version']):
                self.count['witnesses of versions that are not served'] += 1
                continue
            line = {'each': witness['object'], 'version': witness['object']['apiVersion'].split('/')[-1]}
            if 'old' in witness:
                line['old'] = witness['old']
            if witness['subresource']:
                line['subresource'] = witness['subresource']
            yield pair, change, line

    def check_witnesses(self, shown):
        if self.args.quick:
            self.check_stored(shown)
        for pair, change, stored, before, after in diff_witnesses.answers_to(self.judge, shown):
            self.count['witnesses that the old server stores'] += stored
            if not stored:
                self.record_error(pair, 'the old server does not store all of the witness', change=change, before=before)
            elif diff_witnesses.shows(change, before, after):
                self.count['witnesses confirmed'] += 1
            else:
                self.record_error(pair, 'no witness', change=change, before=before.get('errors'), after=after.get('errors'))

    def check_stored(self, shown):
        """Checks all witnesses with this project's own code instead of Kubernetes' code."""
        lines = (json.dumps({'old': pair['old'], 'new': pair['new'], 'version': line['version'], 'witness': change['witness']})
                 for pair, change, line in shown)
        for (pair, change, _), said in zip(shown, ask([self.args.quick], lines)):
            if not said.get('stored'):
                self.record_error(pair, 'try_updates: the old server does not store all of the witness', change=change, said=said)

    def shares(self):
        claims = sum(n for key, n in self.count.items() if key in ('claims of smaller', 'claims of other'))
        shown = sum(n for key, n in self.count.items() if key in ('witnesses of smaller', 'witnesses of other'))
        return shown / claims if claims else 1


def source_of(args):
    if args.pairs:
        return [sys.executable, os.path.join(HERE, 'pairs_of_crds.py'), '--every', str(args.every), args.pairs]
    command = [sys.executable, os.path.join(HERE, 'changed_crds.py'), '--seed', str(args.seed), '--n', str(args.n)]
    command += ['--small'] * args.small
    return command + (['--crds', args.crds, '--every', str(args.every)] if args.crds else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--structural', required=True)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=500)
    parser.add_argument('--objects', type=int, default=40)
    parser.add_argument('--min-witnesses', type=float, default=0.9)
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--crds')
    parser.add_argument('--pairs')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--probes', default='probes')
    parser.add_argument('--quick', metavar='PROGRAM', help='try_updates: far more objects in the same time')
    parser.add_argument('--save', help='append the updates that are wrong to this file')
    parser.add_argument('--save-unshown', help='append the claims without a witness to this file')
    args = parser.parse_args()
    judge = os.environ.get('STRUCTURAL_TEST_JUDGE')
    missing = next((path for path in (args.crds, args.pairs) if path and not os.path.exists(path)), None)
    if not judge or missing:
        print('skipped: ' + (f'{missing} is missing' if missing else 'STRUCTURAL_TEST_JUDGE is not set; hack/peers/oracle prints the path'))
        return 77
    proof = Proof(args, judge)
    made = subprocess.Popen(source_of(args), stdout=subprocess.PIPE)
    chunk = []
    for line in made.stdout:
        chunk.append(json.loads(line))
        if len(chunk) == CHUNK:
            proof.check(chunk)
            chunk = []
    proof.check(chunk)
    for key, number in sorted(proof.count.items()):
        print(f'{number:8} {key}')
    for key, number in proof.unshown.most_common(20):
        print(f'{number:8} without a witness: {key}')
    print(f'{proof.shares():.3f} of what is smaller or other is shown')
    for text in proof.wrong:
        print('WRONG ' + text)
    few = proof.shares() < args.min_witnesses
    return 1 if proof.wrong or few or not proof.count['objects tried'] + proof.count['witnesses confirmed'] else 0


if __name__ == '__main__':
    sys.exit(main())
