"""Edits published CRDs at the positions of their findings. Each edit must remove or change its
finding.

usage: lint_places.py STRUCTURAL

STRUCTURAL_TEST_YAML is a folder with YAML files (with_yaml.py). An edit inserts a letter before
the key or value at the position, or adds the missing member to an element of a list. Exit code: 0
each finding changed, 1 one did not.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

READABLE = 0.9  # minimum share of edits after which kubectl must still be able to read the file
SHOWN = 10


def lint(structural, folder):
    """Runs structural lint on the folder. Returns {file: its findings}."""
    run = subprocess.run([structural, 'lint', '-o', 'json', '--no-gitignore', folder], stdout=subprocess.PIPE, encoding='utf-8')
    found = {}
    for finding in json.loads(run.stdout)['findings']:
        found.setdefault(pathlib.Path(finding['file']).name, []).append(finding)
    return found


def edited(lines, finding):
    """Returns the text with a letter inserted at the position of the finding. If a quote, a list or an
    object begins there, the letter is inserted after its first character."""
    line = lines[finding['line'] - 1]
    at = finding['column'] - 1
    while line[at:at + 1] and line[at] in '"\'{[- ':
        at += 1
    # If the value is an empty text, the letter is inserted into it: a letter before the key would not fill the value.
    if empty := re.match(r'[\w-]+: "(?=")', line[at:]):
        at += empty.end()
    more, words = 'x', re.split(r'[.\[\]]+', finding['path'])
    if re.match(r'[\w-]+:', line[at:]) and not line[at:].startswith(tuple(filter(None, words))):
        more = f'{words[-1]}: x\n' + ' ' * at  # inserts the missing member as the first one of the element
    changed = line[:at] + more + line[at:]
    return ''.join([*lines[:finding['line'] - 1], changed, *lines[finding['line']:]])


def identity(finding):
    return finding['rule'], finding['crd'], finding['path'], finding['message']


def check(structural, folder, edits):
    """Applies the edits, each given as (file, lines, finding). Returns the findings that did not change, and the number
    of edits after which kubectl can still read the file."""
    with tempfile.TemporaryDirectory() as other:
        for number, (file, lines, finding) in enumerate(edits):
            pathlib.Path(other, f'{number}{file.suffix}').write_text(edited(lines, finding))
        after = lint(structural, other)
    stayed, readable = [], 0
    for number, (file, _, finding) in enumerate(edits):
        found = after.get(f'{number}{file.suffix}', [])
        readable += all(each['rule'] != 'unreadable' for each in found)
        if identity(finding) in [identity(each) for each in found if each['line'] == finding['line']]:
            stayed.append(f"{file.name}:{finding['line']}:{finding['column']}: {finding['path']}: {finding['message'][:200]}")
    return stayed, readable


def main():
    structural, folder = sys.argv[1], pathlib.Path(os.environ['STRUCTURAL_TEST_YAML'])
    edits = []
    for name, findings in sorted(lint(structural, folder).items()):
        lines = (folder / name).read_text().splitlines(keepends=True)
        edits += [(folder / name, lines, finding) for finding in findings if finding['rule'] not in ('unreadable', 'apply-size')]
    stayed, readable = [], 0
    for begin in range(0, len(edits), 100):
        some, count = check(structural, folder, edits[begin:begin + 100])
        stayed, readable = stayed + some, readable + count
    print(f'{len(edits)} edits, {readable} of them leave a readable file, {len(stayed)} findings stayed')
    print(*stayed[:SHOWN], sep='\n')
    return 0 if edits and not stayed and readable >= READABLE * len(edits) else 1


if __name__ == '__main__':
    sys.exit(main())
