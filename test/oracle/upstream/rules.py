#!/usr/bin/env python3
"""rules.py PROGRAM LINES: compares the answers of PROGRAM (rule_lines) for the rules that Kubernetes'
tests compile and run.

Each line has Kubernetes' answer, or all its possible answers if they depend on the order of Go's
maps.
"""
import collections
import json
import subprocess
import sys

SHOWN = 10


def in_order(answer):
    """Returns the answer with sorted errors, since Kubernetes and PROGRAM may report the same errors in another
    order."""
    if isinstance(answer, dict):
        return {key: sorted(value) if isinstance(value, list) else value for key, value in answer.items()}
    return answer


def main():
    program, file = sys.argv[1:]
    with open(file, encoding='utf-8') as lines:
        asked = [json.loads(line) for line in lines]
    with open(file, 'rb') as lines:
        done = subprocess.run([program], stdin=lines, stdout=subprocess.PIPE, check=True)
    said = [json.loads(line) for line in done.stdout.decode().split('\n')[:-1]]
    if len(said) != len(asked):
        sys.exit(f'{len(asked)} lines, {len(said)} answers')
    differ = [(line, ours) for line, ours in zip(asked, said) if in_order(ours) not in map(in_order, line['answers'])]
    for line, ours in differ[:SHOWN]:
        answers = line.pop('answers')
        print(f'{json.dumps(line)[:4000]}\n  Kubernetes: {json.dumps(answers)}\n  structural: {json.dumps(ours)}')
    counts = collections.Counter(line['op'] for line in asked)
    print(', '.join(f'{op}: {count}' for op, count in sorted(counts.items())) + f'; {len(differ)} differ')
    return 1 if differ else 0


if __name__ == '__main__':
    sys.exit(main())
