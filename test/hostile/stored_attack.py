"""Runs `validate --cluster`, with a new CRD and with --assume-pruning, on an API server whose objects no real server
has: too large, with too many fields, with terminal commands in names, in lists without an end. The command must end
with the right exit code and within its memory limit.

usage: stored_attack.py --structural PATH [--long]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402

from lying_server import CRDS, LyingServer, crd  # noqa: E402

MIB = 256
MOST_SECONDS = 60
OBJECTS = "/apis/example.com/v1/as"
SPEC = {"type": "object", "properties": {
    "numbers": {"type": "array", "items": {"type": "integer"}}, "any": {"x-kubernetes-preserve-unknown-fields": True},
    "deep": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string", "default": "a" * 100}}}}}}
SCHEMA = {"type": "object", "properties": {"spec": SPEC}}
FOUR_MIB = 4 << 20


def item(name, spec):
    return json.dumps({"apiVersion": "example.com/v1", "kind": "A",
                       "metadata": {"name": name, "namespace": "a", "resourceVersion": "1"}, "spec": spec}, separators=(",", ":"))


def page(items, token=""):
    return 200, '{"kind":"AList","metadata":{"resourceVersion":"1","continue":"' + token + '"},"items":[' + ",".join(items) + "]}"


def without_end(request):
    request.send_response(200)
    request.end_headers()
    request.wfile.write(b'{"kind":"AList","metadata":{},"items":[{"metadata":{"name":"a"},"spec":{"any":"')
    while True:
        request.wfile.write(b"x" * (1 << 20))


def drip(request):
    """Sends a byte at intervals that are shorter than the client's timeout, so the timeout does not end
    the request."""
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    request.wfile.write(b'27\r\n{"kind":"AList","metadata":{},"items":[\r\n')
    while True:
        request.wfile.write(b"1\r\n \r\n")
        request.wfile.flush()
        time.sleep(0.01)


# Answers with a list of another kind, {name: (members of the list, its items, text that `scan` and the commands with
# --cluster must print)}.
OTHER_LISTS = {
    "another kind": ({"kind": "PodList", "apiVersion": "v1"}, [], "the answer is a PodList of v1"),
    "another version": ({"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v9"}, [], "of apiextensions.k8s.io/v9"),
    "other items": ({"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v1"},
                    [{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "a"}, "spec": {}}], ""),
}


def token_of(request):
    return request.path.partition("continue=")[2].partition("&")[0]


def unknown_fields(number):
    return {f"unknown-{number}-{i}-{'x' * 60}": 1 for i in range(20_000)}


# {name: (function from the request for the list to the answer, expected exit code, text that the output must contain,
# maximum memory in MiB)}.
LIES = {
    "an object without end": (without_end, 2, "4194304", 48),
    "the largest objects": (lambda _: page([item(f"a{i}", {"any": [[]] * (FOUR_MIB // 3 - 1000)}) for i in range(4)]), 0, "4 objects", 224),
    "an object that is too large": (lambda _: page([item("a", {"any": "x" * FOUR_MIB})]), 2, "4194304", 48),
    "unknown fields": (lambda _: page([item(f"a{i}", unknown_fields(i)) for i in range(5)]), 1, "5 would lose", 96),
    "wrong values": (lambda _: page([item("a", {"numbers": ["x"] * 200_000})]), 0, "1 object", 160),
    "defaults": (lambda _: page([item("a", {"deep": [{}] * 200_000})]), 1, "1 object", 160),
    "names": (lambda _: page([item("a\x1b[2J\n", {"b\x1b]0;x\x07": 1})]), 1, "1 would lose", 48),
    "tokens that alternate": (lambda r: page([item("a", {})], "b" if token_of(r) == "a" else "a"), 2, "same continue token", 48),
    "pages of one object": (lambda r: page([item(f"a{len(token_of(r)):06}", {})], "a" + token_of(r)), 2, "1000 pages with fewer items", 48),
    "come back tomorrow": (lambda _: (429, '{"kind":"Status","code":429,"reason":"TooManyRequests","message":"later",'
                                           '"details":{"retryAfterSeconds":100000}}'), 2, "later", 48),
    "pages without objects": (lambda _: page([], "a"), 2, "no item", 48),
    "another kind": (lambda _: (200, '{"kind":"BList","apiVersion":"other.example.com/v1","items":[]}'), 2, "the answer is a BList of other", 48),
    "another kind of the same version": (lambda _: (200, '{"kind":"BList","apiVersion":"example.com/v1","items":[]}'), 2, "the answer is a BList", 48),
    "a drip": (drip, 2, "the answer arrives too slowly", 48),
    "no list": (lambda _: (200, '{"metadata":{},"items":{"a":1}}'), 2, "list", 48),
    "objects without a name": (lambda _: page(['{"metadata":5}', '{"metadata":{"name":[]},"spec":[]}']), 2, "has no name", 48),
}


class Attack:
    def __init__(self, structural, folder):
        self.structural, self.folder, self.wrong = structural, folder, []
        served = crd("as.example.com", SCHEMA)
        served["spec"]["preserveUnknownFields"] = True
        served["status"]["acceptedNames"] = {**served["spec"]["names"], "listKind": "AList"}
        self.server = LyingServer(structural, folder, self.answer, [served])
        self.new = pathlib.Path(folder, "new.json")
        self.new.write_text(json.dumps(crd("as.example.com", SCHEMA)))
        self.lie = self.crds = None

    def answer(self, request):
        if self.crds and request.path.split("?")[0] == CRDS:
            return 200, self.crds
        if CRDS in request.path or not request.path.startswith(OBJECTS):
            return None
        return self.lie(request)

    def run_other_lists(self):
        config = str(self.server.kubeconfig({"token": "t"}))
        for name, (head, items, says) in OTHER_LISTS.items():
            self.crds = json.dumps({**head, "metadata": {"resourceVersion": "1"}, "items": items})
            for words in (["scan"], ["validate", "--cluster"], ["validate", "--cluster", "--crd", str(self.new)], ["diff", "--cluster", str(self.new)]):
                done = subprocess.run([self.structural, *words, "--kubeconfig", config], capture_output=True, text=True, timeout=MOST_SECONDS)
                print(f"{' '.join(words[:2]):25} {name:19} exit code {done.returncode}")
                if done.returncode != 2 or says not in done.stderr:
                    self.wrong.append(f"{words}, {name}: exit code {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
        self.crds = None

    def run(self, name, flag, code, says, most):
        self.lie = LIES[name][0]
        words = [self.structural, "validate", "--cluster", "--kubeconfig", str(self.server.kubeconfig({"token": "t"})),
                 *(["--crd", str(self.new)] if flag == "--crd" else [flag]), *(["--request-timeout=300ms"] if name == "a drip" else [])]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
            peak, begun = 0, time.monotonic()
            with Confined(words, MIB, stdout=out, stderr=log) as process:
                while process.poll() is None and time.monotonic() - begun < MOST_SECONDS:
                    try:
                        peak = max(peak, process.peak_mib())
                    except (OSError, StopIteration):
                        break  # /proc has no entry: the process has ended
                    time.sleep(0.005)
                ended = process.wait(MOST_SECONDS)
            log.seek(0)
            out.seek(0)
            said, printed = log.read().decode(errors="replace"), out.read()
        label = f"{flag}, {name}"
        print(f"{label:45} {peak:5.0f} MiB, exit code {ended}")
        if ended != code:
            self.wrong.append(f"{label}: exit code {ended}: {said[-300:]}")
        elif says not in said:
            self.wrong.append(f"{label}: does not say {says}: {said[-300:]}")
        if b"\x1b" in printed or b"\x07" in printed or "\x1b" in said:
            self.wrong.append(f"{label}: a terminal obeys what is printed")
        if peak > most and not sanitized(self.structural):
            self.wrong.append(f"{label}: {peak:.0f} MiB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(arguments.structural, folder)
        with attack.server:
            attack.run_other_lists()
            for name, (_, code, says, most) in LIES.items():
                for flag in ("--crd", "--assume-pruning"):
                    attack.run(name, flag, code, says, most)
        for what in attack.wrong:
            print("FAILED", what)
        return 1 if attack.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
