#!/usr/bin/env python3
"""Checks that the cost of each command grows at most linearly with its input: CRDs, objects, suites and expressions of
n, 2n and 4n parts.

usage: growth_attack.py --structural PATH [--long] [--table] [--row WORDS]

Each command of `structural --help` that reads files has inputs here; a command that is in no table fails the attack.
The CPU time, the peak memory and the output of each input have a bound. The growth of the first two has one: four times
the parts cost at most MAX_COST_FACTOR times as much. A cost above the bound is measured again. Inputs that pair each
part with each other part (growing.PRODUCTS) have only the first bound. --row runs the rows that contain the words,
--table prints each.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import growing  # noqa: E402
from sanitized import sanitized  # noqa: E402

PARTS, LONG_PARTS, WIDE_PARTS = 150, 2_000, 10_000
EACH = 5  # the short form runs one of EACH inputs of a command, and takes half a minute
MAX_COST_FACTOR = 6  # maximum factor of the cost for four times the parts; a linear cost has the factor 4
MAX_CPU_SECONDS, MAX_MIB, MAX_OUTPUT_MIB = 10, 512, 128
# Costs of the largest input, in CPU seconds and MiB, below which growth is ignored, since short CPU times vary a lot.
IGNORED_CPU_SECONDS, IGNORED_MIB = 0.2, 48
TRIES = 3
SHARED = "versions that share a schema"

# Commands that this attack does not run: {command: the attack that tests it, or None if it has no input that grows}.
OTHERS = {"controller": "server_attack.py", "cleanup": "server_attack.py", "scan": "server_attack.py",
          "webhook": "reviews_attack.py", "rules": None, "completion": None, "man": None,
          "version": None, "help": None}

# Commands that read a CRD: (name, arguments).
OF_CRDS = [
    ("lint", "lint crd.json"), ("lint", "lint -o sarif --fixes wider crd.json"), ("lint", "lint --against old.json crd.json"),
    ("diff", "diff old.json crd.json"), ("diff", "diff -o json old.json crd.json"), ("diff", "diff crd.json old.json"),
    ("tree", "tree crd.json"), ("tree", "tree -o html crd.json"), ("explain", "explain as.spec --crd crd.json"),
    ("explain", "explain as.spec --recursive --crd crd.json"), ("cel", "cel --crd crd.json"),
    ("fix", "fix --allow wider crd.json"), ("fix", "fix -q --allow wider --write -"), ("upgrade", "upgrade v1beta1.json"),
    ("publish", "publish crd.json"), ("publish", "publish --openapi v2 crd.json"), ("publish", "publish --whole crd.json"),
    ("publish", "publish --json-schema crd.json"), ("unfold", "unfold crd.json"), ("unfold", "unfold --profile kep crd.json"),
    ("generate", "generate go --version v1 crd.json"), ("generate", "generate proto --version v1 crd.json"),
    ("example", "example crd.json"), ("example", "example --minimal crd.json"), ("example", "example --full crd.json"),
]
# Commands that read an object, or a suite of objects: (name, arguments).
OF_OBJECTS = [
    ("validate", "validate --crd crd.json object.json"), ("validate", "validate -o sarif --crd crd.json object.json"),
    ("validate", "validate --crd crd.json --server-side object.json"),
    ("validate", "validate --crd crd.json --server-side --old other.json --field-manager m object.json"),
    ("apply", "apply --crd crd.json object.json"), ("apply", "apply --crd crd.json --live live.json --force-conflicts object.json"),
    ("apply", "apply --crd crd.json --live other.json object.json"),
    ("owners", "owners live.json"), ("owners", "owners -o json live.json"), ("default", "default --crd crd.json object.json"), ("default", "default --diff --crd crd.json object.json"),
    ("prune", "prune --crd crd.json object.json"), ("prune", "prune --diff --profile kep --crd crd.json object.json"),
    ("test", "test suite.json"), ("test", "test --coverage suite.json"), ("test", "test requests.json"),
]


def crd_rows():
    """Yields (number, command, arguments, growing part, function that makes the files of a number of
    parts)."""
    for number, (command, words) in enumerate(OF_CRDS):
        for place, (name, schema) in enumerate((growing.SCHEMAS | growing.PRODUCTS | growing.WIDE | growing.MERGED | growing.LATER).items()):
            def files(n, schema=schema):
                crd = growing.of_spec(schema(n, 8))
                beta = {**json.loads(json.dumps(crd)), "apiVersion": "apiextensions.k8s.io/v1beta1"}
                beta["spec"]["preserveUnknownFields"] = False
                return {"crd.json": crd, "old.json": growing.of_spec(schema(n, 9)), "v1beta1.json": beta}
            yield number + place, command, words, name, files
        yield number, command, words, "versions", lambda n: {
            "crd.json": growing.of_versions(n, "f"), "old.json": growing.of_versions(n, "g"),
            "v1beta1.json": growing.of_versions(n, "f", "v1beta1")}
        yield number + 2, command, words, SHARED, lambda n: {
            name: growing.shared_by_versions(n, limit) for name, limit in (("crd.json", 8), ("old.json", 9), ("v1beta1.json", 8))}
        yield number + 1, command, words, "CRDs", lambda n: {
            name: [growing.named(growing.of_spec({"type": "string", "maxLength": limit}), f"as{i}") for i in range(n // 4)]
            for name, limit in (("crd.json", 8), ("old.json", 9), ("v1beta1.json", 8))}


def object_rows():
    for number, (command, words) in enumerate(OF_OBJECTS):
        for place, (name, value) in enumerate(growing.VALUES.items()):
            def files(n, value=value):
                schema, spec = value(n)
                return {"crd.json": growing.of_spec(schema), "object.json": growing.object_of(spec),
                        "live.json": growing.live_of(spec), "other.json": growing.live_of(growing.changed(spec)),
                        "suite.json": growing.suite_of(spec),
                        "requests.json": growing.suite_of_requests(growing.live_of(spec), [spec, growing.changed(spec)])}
            yield number + place, command, words, name, files
        yield number, command, words, "objects", lambda n: {
            "crd.json": growing.of_spec({"type": "object", "maxProperties": 0}), "suite.json": growing.suite_of_cases(n),
            "requests.json": growing.suite_of_requests(growing.live_of({}), [{"a": str(i)} for i in range(n)]),
            "live.json": growing.live_of({}), "other.json": growing.live_of({}), "object.json": [growing.object_of({"a": i}) for i in range(n)]}


def other_rows():
    yield 0, "test", "test suite.json", "patches", lambda n: {
        "crd.json": growing.of_spec(growing.SCHEMAS["fields"](n, 8)), "suite.json": growing.suite_of_patches(n)}
    yield 0, "config", "config --config config.yaml", "a configuration", lambda n: {"config.yaml": growing.configuration(n)}
    yield 0, "union", "union from-go -o annotation --type A types.go", "members", lambda n: {"types.go": growing.go_types(n)}
    yield 0, "union", "union normalize --crd crd.json --old old.json object.json", "members", lambda n: {
        "crd.json": growing.union_crd(n), "old.json": growing.object_of({"f000000": "a"}),
        "object.json": growing.object_of({f"f{i:06}": "a" for i in range(n)})}
    for command, words in (("lint", "lint texts.yaml"), ("fix", "fix texts.yaml"), ("validate", "validate --crd crd.json texts.yaml")):
        for place, (name, line) in enumerate(growing.LINES.items()):
            yield place, command, words, name, lambda n, line=line: {
                "texts.yaml": line * (100 * n), "crd.json": growing.of_spec({"type": "string"})}
    for command, words in (("lint", "lint texts.yaml"), ("validate", "validate --crd crd.json texts.yaml"), ("fix", "fix texts.yaml")):
        for place, (name, text) in enumerate(growing.PARTS_OF_TEXTS.items()):
            yield place, command, words, name, lambda n, text=text: {
                "texts.yaml": text(400 * n), "crd.json": growing.of_spec({"type": "string"})}
    yield 0, "test", "test suite.json", "failures that print an enum", lambda n: {
        "crd.json": growing.wrong_objects(0)[0], "suite.json": growing.suite_of_wrong_cases(3 * n)}
    for command, words in (("apply", "apply --crd crd.json large.json"), ("prune", "prune --diff --crd crd.json large.json")):
        yield 0, command, words, "a large object", lambda n: {
            "large.json": growing.large_object(200 * n), "crd.json": growing.of_spec(growing.ANYTHING)}
    yield 0, "validate", "validate --crd crd.json texts.json", "errors that print an enum", lambda n: dict(
        zip(("crd.json", "texts.json"), growing.wrong_objects(3 * n)))
    yield 0, "apply", "apply --crd crd.json texts.json", "errors that print an enum", lambda n: dict(
        zip(("crd.json", "texts.json"), growing.wrong_objects(3 * n)))
    yield 0, "diff", "diff old.json crd.json", "fields that become required", lambda n: {
        "old.json": growing.of_spec(growing.fields(n, lambda i: {"type": "string"})),
        "crd.json": growing.of_spec({**growing.fields(n, lambda i: {"type": "string"}), "required": [f"f{i:06}" for i in range(n)]})}
    yield 0, "apply", "apply --crd crd.json --live live.json object.json", "items with one key", lambda n: {
        "crd.json": growing.of_spec(growing.MAP), "live.json": growing.live_of([{"k": "a"}] * 4 * n),
        "object.json": growing.object_of([{"k": "a", "a": 2}])}
    yield 0, "owners", "owners live.json", "fields and a long name", lambda n: {"live.json": growing.live_of(
        {f"f{i:06}": "a" for i in range(n)}, "m" * 20 * n)}
    for command, words in (("tree", "tree crd.json"), ("explain", "explain as --recursive --crd crd.json")):
        yield 0, command, words, "levels of not", lambda n: {"crd.json": growing.of_spec(growing.chain(
            n, lambda inner: {"not": inner}, {"type": "string"}))}
    for command, words in (("publish", "publish crd.json"), ("generate", "generate go crd.json")):
        yield 0, command, words, "copies of versions", lambda n: {"crd.json": [growing.of_versions(2 * n, "f")] * 2}
    yield 0, "lint", "lint crd.json", "invalid labels", lambda n: {"crd.json": growing.with_invalid_labels(10 * n)}
    yield 0, "fix", "fix crd.json", "invalid labels", lambda n: {"crd.json": growing.with_invalid_labels(10 * n)}
    for name, expression in growing.EXPRESSIONS.items():
        yield 0, "cel", "cel @expression", name, lambda n, expression=expression: {"expression": expression(n)}


class Runs:
    def __init__(self, structural, folder):
        self.structural, self.folder = structural, pathlib.Path(folder)
        self.base = min(self.run(["version"])[0] for _ in range(3))

    def write(self, files):
        """Writes the files. Returns the number of bytes of the largest file."""
        size = 0
        for name, value in files.items():
            if isinstance(value, list):
                text = "".join(f"---\n{json.dumps(each)}\n" for each in value)
            else:
                text = value if isinstance(value, str) else json.dumps(value)
            size = max(size, (self.folder / name).write_text(text))
        return size

    def words(self, words):
        return [(self.folder / word[1:]).read_text() if word.startswith("@") else word for word in words.split()]

    def run(self, words):
        """Runs the command. Returns the CPU seconds, the maximum memory in MiB, and the exit code. The exit code is
        None if the output is too long."""
        limited = ["sh", "-c", f'ulimit -t {MAX_CPU_SECONDS * 2}; exec "$0" "$@"', self.structural, *words]
        stdin = (self.folder / "crd.json").open() if words[-1] == "-" else subprocess.DEVNULL
        with tempfile.TemporaryFile(dir=self.folder) as output:
            process = subprocess.Popen(limited, cwd=self.folder, stdin=stdin, stdout=output, stderr=output)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            within = os.fstat(output.fileno()).st_size <= MAX_OUTPUT_MIB << 20
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode if within else None

    def cost(self, words, files, parts):
        """Runs the command on the files. Returns the bytes of the largest file, the CPU seconds without those
        of the program's start, the maximum memory in MiB, and the exit code."""
        size = self.write(files(parts))
        cpu, mib, code = self.run(self.words(words))
        return size, max(cpu - self.base, 0), mib, code


