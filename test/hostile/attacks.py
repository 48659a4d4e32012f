"""Shared by the attacks on `structural batch`: a run under a memory limit, and the command line."""
import argparse
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402


def run(structural, operation, lines, mib):
    """Runs the operation on the lines. Returns the answers, the CPU seconds, and the maximum memory in
    MiB. If the process was killed, the last answers are missing."""
    command = [structural, "batch", operation, "--jobs", "1"]
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answered:
        asked.write("".join(json.dumps(each) + "\n" for each in lines).encode())
        asked.seek(0)
        with Confined(command, mib, stdin=asked, stdout=answered) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        answered.seek(0)
        return [json.loads(each) for each in answered], usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main(attack):
    """Runs the attack, and returns the exit code. `attack` yields (name, whether the program passed) for
    each of its cases."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if sanitized(arguments.structural):
        print("a sanitized program says nothing of memory: skipped")
        return 77
    failed = [name for name, held in attack(arguments.structural, arguments.long) if not held]
    print(*(f"not held: {name}" for name in failed), sep="\n")
    return 1 if failed else 0
