"""Returns the commands that print the lines for the program `compare`, by its arguments."""
import os
import sys

ON_SCHEMAS = {'structural', 'structuralv2', 'roundtrip', 'skeleton', 'stripnullable', 'unfold', 'unfoldskeleton'}
ON_OBJECTS = {'prune', 'prunenulls', 'default', 'defaultserver', 'prunedefaults', 'listtype', 'objectmeta',
              'validatecr'}
ON_PLAIN_OBJECTS = {'validatedefaults'}
ON_UNIONS = {'union'}
ON_CHANGES = {'compatibility'}
ON_CRDS = {'validate'}
ON_REQUESTS = {'admit'}
ON_RULES = {'crdcel', 'crdcel --stored'}
ON_EXPRESSIONS = {'cel'}
ON_SEQUENCES = {'applies'}
ON_PUBLISHED = {'kubeopenapi', 'kubeopenapi --whole'}
# Operations of `structural batch` that read the member "kubernetesVersion" of a line.
ON_RELEASES = (ON_RULES | ON_EXPRESSIONS | ON_SEQUENCES | ON_REQUESTS | ON_CRDS | ON_SCHEMAS | ON_PUBLISHED |
               {'prunedefaults', 'validatecr', 'validatedefaults'})
RULE_KINDS = {'rules': [], 'rule-updates': ['--updates'], 'rules-on-defaults': ['--defaults']}


def reading(file):
    if file.endswith('.tgz'):
        return [sys.executable, os.path.join(os.path.dirname(__file__), 'suite_lines.py'), file]
    if file.endswith('.tar.zst'):
        return [sys.executable, os.path.join(os.path.dirname(__file__), 'yaml_lines.py'), file]
    return ['zstd', '-dcq', '--long=27', file] if file.endswith('.zst') else ['cat', file]


def on_release(release):
    return [sys.executable, os.path.join(os.path.dirname(__file__), 'with_release.py'), release]


def making(judge, args):
    if args.kind == 'protobuf':
        return encoding(judge, args, args.crds)
    if args.op in ON_REQUESTS:
        return requesting(args)
    maker = os.path.join(os.path.dirname(__file__), 'objects_of_crds.py')
    return [sys.executable, maker, '--seed', str(args.seed), '--every', str(args.every), args.crds]


def requesting(args):
    maker = os.path.join(os.path.dirname(__file__), 'near_admits.py')
    crds = ['--crds', args.crds, '--every', str(args.every)] if args.crds else []
    crds += [f'--{args.kind}'] if args.kind in ('rules', 'strict', 'hostile') else []
    return [sys.executable, maker, '--seed', str(args.seed), '--n', str(args.n), *crds]


def pairing(args):
    maker = os.path.join(os.path.dirname(__file__), 'pairs_of_crds.py')
    return [sys.executable, maker, '--every', str(args.every), args.pairs]


def encoding(judge, args, crds=None):
    maker = os.path.join(os.path.dirname(__file__), 'proto_lines.py')
    source = ['--crds', crds, '--every', str(args.every)] if crds else ['--n', str(args.n)]
    mistakes = ['--mistakes', str(args.mistakes)] if args.mistakes else []
    return [sys.executable, maker, '--judge', judge, '--seed', str(args.seed), *source, *mistakes]


def judge_of(operation):
    if operation in ON_UNIONS:
        return 'STRUCTURAL_TEST_UNIONJUDGE', 'hack/peers/oracle unions'
    return 'STRUCTURAL_TEST_JUDGE', 'hack/peers/oracle'


def generating(judge, args):
    if args.op in ON_REQUESTS:
        return requesting(args)
    if args.op in ON_RULES or args.kind in RULE_KINDS:
        maker = os.path.join(os.path.dirname(__file__), 'cel', 'near_rules.py')
        return [sys.executable, maker, '--seed', str(args.seed), '--n', str(args.n), *RULE_KINDS.get(args.kind, [])]
    if args.op in ON_EXPRESSIONS:
        maker = os.path.join(os.path.dirname(__file__), 'cel', 'near_calls.py' if args.kind == 'calls' else 'near_values.py')
        return [sys.executable, maker, '--seed', str(args.seed), '--n', str(args.n)]
    if args.op in ON_SEQUENCES and args.kind == 'fields':
        maker = os.path.join(os.path.dirname(__file__), 'near_fields.py')
        return [sys.executable, maker, '--seed', str(args.seed), '--n', str(args.n)]
    if args.kind == 'protobuf':
        return encoding(judge, args)
    if args.op in ON_CRDS and args.kind in (None, '', 'hostile'):
        maker = os.path.join(os.path.dirname(__file__), 'near_crds.py')
        more = ['--hostile'] if args.kind == 'hostile' else []
        return [sys.executable, maker, '--seed', str(args.seed), '--n', str(args.n), *more]
    kinds = {'union': ON_UNIONS, 'change': ON_CHANGES, 'schema': ON_SCHEMAS, 'object': ON_OBJECTS, 'plain-object': ON_PLAIN_OBJECTS,
             'applies': ON_SEQUENCES}
    kind = args.kind or next((kind for kind, operations in kinds.items() if args.op in operations), 'crd')
    return [judge, 'gen', '--kind', kind, '--seed', str(args.seed), '--n', str(args.n)]