def grows(few, many, little):
    return many > MAX_COST_FACTOR * max(few, little / MAX_COST_FACTOR)


def wrong(runs, words, files, parts, is_product, table):
    """Measures the cost with a growing number of parts. Returns a message if a bound is exceeded, otherwise None."""
    size, cpu, mib, code = runs.cost(words, files, 4 * parts)
    if table:
        half = runs.cost(words, files, 2 * parts)
        print(f"exit {code} {size:>9,} bytes {cpu:>6.2f} s {mib:>5.0f} MiB; half {half[1]:>6.2f} s {half[2]:>5.0f} MiB", end="", flush=True)
    if code is None:
        return f"{size:,} bytes: an output of more than {MAX_OUTPUT_MIB} MiB"
    if code not in (0, 1, 2):
        return f"exit code {code} after {cpu:.1f} s"
    if cpu > MAX_CPU_SECONDS or mib > MAX_MIB:
        return f"{size:,} bytes: {cpu:.1f} s, {mib:.0f} MiB"
    if is_product or (cpu <= IGNORED_CPU_SECONDS and mib <= IGNORED_MIB):
        return None
    least = [cpu, mib]
    for _ in range(TRIES):
        few = runs.cost(words, files, parts)
        if not grows(few[1], least[0], IGNORED_CPU_SECONDS) and not grows(few[2], least[1], IGNORED_MIB):
            return None
        again = runs.cost(words, files, 4 * parts)
        least = [min(least[0], again[1]), min(least[1], again[2])]
    return f"{size:,} bytes: {few[1]:.2f} s, {few[2]:.0f} MiB, and for four times the parts {least[0]:.2f} s, {least[1]:.0f} MiB"


