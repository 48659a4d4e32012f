"""Compares the program and structural.wasm: exit code and both outputs of commands on the files of test/cases, and of
each operation of `structural batch` on their lines. One instance of the module runs all of them.

usage: equal_test.py STRUCTURAL [FOLDER]   (STRUCTURAL_TEST_WASM: the module; FOLDER: published CRDs, instead of test/cases)
"""
import pathlib
import re
import subprocess
import sys

import module

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [
    ["lint"], ["lint", "--strict", "-o", "json"], ["lint", "-o", "sarif"], ["fix"], ["fix", "--allow", "wider", "-o", "json"], ["upgrade", "-o", "plan"],
    ["tree"], ["publish"], ["publish", "--json-schema"], ["publish", "--openapi", "v2", "-o", "json"], ["generate", "go"], ["generate", "proto"],
    ["example"], ["example", "--minimal", "-o", "json"], ["cel", "-o", "json", "--crd"], ["validate", "-o", "json"], ["owners"], ["test", "-o", "json"], ["union", "from-go"]]
TWICE = [["diff", "-o", "json"], ["lint", "--against"], ["validate", "--crd"], ["apply", "--crd"], ["prune", "--crd"]]
# Commands without files: help, and errors in the arguments, for which the command-line parser throws exceptions.
OTHERS = [["help", "exit-codes"], ["lint"], ["lint", "--nope", "x"], ["lint", "-o", "nope", "x"], ["nope"], ["rules", "-o", "json"],
          ["explain", "type-required"], ["cel", "1 +"], ["cel", "1 + 1"], ["cel", "{int: 1} == {int: 1}"], ["lint", "test/cases/missing"], ["batch", "nope"],
          ["completion", "bash"], ["validate", "--crd", "", "x"], ["fix", "-j", "0", "x"]]
HELP = ("lint", "fix", "upgrade", "diff", "validate", "apply", "test", "cel", "example", "publish", "explain", "tree", "owners", "union")
LINES_AT_ONCE = 200
# Parts of answers that may differ: the version of the build, and the default of --jobs, which is the number of
# processors.
VERSION = re.compile(r"\d+\.\d+\.\d+-dev\.\d+\+g\w+(\.dirty)?|(?<=in \[1 - 256\]=)\d+")


def operations(program):
    """Returns the words of each operation of `batch`, such as ["union", "--profile", "kep"]."""
    said = subprocess.run([program, "batch", "--help"], capture_output=True, text=True, check=True).stdout
    kubernetes, kep = re.search(r"\nOperations:\n(.*?)\n\nOperations with --profile kep:\n(.*?)\n\n", said, re.S).groups()
    names = [line.split("\t")[0].split() for line in kubernetes.splitlines()]
    return names + [[*line.split("\t")[0].split(), "--profile", "kep"] for line in kep.splitlines()]


def commands(files):
    """Yields (words, standard input) of each command."""
    for file in files:
        for command in COMMANDS:
            yield [*command, str(file)], ""
        for command in TWICE:
            yield [*command, str(file), str(file)], ""


def batches(program, files):
    for file in files:
        lines = file.read_text().splitlines(keepends=True)
        for operation in operations(program):
            for at in range(0, len(lines), LINES_AT_ONCE):
                yield ["batch", "-j1", *operation], "".join(lines[at:at + LINES_AT_ONCE])


def all_commands(program, folder=None):
    """Yields (words, standard input) of each command for the files of a folder, by default test/cases."""
    cases = pathlib.Path(folder) if folder else ROOT / "test/cases"
    for words in OTHERS + [[command, "--help"] for command in HELP]:
        yield words, ""
    yield from commands(sorted(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path for path in cases.rglob("*.yaml")))
    yield from batches(program, sorted(cases.rglob("*.ndjson")))


def differs(words, expected, got):
    """Compares the exit code and the outputs of two answers, apart from the matches of VERSION. Prints those that
    differ. Returns whether any does."""
    different = [part for part in ("exitCode", "stdout", "stderr")
                 if VERSION.sub("VERSION", str(expected[part])) != VERSION.sub("VERSION", str(got[part]))]
    for part in different:
        print(f"{' '.join(words)}: {part}\n  program: {str(expected[part])[:300]!r}\n  module:  {str(got[part])[:300]!r}")
    return bool(different)


def main(program, folder=None):
    served = module.Served(module.module(), ROOT)
    compared = differences = 0
    for words, stdin in all_commands(program, folder):
        compared += 1
        differences += differs(words, module.native(program, *words, stdin=stdin, folder=ROOT), served.run(*words, stdin=stdin))
    served.close()
    print(f"{compared} commands compared, {differences} differences")
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
