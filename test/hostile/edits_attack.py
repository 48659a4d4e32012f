"""Checks that the cost of `fix`, and of the fixes that `lint` offers, is linear in the file. usage: edits_attack.py
--structural PATH [--long]

Each row makes a file with n faults and one with 2n faults, and compares the CPU times: the ratio
is 2 if the cost is linear, and 4 if it is quadratic."""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sanitized import sanitized  # noqa: E402

MAX_CPU_RATIO = 3.2  # maximum ratio of the CPU times when the number of edits doubles
MIN_RELIABLE_SECONDS = 0.5  # a shorter time is not reliable, so it is not a failure
FIX = ("fix", "--allow", "wider", "--write", "-q", "-")
OFFER = ("lint", "-o", "sarif", "--fixes", "wider", "-")
DIFF = ("fix", "--allow", "wider", "-q", "-")


def crd(schema):
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "widgets", "kind": "Widget"}, "scope": "Namespaced",
                     "versions": [version]}}


def typeless(n):
    return crd({"type": "object", "properties": {f"p{i:06}": {"description": "é", "properties": {}} for i in range(n)}})


def int_or_string(n):
    either = [{"type": "string"}, {"type": "integer"}]
    return crd({"type": "object", "properties": {f"p{i:06}": {"anyOf": either} for i in range(n)}})


def only_in_a_branch(n):
    """Returns a CRD with n fields in a branch of allOf that the object around it does not specify. The
    object specifies n others."""
    fields = {f"p{i:06}": {"minimum": 1} for i in range(n)}
    return crd({"type": "object", "properties": {f"q{i:06}": {"type": "string"} for i in range(n)},
                "allOf": [{"properties": fields}]})


def one_of_many_documents(n):
    """Returns n / 8 CRDs with the same name."""
    return [crd({"type": "object", "properties": {"a": {}}})] * (n // 8)


def yaml(value, depth=0):
    lines, pad = [], "  " * depth
    for key, inner in value.items() if isinstance(value, dict) else ((None, each) for each in value):
        if isinstance(inner, (dict, list)) and inner:
            below = yaml(inner, depth + 1)
            lines.append(f"{pad}{key}:\n{below}" if key is not None else f"{pad}- {below[len(pad) + 2:]}")
        else:
            text = json.dumps(inner, ensure_ascii=False)
            lines.append(f"{pad}{key}: {text}\n" if key is not None else f"{pad}- {text}\n")
    return "".join(lines)


def minified(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def in_documents(write):
    return lambda values: "---\n".join(write(value) + ("" if write is yaml else "\n") for value in values)


ROWS = {
    "fix of minified JSON": (FIX, typeless, minified), "fix of YAML": (FIX, typeless, yaml),
    "offers for minified JSON": (OFFER, typeless, minified), "offers for YAML": (OFFER, typeless, yaml),
    "offers for int-or-string": (OFFER, int_or_string, minified),
    "offers for CRDs of one name": (OFFER, one_of_many_documents, in_documents(yaml)),
}
ROWS["fix of fields outside of branches"] = FIX, only_in_a_branch, yaml
# Rows of --long with fewer edits than the others. Each prints a diff, which is limited to 8 MiB.
FEWER = {"a diff of YAML": (DIFF, int_or_string, yaml)}
FEWER_PLACES = 16_000


def cpu(structural, words, text):
    """Runs the command. Returns its seconds of user and system time."""
    with tempfile.TemporaryFile() as file:
        file.write(text.encode())
        file.seek(0)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([structural, *words], stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{words}: ends with {done.returncode}: {done.stderr[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    structural = str(pathlib.Path(arguments.structural).resolve())
    if sanitized(structural):
        print("a sanitizer's time says nothing")
        sys.exit(77)
    bad = []
    for name, (words, make, write) in (ROWS | FEWER if arguments.long else ROWS).items():
        most = 4_000 if not arguments.long else FEWER_PLACES if name in FEWER else 64_000
        texts = [write(make(n)) for n in (most // 2, most)]
        small, large = (cpu(structural, words, text) for text in texts)
        for _ in range(2):  # the minimum of several measurements counts, because other processes disturb them
            if large <= max(MAX_CPU_RATIO * small, MIN_RELIABLE_SECONDS):
                break
            small, large = (min(before, cpu(structural, words, text)) for before, text in zip((small, large), texts))
        print(f"{name}: {small:.2f} s for {most // 2}, {large:.2f} s for {most}")
        if large > max(MAX_CPU_RATIO * small, MIN_RELIABLE_SECONDS):
            bad.append(f"{name}: {large / small:.1f} times the time for twice the places")
        if large > most / 800:
            bad.append(f"{name}: {large:.1f} s for {most} places")
    print("\n".join(bad))
    sys.exit(1 if bad else 0)


main()
