#!/usr/bin/env python3
"""Attacks with texts that could cost more than their length allows. A text of twice the length may need at most three
times the time. Memory and output are limited for each byte of a text. --long tests more commands, and larger texts."""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'support'))
from crd_text import crd_head
from sanitized import sanitized

CRD = crd_head('tests', 'Test') + '''          spec:
            type: object
            x-kubernetes-preserve-unknown-fields: true
'''
OBJECT = 'apiVersion: example.com/v1\nkind: Test\nmetadata: {name: a}\nspec:\n'

# A text of 2n bytes may take 3 times as long as one of n bytes, plus the start of the program. A text gets up to three
# attempts, since the machine may be busy.
MOST_RATIO, START_SECONDS, TRIES = 3.0, 0.15, 3
# Maximum resident memory: MiB of the program, and additional bytes for each byte of a text.
MOST_MIB, MOST_PER_BYTE = 64, 100
# Maximum seconds of a run; a longer run is killed.
MOST_SECONDS = 20
# Maximum number of nested levels of a text, slightly fewer than the program reads.
MAX_NESTING = 9_900


def limit_seconds():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def root(n):
    return int(n ** 0.5)


def deep(levels):
    return min(levels, MAX_NESTING)


def lists(n):
    levels = deep(n // 20)
    return ['a: ' + '[' * levels + '1' + ',1' * (n // 2 - levels) + ']' * levels]


# Shapes of YAML, {name: function that returns members of an object as a list of lines, about n bytes in total}.
SHAPES = {
    'deep lists': lists,
    'deep maps': lambda n: ['a: ' + '{a: ' * deep(n // 10) + '1' + ', b: 1}' * deep(n // 10)],
    'deep blocks': lambda n: [' ' * i + 'a:' for i in range(root(n))] + [' ' * root(n) + 'a: 1'],
    'dashes': lambda n: ['a:', '- ' * deep(n // 20) + '1'] + ['- 1'] * (n // 5),
    'lists that end late': lambda n: ['a: [' + ('[' * 400 + ']' * 400 + ',') * (n // 801) + ']'],
    'long keys in depth': lambda n: ['a: ' + ('{' + 'k' * 100 + ': ') * deep(n // 103) + '1' + '}' * deep(n // 103)],
    'anchors': lambda n: [f'a{i}: &a{i} 1' for i in range(n // 26)] + [f'b{i}: *a{i}' for i in range(n // 26)],
    'one anchor': lambda n: ['a: &a {b: 1, c: 2}'] + [f'b{i}: *a' for i in range(min(n // 11, 8000))],
    'nested merges': lambda n: ['a: ' + '{<<: ' * deep(n // 20) + '{}' + ''.join(f', k{i}: 1}}' for i in range(deep(n // 20)))],
    'merges in front': lambda n: ['a: ' + ''.join(f'{{k{i}: 1, <<: ' for i in range(deep(n // 20))) + '{}' + '}' * deep(n // 20)],
    'merges of aliases': lambda n: ['a: &a {b: 1, c: {d: 1}}'] + [f'b{i}: {{<<: *a, e: 1}}' for i in range(min(n // 22, 8000))],
    'merge lists': lambda n: ['a:', '  <<: ['] + [f'    {{k{i}: 1}},' for i in range(n // 16)] + ['  ]'],
    'merges of the same': lambda n: ['a:'] + ['  <<: {a: 1, b: 1}'] * (n // 21),
    'comments': lambda n: ['# ' + 'x' * 60] * (n // 63) + ['a: 1'],
    'one comment': lambda n: ['# ' + 'x' * n, 'a: 1'],
    'repeated keys': lambda n: ['a:'] + ['  k: 1'] * (n // 7),
    'repeated keys in depth': lambda n: ['a: ' + '{a: ' * deep(n // 16) + '1' + ', a: 1}' * deep(n // 16)],
    'keys': lambda n: ['a:'] + [f'  k{i}: 1' for i in range(n // 12)],
    'block scalar': lambda n: ['a: |'] + ['  x'] * (n // 4),
    'folded scalar': lambda n: ['a: >'] + ['  x', ''] * (n // 5),
    'long scalar': lambda n: ['a: ' + 'x ' * (n // 2)],
    'quoted scalar': lambda n: ['a: "' + '\\u00e9\\n' * (n // 8) + '"'],
    'small maps': lambda n: ['a: [' + '{a: 1},' * (n // 7) + ']'],
    'blanks': lambda n: ['a: [' + ' \t' * (n // 2) + '1]'],
    'CRLF': lambda n: ['a:\r'] + ['- 1\r'] * (n // 5),
    'apostrophes': lambda n: ['a: [' + '"it\\\'s", ' * (n // 9) + ']'],
    'read again': lambda n: ['a: [' + '010, y, ' * (n // 8) + ']'],
    'tags': lambda n: ['a: [' + '!!str 1,' * (n // 8) + ']'],
}


def indented(lines, by):
    return ''.join(' ' * by + line + '\n' for line in lines)


def as_object(lines):
    return OBJECT + indented(lines, 2)


def as_crd(lines):
    return CRD + '            default:\n' + indented(lines, 14)


# {name: function that returns a whole file of about n bytes}.
TEXTS = {
    'documents': lambda n: (OBJECT + '  a: 1\n---\n') * (n // 70),
    'empty documents': lambda n: '---\n' * (n // 4),
    'JSON values': lambda n: '{"a":1}\n' * (n // 8),
    'braces that do not end': lambda n: '{"a":' * (n // 5),
    'brackets that do not end': lambda n: '[' * n,
    'lists of lists': lambda n: '{"kind":"List","apiVersion":"v1","items":[' * deep(n // 90) + ']}' * deep(n // 90),
    'byte order marks': lambda n: '\ufeff' + '\ufeff\n' * (n // 4) + 'a: 1\n',
    'directives': lambda n: ''.join(f'%TAG !{i}! x\n' for i in range(n // 14)) + '--- a\n',
}


class Attack:
    def __init__(self, program, folder):
        self.program, self.folder, self.failed = program, folder, []
        (folder / 'crd.yaml').write_text(CRD)

    def commands(self, name):
        file, crd = str(self.folder / name), str(self.folder / 'crd.yaml')
        return {'lint': ['lint', file], 'fix': ['fix', file], 'tree': ['tree', file], 'upgrade': ['upgrade', file],
                'prune': ['prune', '--crd', crd, file], 'default': ['default', '--crd', crd, file],
                'validate': ['validate', '--crd', crd, file], 'diff': ['prune', '--diff', '--crd', crd, file]}

    def run(self, command):
        """Runs the command. Returns the CPU seconds, the maximum memory in MiB, and the bytes of output."""
        with open(self.folder / 'output', 'wb') as output:
            process = subprocess.Popen([self.program, *command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                       preexec_fn=limit_seconds)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1, 2):
            self.failed.append(f'{" ".join(command[:1])}: ended with {process.returncode}')
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, (self.folder / 'output').stat().st_size

    def measure(self, what, command, make, n):
        sizes = []
        for name, size in (('one.yaml', n), ('two.yaml', 2 * n)):
            (self.folder / name).write_text(make(size), newline='')
            sizes.append((self.folder / name).stat().st_size)
        once = twice = float('inf')
        for _ in range(TRIES):
            if once < float('inf') and once > MOST_SECONDS / 2:
                break  # one attempt is enough for a long time, which varies little
            once = min(once, self.run(self.commands('one.yaml')[command])[0])
            seconds, mib, output = self.run(self.commands('two.yaml')[command])
            twice = min(twice, seconds)
            if twice <= MOST_RATIO * once + START_SECONDS:
                break
        most_mib = MOST_MIB + MOST_PER_BYTE * sizes[1] / 2**20
        verdict = [f'{once:.2f} s, then {twice:.2f} s'] * (twice > MOST_RATIO * once + START_SECONDS)
        verdict += [f'{mib:.0f} MiB, not {most_mib:.0f}'] * (mib > most_mib)
        verdict += [f'{output} bytes of output'] * (output > 25 * sizes[1] + 2**20)
        print(f'{command:9}{what:26}{sizes[1]:9} bytes {once:6.2f} {twice:6.2f} s {mib:6.0f} MiB  {"; ".join(verdict)}', flush=True)
        self.failed += [f'{command}, {what}: {each}' for each in verdict]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--structural', required=True)
    parser.add_argument('--long', action='store_true')
    parser.add_argument('--size', type=int, help='bytes of a text; twice as many in the other one')
    parser.add_argument('--only', default='', help='texts with this in their name')
    args = parser.parse_args()
    if sanitized(args.structural):
        print('skipped: a sanitizer needs time and memory of its own')
        sys.exit(77)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(args.structural, pathlib.Path(folder))
        size = args.size or (500_000 if args.long else 40_000)
        objects = ['prune', 'default', 'validate', 'diff'] if args.long else ['prune']
        files = ['lint', 'fix', 'tree', 'upgrade'] if args.long else ['lint']
        for name, shape in SHAPES.items():
            if args.only not in name:
                continue
            for command in objects:
                attack.measure(name, command, lambda n, shape=shape: as_object(shape(n)), size)
            for command in files if args.long else []:
                attack.measure(name, command, lambda n, shape=shape: as_crd(shape(n)), size)
        for name, text in TEXTS.items():
            if args.only not in name:
                continue
            for command in files + objects[:1]:
                attack.measure(name, command, text, size)
    for each in attack.failed:
        print('FAILED', each)
    sys.exit(1 if attack.failed else 0)


if __name__ == '__main__':
    main()
