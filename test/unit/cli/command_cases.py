"""Runs the cases of a command, such as cases/lint: its output for files, and its exit code.

usage: command_cases.py STRUCTURAL COMMAND CASES [--update]

A case is a folder with case.json: {"args": […], "exit": N, "stdin": FILE, "summary": LINE}. The program runs in the
folder; LINE must be the last line on standard error. Standard output must equal the file `output`, in which VERSION
replaces the program's own version, and styles and scripts of pages are omitted. --update writes that file instead of
comparing.
"""
import difflib
import functools
import json
import os
import pathlib
import re
import subprocess
import sys


def run(structural, command, folder, case):
    stdin = (folder / case["stdin"]).read_bytes() if "stdin" in case else b""
    # Git is disabled: the program would read this repository, in which all files of the cases are tracked, and would
    # not exclude those that a .gitignore among the cases excludes.
    environment = {**os.environ, "GIT_DIR": os.devnull}
    return subprocess.run([structural, command, *case["args"]], cwd=folder, input=stdin, capture_output=True,
                          env=environment, timeout=600)


@functools.cache
def semantic_version(structural):
    """Returns the text in a report of lint -o sarif that has the program's version. In the output of a case, only this
    text is replaced by the one with VERSION, since the same numbers may have another meaning elsewhere."""
    said = subprocess.run([structural, "version"], capture_output=True, check=True, timeout=600).stdout
    return b'"semanticVersion":"%s"' % said.split()[1]


def differences(structural, command, folder, update):
    case = json.loads((folder / "case.json").read_text())
    done = run(structural, command, folder, case)
    printed = done.stdout.replace(semantic_version(structural), b'"semanticVersion":"VERSION"')
    printed = re.sub(rb"(<(style|script)>).*?(</\2>)", rb"\1\3", printed, flags=re.S)
    golden = folder / "output"
    if update:
        golden.write_bytes(printed)
    problems = []
    if done.returncode != case["exit"]:
        problems.append(f"ended with {done.returncode}, not {case['exit']}; it said: {done.stderr.decode()}")
    if "summary" in case and done.stderr.decode().splitlines()[-1:] != [case["summary"]]:
        problems.append(f"its last words: {done.stderr.decode()}")
    expected, got = (text.decode().splitlines(keepends=True) for text in (golden.read_bytes(), printed))
    problems += difflib.unified_diff(expected, got, "output", "printed")
    return problems


def main(structural, command, cases, *flags):
    structural = str(pathlib.Path(structural).resolve())
    folders = sorted(file.parent for file in pathlib.Path(cases).glob("*/case.json"))
    failed = 0
    for folder in folders:
        problems = differences(structural, command, folder, "--update" in flags)
        failed += bool(problems)
        if problems:
            print(f"=== {folder.name}", *problems, sep="\n")
    print(f"{len(folders)} cases, {failed} differ")
    return 1 if failed or not folders else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
