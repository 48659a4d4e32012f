"""Lints published CRDs, and compares the findings with Kubernetes' own code.

usage: lint_corpus.py STRUCTURAL ARCHIVE.tar.zst

The archive has YAML files. For every file, structural and Kubernetes must report the same
violations. Each violation must have a position in the file, and the text there must be a part of
the path that it names. A finding that --strict adds must have such a position, too, and --strict
must not remove a finding. Needs STRUCTURAL_TEST_JUDGE. Exit code: 0 no difference, 1 differences,
77 without the oracle.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from asking import answers

SHOWN = 10


def is_patch(crd):
    """Reports whether the document is a patch that kustomize merges into a CRD. It is then not a complete CRD, and
    cannot be linted alone."""
    fields = ('group', 'names', 'version', 'versions', 'validation')
    return isinstance(crd, dict) and not any(field in (crd.get('spec') or {}) for field in fields)


def verdicts(judge, files):
    """Returns the texts of the server's errors for each file, or None if the server would refuse to
    decode the object."""
    read = answers([judge, 'yaml'], [{'yaml': file.read_text()} for file in files])
    judged = answers([judge, 'condition'], [answer.get('json') for answer in read])
    for answer, text in zip(judged, read, strict=True):
        if 'error' in answer:
            yield None
        elif is_patch(text.get('json')):
            yield set()
        elif answer['condition'] is None:
            yield set()
        else:
            yield set(answer['errors'] or [answer['condition']['message']])


def server_texts(findings):
    """Returns the server's texts of the findings, as a set. For a schema that all versions share,
    structural has one finding, but the server has a text for each version."""
    return {f['server'] for f in findings if f['severity'] == 'error'}


def words(path):
    """Returns the keywords and keys in the path of a field, in reverse order."""
    return [word for word in re.split(r'[.\[\]]+', path) if word][::-1]


def differences(path, wanted, found):
    if any(f['rule'] == 'undecodable' for f in found) != (wanted is None):
        yield f'{path}: one of the two refuses it'
    if wanted is None:
        return
    ours = server_texts(found)
    shared = any(len(f['versions']) > 1 for f in found)
    unsupported = any(f['rule'].startswith('unsupported-') for f in found)
    # The server names only one of several unsupported values, which it selects at random, so the texts are not
    # compared.
    if unsupported:
        if len(wanted) != 1 or not ours:
            yield f'{path}: {wanted} instead of a structural error'
    elif not (ours <= wanted if shared else ours == wanted) or bool(ours) != bool(wanted):
        yield f'{path}: {sorted(wanted ^ ours)[:3]}'


def misplaced(path, lines, found):
    for finding in found:
        line = lines[finding['line'] - 1] if finding['line'] <= len(lines) else None
        if line is None or finding['column'] > len(line):
            yield f"{path}: {finding['line']}:{finding['column']} is not in the file"
            continue
        here = line[finding['column'] - 1:].lstrip('"\'')
        # A finding about an element of a list has the position of the element, where no key can be compared with the
        # path.
        if here.startswith(('{', '- ', '?')):
            continue
        value = re.match(r'[^\s,"\']+', here)
        # A scalar in a list has no key either: its value must be in the message.
        if words(finding['path'])[0].isdigit() and value and value[0] in finding['message']:
            continue
        if not any(here.startswith(word) for word in words(finding['path'])):
            yield f"{path}: at {finding['line']}:{finding['column']} is {here[:30]!r}, not {finding['path']}"


def lint(structural, folder, *flags):
    """Runs structural lint on the folder. Returns {file: its findings}."""
    run = subprocess.run([structural, 'lint', '--only', 'structural', '-o', 'json', '--no-fail', '--include', '*', *flags,
                          str(folder)],
                         stdout=subprocess.PIPE)
    found = {}
    for finding in json.loads(run.stdout)['findings']:
        found.setdefault(finding['file'], []).append(finding)
    return found


def lost(path, found, strict):
    kept = [{**finding, 'severity': 'error'} for finding in strict]
    yield from (f"{path}: --strict does not find {finding['rule']} at {finding['path']}" for finding in found
                if {**finding, 'severity': 'error'} not in kept)


def compare(structural, judge, folder):
    files = sorted(file for file in pathlib.Path(folder).rglob('*') if file.is_file())
    found, strict = lint(structural, folder), lint(structural, folder, '--strict')
    wrong = []
    for file, wanted in zip(files, verdicts(judge, files), strict=True):
        ours, more = found.get(str(file), []), strict.get(str(file), [])
        wrong += differences(file, wanted, ours)
        wrong += misplaced(file, file.read_text().split('\n'), more)
        wrong += lost(file, ours, more)
    print(*wrong[:SHOWN], sep='\n')
    print(f'{len(files)} files, {sum(map(len, found.values()))} findings, {sum(map(len, strict.values()))} with '
          f'--strict, {len(wrong)} differ')
    return 1 if wrong or not files else 0


def main(structural, archive):
    judge = os.environ.get('STRUCTURAL_TEST_JUDGE')
    for missing, present in (('STRUCTURAL_TEST_JUDGE', judge), (archive, os.path.exists(archive)),
                             ('zstd', shutil.which('zstd'))):
        if not present:
            print(f'skipped: there is no {missing}')
            return 77
    with tempfile.TemporaryDirectory() as folder:
        unpack = ['tar', '--use-compress-program', 'zstd -d --long=27', '-xf', archive, '-C', folder]
        subprocess.run(unpack, check=True)
        return compare(structural, judge, folder)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
