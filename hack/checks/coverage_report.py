"""Prints the shares and the numbers of the lines that ran, from the counts that gcov reads in a build folder.

usage: coverage_report.py --build FOLDER [--least PERCENT] [--lines] FOLDER...
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def counts(build):
    """Returns {file: {line number: number of runs}}. The numbers of a header are the sums over all sources that include
    it."""
    found = collections.defaultdict(collections.Counter)
    for data in pathlib.Path(build).resolve().rglob("*.gcda"):
        answer = subprocess.run(["gcov", "--json-format", "--stdout", str(data)], cwd=ROOT, check=True, capture_output=True).stdout
        for each in (file for text in answer.splitlines() for file in json.loads(text)["files"]):
            name = pathlib.Path(ROOT, each["file"]).resolve()
            if name.is_relative_to(ROOT):
                for line in each["lines"]:
                    found[str(name.relative_to(ROOT))][line["line_number"]] += line["count"]
    return found


def share(lines):
    return 100 * sum(count > 0 for count in lines) / max(len(lines), 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    found = counts(args.build)
    low = False
    for folder in args.folders:
        files = {name: lines for name, lines in sorted(found.items()) if name.startswith(folder + "/")}
        for name, lines in files.items():
            missing = sorted(number for number, count in lines.items() if count == 0)
            print(f"{share(lines.values()):6.1f} %  {len(lines):5}  {name}")
            source = pathlib.Path(ROOT, name).read_text().splitlines() if args.lines else []
            for number in missing if args.lines else ():
                print(f"{number:>22}: {source[number - 1].strip()}")
        every = [count for lines in files.values() for count in lines.values()]
        low |= not every or share(every) < args.least
        print(f"{share(every):6.1f} %  {len(every):5}  {folder}, {sum(count > 0 for count in every)} lines of {len(every)}\n")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