def listed_commands(structural):
    """Returns the commands that --help lists: the first word of each line in its sections of commands."""
    text = subprocess.run([structural, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  ([a-z][a-z-]*)(?:  |$)", text, re.MULTILINE))


def uncovered(structural, rows):
    commands = listed_commands(structural)
    covered = {row[1] for row in rows} | set(OTHERS)
    here = pathlib.Path(__file__).parent
    yield from (f"{command}: no input of it grows" for command in sorted(commands - covered))
    yield from (f"{command}: --help does not list it" for command in sorted({row[1] for row in rows} - commands))
    yield from (f"{command}: no {attack}" for command, attack in OTHERS.items() if attack and not (here / attack).exists())
    if len(commands) < 10:
        yield f"--help lists few commands: {sorted(commands)}"


def attack(arguments):
    rows = [*crd_rows(), *object_rows(), *other_rows()]
    failed = list(uncovered(arguments.structural, rows))
    parts = LONG_PARTS if arguments.long else PARTS
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(arguments.structural, folder)
        for turn, _, words, name, files in rows:
            chosen = arguments.row in f"{words}: {name}" if arguments.row else arguments.long or turn % EACH == 0
            if not chosen:
                continue
            if arguments.table:
                print(f"{words + ': ' + name:<70} ", end="", flush=True)
            is_product = name == SHARED or name in growing.PRODUCTS or name in growing.LATER_PRODUCTS or (
                words.startswith("diff") and name in growing.PRODUCTS_OF_CHANGES)
            why = wrong(runs, words, files, WIDE_PARTS if name in growing.WIDE else parts, is_product, arguments.table)
            if arguments.table:
                print("" if why is None else "  FAILED", flush=True)
            if why is not None:
                failed.append(f"{words}: {name}: {why}")
    print(*(f"not held: {each}" for each in failed), sep="\n")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=os.path.abspath)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--row", default="")
    arguments = parser.parse_args()
    if sanitized(arguments.structural):
        print("a sanitizer needs time and memory of its own")
        return 77
    return attack(arguments)


def in_large_thread(codes):
    codes.append(main())


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 << 20)  # recursion into the nested values of the rows needs a large stack
    exit_codes = []
    thread = threading.Thread(target=in_large_thread, args=(exit_codes,))
    thread.start()
    thread.join()
    sys.exit(exit_codes[0] if exit_codes else 1)
