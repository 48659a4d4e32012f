#!/usr/bin/env python3
"""Compares CRDs with those that controller-gen makes of their generated Go types.

usage: round_trip.py --structural PROGRAM [--number N] [--details FILE] CRDS

CRDS is a file of CRDs, one a line (.ndjson, also with .zst), of which --number structural ones are used: one of each
group, then a second one of each, until there are enough. Or it is a folder: then all structural CRDs in YAML files
below it count. The types are generated, checked by gofmt, compiled, and passed to controller-gen's own code in
STRUCTURAL_TEST_GOTYPES (hack/peers/gotypes), which compares. Each difference is of a class that docs/generate.md lists,
or a failure. Ends with 77 if a program or file is missing.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from zstd_lines import lines_of  # noqa: E402

MODULE = pathlib.Path(__file__).resolve().parent
ROOT = MODULE.parents[1]
CLASSES = {"any-values", "description-spaces", "int-or-string", "named", "native"}
REMARK = re.compile(r"^[^:]*:\d+: \S+ \S+: (\S.*?): not mapped: ", re.M)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def go():
    """Returns the path of the Go command with which the other programs are built, and its environment variables."""
    script = f'. {ROOT}/hack/lib.sh; find_go test/gotypes'
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()
    if not found:
        skip("there is no Go")
    toolchain, program = found
    path = f"{pathlib.Path(program).parent}:{os.environ['PATH']}"
    return program, os.environ | {"GOTOOLCHAIN": toolchain, "GOFLAGS": "-mod=readonly -buildvcs=false -trimpath",
                                  "CGO_ENABLED": "0", "PATH": path}


def verdicts(structural, file):
    """Yields for each line of the file whether its CRD is structural: readable, and without a NonStructuralSchema
    condition."""
    with tempfile.TemporaryFile() as text:
        for line in lines_of(file):
            text.write(line)
        text.seek(0)
        answers = subprocess.run([structural, "batch", "condition"], stdin=text, capture_output=True, check=True)
    for line in answers.stdout.splitlines():
        answer = json.loads(line)
        yield "error" not in answer and not answer.get("condition")


def can_be_made(crd):
    """Reports whether controller-gen can make the CRD: all versions have schemas, the CRD has a group, and at least one
    version is served."""
    spec = crd["spec"]
    versions = spec.get("versions")
    if not spec.get("group") or versions and not any(version.get("served") for version in versions):
        return False
    whole = (spec.get("validation") or {}).get("openAPIV3Schema")
    own = [(version.get("schema") or {}).get("openAPIV3Schema") for version in versions or []]
    return bool(whole) or bool(own) and all(own)


def in_turn_of_groups(groups, number):
    """Returns the CRDs in rounds: first one CRD of each group, then a second one of each group, and so
    on."""
    chosen = []
    for turn in range(max(map(len, groups.values()))):
        chosen += [numbers[turn] for _, numbers in sorted(groups.items()) if turn < len(numbers)]
    return set(chosen[:number])


def choose(structural, file, number):
    """Returns the structural CRDs. If several have the same name, returns only the first of them."""
    groups, names = collections.defaultdict(list), set()
    for i, (line, good) in enumerate(zip(lines_of(file), verdicts(structural, file))):
        crd = json.loads(line) if good else None
        if crd and crd["metadata"]["name"] not in names and can_be_made(crd):
            names.add(crd["metadata"]["name"])
            groups[crd["spec"]["group"]].append(i)
    chosen = in_turn_of_groups(groups, number)
    of = sum(any(i in chosen for i in numbers) for numbers in groups.values())
    print(f"{len(chosen)} of {len(names)} structural CRDs, of {of} of {len(groups)} groups")
    return [line.decode() for i, line in enumerate(lines_of(file)) if i in chosen]


def answers(structural, operation, values):
    asked = "".join(json.dumps(value) + "\n" for value in values)
    done = subprocess.run([structural, "batch", operation], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_sound(verdict):
    """Reports whether a server finds no errors in the schemas and versions of the CRD."""
    return not any(error.split(":")[0].startswith(("spec.versions", "spec.validation")) for error in verdict["errors"])


def crds_in(structural, folder):
    """Returns the readable structural CRDs in a folder, with versions and schemas that a server accepts."""
    documents = [{"yaml": document} for file in sorted(folder.rglob("*.yaml"))
                 for document in file.read_text(errors="ignore").split("\n---\n") if "CustomResourceDefinition" in document]
    crds = [answer["json"] for answer in answers(structural, "yaml", documents) if isinstance(answer.get("json"), dict)]
    crds = [crd for crd, answer in zip(crds, answers(structural, "condition", crds))
            if "error" not in answer and not answer.get("condition") and can_be_made(crd)]
    return [json.dumps(crd) for crd, verdict in zip(crds, answers(structural, "validate", [{"new": crd} for crd in crds]))
            if is_sound(verdict)]


class Trip:
    def __init__(self, structural, folder):
        self.structural, self.folder = structural, folder
        for name in ("go.mod", "go.sum"):
            shutil.copy(MODULE / name, folder / name)
        self.asked = []
        self.failed = []
        self.refused = 0

    def generate(self, crd):
        """Generates the Go types of a CRD, which is given as JSON text."""
        name = f"crd{len(self.asked) + self.refused:04}"
        done = subprocess.run([self.structural, "generate", "go", "--output-dir", str(self.folder / name), "-"], input=crd,
                              capture_output=True, text=True, timeout=60)
        if "not a DNS name" in done.stderr:  # skips a CRD whose invalid name a server refuses
            shutil.rmtree(self.folder / name, ignore_errors=True)
            self.refused += 1
            return
        if done.returncode:
            self.failed.append(f"{name}: structural generate go: {done.returncode}: {done.stderr[:500]}")
        self.asked.append({"id": name, "named": REMARK.findall(done.stderr), "crd": json.loads(crd)})

    def run(self, *command, **more):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **more)

    def compile(self, program, environment):
        go_root = self.run(program, "env", "GOROOT", env=environment).stdout.strip()
        unformatted = self.run(f"{go_root}/bin/gofmt", "-l", ".").stdout.split()
        self.failed += [f"gofmt would change {file}" for file in unformatted]
        built = self.run(program, "build", "./...", env=environment)
        if built.returncode:
            self.failed += built.stderr.splitlines()

    def compare(self, judge, environment):
        text = "".join(json.dumps(question) + "\n" for question in self.asked)
        done = self.run(judge, ".", input=text, env=environment)
        if done.returncode:
            self.failed.append(done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]


def told_in_vain(question, answer):
    """Returns the paths for which the generator printed a remark, although the generated CRD does not differ there."""
    paths = [difference["path"] for difference in answer.get("differences", [])]
    return [path for path in question["named"] if not any(found.startswith(path) for found in paths)]


def judge_answers(asked, answers, failed):
    """Returns two counts for each class of differences: of the CRDs with such a difference, and of the paths. Adds
    unexpected differences and errors to `failed`."""
    crds, places = collections.Counter(), collections.Counter()
    for question, answer in zip(asked, answers):
        failed += [f"{answer['id']} {answer['name']}: told in vain: {path}" for path in told_in_vain(question, answer)]
        failed += [f"{answer['id']} {answer['name']}: {error}" for error in answer.get("errors", [])]
        differences = answer.get("differences", [])
        failed += [f"{answer['id']} {answer['name']}: {difference}" for difference in differences
                   if difference["class"] not in CLASSES]
        classes = {difference["class"] or "not listed" for difference in differences}
        if not answer.get("errors"):
            crds.update(classes or {"equal"})
        places.update(difference["class"] or "not listed" for difference in differences)
        if answer.get("errors"):
            crds["error"] += 1
    return crds, places


def texts(arguments):
    crds = pathlib.Path(arguments.crds)
    if not crds.exists():
        skip(f"there is no {crds}")
    if not crds.is_dir():
        return choose(arguments.structural, crds, arguments.number)
    return crds_in(arguments.structural, crds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--number", type=int, default=500)
    parser.add_argument("--details", type=argparse.FileType("w"))
    parser.add_argument("crds")
    arguments = parser.parse_args()
    arguments.structural = str(pathlib.Path(arguments.structural).resolve())
    judge = os.environ.get("STRUCTURAL_TEST_GOTYPES") or skip("STRUCTURAL_TEST_GOTYPES is not set, see hack/peers/gotypes")
    program, environment = go()
    with tempfile.TemporaryDirectory() as folder:
        trip = Trip(arguments.structural, pathlib.Path(folder).resolve())
        for text in texts(arguments):
            trip.generate(text)
        trip.compile(program, environment)
        answers = trip.compare(judge, environment)
    crds, places = judge_answers(trip.asked, answers, trip.failed)
    for answer in answers if arguments.details else []:
        print(json.dumps(answer), file=arguments.details)
    print(f"{len(trip.asked)} CRDs, {trip.refused} not taken; by class, CRDs and places:")
    for name, count in sorted(crds.items()):
        print(f"  {name}: {count}, {places[name]}")
    print(*trip.failed[:40], sep="\n")
    print(f"{len(trip.failed)} failures")
    return 1 if trip.failed or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
