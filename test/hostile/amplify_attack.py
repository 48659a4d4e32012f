"""Attacks `structural batch` with objects and CRDs whose answers are many times as long as their lines.

usage: amplify_attack.py --structural PATH [--long] [--table]

Each row is one line for one operation. The process has the memory of the controller's manifest (128 MiB). The attack
measures its peak memory, its CPU time, and the bytes of the answer. With --long, lines are 25 times as long, and have
64 bytes of memory more for each of their bytes. --table prints the measurements."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import amplified  # noqa: E402
from confined import CONTROLLER_MIB, Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402

MIB = 1 << 20
# Maximum MiB of an answer. It is above OutputBudget::kMaxKeptBytes, which counts the texts before JSON writes up to six
# characters for one, and above DocumentBudget.
ANSWER_MIB = 64
# Limits for a line: with --long, additional bytes of memory for each of its bytes; CPU seconds for each of its MiB; CPU
# seconds for any line, which are added to those.
MOST_PER_BYTE, CPU_PER_MIB, CPU = 64, 10, 3
# {operation of `structural batch`: the functions of amplified.py that write its lines}.
ROWS = {
    "objectmeta": "owners managers finalizers labels_below unknown_meta",
    "validatecr": "owners enum enum_in_any_of branches deep_errors required_below forbidden long_prefixes empties "
                  "empty_values text_repeats",
    "prune": "dropped dropped_long repeated_lists",
    "prunenulls": "empty_values",
    "default": "defaults defaults_of_maps",
    "defaultserver": "defaults",
    "listtype": "duplicates not_a_map",
    "validatedefaults": "bad_defaults bad_meta_defaults nested_defaults",
    "prunedefaults": "nested_defaults",
    "condition": "repeats_in_crd deep_violations shared_wrong",
    "conditioninternal": "shared_wrong deep_violations many_versions",
    "convert": "shared shared_columns many_versions repeats_in_crd annotations repeated_annotations",
    "kubeopenapi": "shared many_versions embedded",
    "kubeopenapi --whole": "shared many_versions",
    "validate": "shared_wrong deep_violations many_versions map_keys bad_root",
    "compatibility": "shared_wrong changed_shared",
    "compatibility --profile kep": "changed_shared",
    "fix": "fixes fixes_of_compositions upgrade",
    "upgrade": "upgrade",
    "structural": "structural_line",
    "roundtrip": "schema bytes_of text_repeats",
    "skeleton": "schema",
    "stripnullable": "schema",
    "structuralv2": "schema",
    "unfold": "schema",
    "unfoldskeleton": "schema",
    "union": "unions unions_of_items",
    "union --profile kep": "unions unions_of_items",
    "prune --profile kep": "dropped kep_compositions",
    "skeleton --profile kep": "kep_compositions",
    "unfold --profile kep": "schema",
    "structuralv2 --profile kep": "schema",
    "unfoldskeleton --profile kep": "schema",
}


def measure(structural, operation, line, mib):
    """Returns the number of bytes in the answer, the process's maximum memory in MiB, and its CPU
    seconds. All are None if the process was killed."""
    with Confined([structural, "batch", *operation.split(), "--jobs", "1"], mib, stdin=subprocess.PIPE,
                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as batch:
        try:
            batch.stdin.write(line + b"\n")
            batch.stdin.flush()
        except BrokenPipeError:
            return None, None, None
        answer = batch.stdout.readline()
        if not answer.endswith(b"\n"):
            return None, None, None
        measured = len(answer), batch.peak_mib(), batch.cpu_seconds(), answer[:200]
        batch.stdin.close()
        return measured[:3] if batch.wait(60) == 0 else (None, None, None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--row", default="")
    arguments = parser.parse_args()
    if not os.access(arguments.structural, os.X_OK):
        print(f"{arguments.structural} is missing")
        return 77
    if sanitized(arguments.structural):
        print("a sanitizer needs memory of its own")
        return 77
    bad = []
    for operation, name in ((operation, name) for operation, names in ROWS.items() for name in names.split()):
        if arguments.row not in f"{operation} {name}":
            continue
        line = getattr(amplified, name)(1_500_000 if arguments.long else 60_000)
        line = (line if isinstance(line, str) else json.dumps(line, separators=(",", ":"))).encode()
        mib = CONTROLLER_MIB + (MOST_PER_BYTE * len(line) // MIB if arguments.long else 0)
        size, peak, cpu = measure(arguments.structural, operation, line, mib)
        if arguments.table:
            what = "killed" if size is None else f"{size:>11,} {size / len(line):>9.1f} {peak:>8.1f} {cpu:>6.2f}"
            print(f"{operation:<28} {name:<18} {len(line):>10,} {what}", flush=True)
        if size is None or size > ANSWER_MIB * MIB or peak > mib or cpu > CPU + CPU_PER_MIB * len(line) / MIB:
            bad.append(f"{operation} {name}")
    for row in bad:
        print("bound broken:", row)
    return 1 if bad else 0


def run(codes):
    codes.append(main())


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 * MIB)  # recursion into the nested values of the rows needs a large stack
    exit_codes = []
    thread = threading.Thread(target=run, args=(exit_codes,))
    thread.start()
    thread.join()
    sys.exit(exit_codes[0] if exit_codes else 1)
