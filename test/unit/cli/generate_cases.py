"""Runs the cases of cases/generate: the output of structural generate for a CRD.

usage: generate_cases.py STRUCTURAL CASES [--update]

NAME.yaml begins with lines `# LANGUAGE: ARGUMENTS`, one for each run. NAME.LANGUAGE is the output of the first run of a
language. NAME.out has, for each run, a line `=== LANGUAGE ARGUMENTS: EXIT CODE`, and standard error. --update writes
these files.
"""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys


def printed(structural, file):
    """Runs the cases of a file. Returns {name of an output file: its text}."""
    found, said = {}, ""
    for language, arguments in re.findall(r"^# (go|proto):(.*)$", file.read_text(), re.M):
        done = subprocess.run([structural, "generate", language, *shlex.split(arguments), file.name], cwd=file.parent,
                              capture_output=True, text=True, timeout=600)
        said += f"=== {language}{arguments}: {done.returncode}\n{done.stderr}"
        if done.stdout:
            found.setdefault(f"{file.stem}.{language}", done.stdout)
    return found | {f"{file.stem}.out": said}


def main(structural, folder, *flags):
    structural = str(pathlib.Path(structural).resolve())
    folder = pathlib.Path(folder)
    files = sorted(folder.glob("*.yaml"))
    failed = runs = 0
    for file in files:
        for name, got in printed(structural, file).items():
            golden = folder / name
            if "--update" in flags:
                golden.write_text(got)
            wanted = golden.read_text()
            runs += 1
            if got != wanted:
                failed += 1
                print(f"=== {name}", *difflib.unified_diff(wanted.splitlines(), got.splitlines(), "wanted", "printed"),
                      sep="\n")
    print(f"{len(files)} CRDs, {runs} outputs, {failed} differ")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
