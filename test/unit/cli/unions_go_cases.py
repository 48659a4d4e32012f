"""Runs the cases of cases/unions/go: the output of structural union from-go for a source file.

usage: unions_go_cases.py STRUCTURAL CASES [--update]

NAME.go begins with lines `// args: ARGUMENTS`, one for each run. NAME.out has, for each run, a
line `=== ARGUMENTS: EXIT CODE`, standard error and standard output. --update writes NAME.out.
"""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys


def printed(structural, file):
    text = ""
    for arguments in re.findall(r"^// args: (.*)$", file.read_text(), re.M):
        done = subprocess.run([structural, "union", "from-go", *shlex.split(arguments), file.name], cwd=file.parent,
                              capture_output=True, text=True, timeout=600)
        text += f"=== {arguments}: {done.returncode}\n{done.stderr}{done.stdout}"
    return text


def main(structural, folder, *flags):
    structural = str(pathlib.Path(structural).resolve())
    files = sorted(pathlib.Path(folder).glob("*.go"))
    failed = 0
    for file in files:
        got, golden = printed(structural, file), file.with_suffix(".out")
        if "--update" in flags:
            golden.write_text(got)
        wanted = golden.read_text()
        if got != wanted or not got:
            failed += 1
            print(f"=== {file.stem}", *difflib.unified_diff(wanted.splitlines(), got.splitlines(), "wanted", "printed"),
                  sep="\n")
    print(f"{len(files)} cases, {failed} differ")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
