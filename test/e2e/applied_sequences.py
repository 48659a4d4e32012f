"""Compares the answers of `structural batch applies` with those of a current API server, for generated sequences of
requests of several managers to one object. Compared are the code, the object with managedFields, conflicts, errors and
warnings.

    applied_sequences.py STRUCTURAL [--seed N] [--n N] [--seconds]

Entries of managedFields are in the order of their times, in seconds. With --seconds each request of a sequence is made
in a second of its own, and the order is compared, too; without it, entries are compared in any order. Sequences that
begin with a stored object are omitted.

Needs the paths of the servers in STRUCTURAL_TEST_APISERVER and STRUCTURAL_TEST_APISERVER_CURRENT, and that of the
generator in STRUCTURAL_TEST_JUDGE. Exit code: 0 no difference, 1 some, 77 a program is missing.
"""
import argparse
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from api_server import CRDS, current_server  # noqa: E402
from eventually import eventually  # noqa: E402

KINDS = {"apply": "application/apply-patch+yaml", "merge": "application/merge-patch+json", "json": "application/json-patch+json"}
OF_SERVER = ("creationTimestamp", "resourceVersion", "selfLink", "uid")
# Patterns for the times, uids and resourceVersions in a text, with their replacements.
CHANGING = ((r"2\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME"), (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID"),
            (r'(\\*"resourceVersion\\*":\s*\\*")\d+', r"\1N"), (r"^object not decodable revision=\d+:", "object not decodable revision=N:"))
BATCH = 40  # number of sequences that are sent at the same time
SHOWN = 10


class Client:
    def __init__(self, server):
        self.host, self.context, self.connection = urllib.parse.urlparse(server.url).netloc, server.context(), None

    def send(self, method, path, body=None, kind="application/json"):
        """Returns the HTTP status code, the answer's body and its warnings."""
        if self.connection is None:
            self.connection = http.client.HTTPSConnection(self.host, context=self.context, timeout=30)
        try:
            self.connection.request(method, path, body, {"Content-Type": kind, "Accept": "application/json"})
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (http.client.HTTPException, OSError):
            self.connection = None
            raise
        warnings = [re.match(r'299 \S+ "(.*)"$', each, re.S).group(1).replace('\\"', '"').replace("\\\\", "\\")
                    for each in answer.headers.get_all("Warning") or []]
        return answer.status, json.loads(text) if text.startswith("{") else {"message": text.strip()}, warnings


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def scrubbed(text):
    if "errors:\n  " in text:  # the errors are sorted, since a server prints them in the random order of a Go map
        head, _, rest = text.partition("errors:\n  ")
        text = head + "errors:\n  " + "\n  ".join(sorted(rest.split("\n  ")))
    for pattern, shown in CHANGING:
        text = re.sub(pattern, shown, text)
    return text


def bare(value, in_order):
    """Returns the object without members that differ from run to run."""
    metadata = (value or {}).get("metadata")
    if not isinstance(metadata, dict):
        return value
    metadata = {key: member for key, member in metadata.items() if key not in OF_SERVER}
    entries = [{key: member for key, member in entry.items() if key != "time"} for entry in metadata.get("managedFields") or []]
    if entries:
        metadata["managedFields"] = entries if in_order else sorted(entries, key=lambda entry: json.dumps(entry, sort_keys=True))
    return {**value, "metadata": metadata}


def of_server(code, value, warnings, in_order):
    causes = (value.get("details") or {}).get("causes") or [] if code >= 300 else []
    invalid = code >= 300 and value.get("reason") == "Invalid" and causes
    errors = [f"{cause['field']}: {cause['message']}" for cause in causes] if invalid else [value["message"]] if code >= 300 else []
    conflicts = [(cause["field"], json.loads(re.search(r'"(?:[^"\\]|\\.)*"', cause["message"]).group()))
                 for cause in causes if cause.get("reason") == "FieldManagerConflict"]
    return answer_of(code, value if code < 300 else None, errors, conflicts, warnings, in_order)


def answer_of(code, value, errors, conflicts, warnings, in_order):
    # The errors of a 500 are not compared: if several fields cannot be merged, the server names one of them at random.
    errors = sorted(map(scrubbed, errors)) if code != 500 else []
    return {"code": code, "object": bare(value, in_order), "errors": errors, "conflicts": sorted(conflicts),
            "warnings": sorted(set(map(scrubbed, warnings)))}


class Sequence:
    def __init__(self, client, line):
        self.client, self.line, self.answers = client, line, []
        spec = line["crd"]["spec"]
        self.space = (line.get("namespace") or "default") if spec["scope"] == "Namespaced" else ""
        self.group, self.plural, self.versions = spec["group"], spec["names"]["plural"], [v["name"] for v in spec["versions"] if v["served"]]

    def collection(self, version):
        return f"/apis/{self.group}/{version}" + (f"/namespaces/{self.space}" if self.space else "") + "/" + self.plural

    def install(self):
        if self.client.send("POST", CRDS, json.dumps(self.line["crd"]))[0] != 201:
            self.answers = None  # None: the server refuses the CRD, so no request is sent

    def is_served(self):
        return self.answers is None or all(self.client.send("GET", self.collection(version))[0] == 200 for version in self.versions)

    def body_of(self, request):
        if "text" in request:
            return request["text"]
        body = request["body"]
        metadata = body.get("metadata") if isinstance(body, dict) else None
        if request["verb"] == "update" and isinstance(metadata, dict) and metadata.get("resourceVersion") is None:
            for version in self.versions:
                code, live, _ = self.client.send("GET", self.collection(version) + "/" + self.line["name"])
                if code == 200:
                    metadata = {**metadata, "resourceVersion": live["metadata"]["resourceVersion"]}
                    body = dict(sorted({**body, "metadata": dict(sorted(metadata.items()))}.items()))
                    break
        return compact(body)

    def step(self, number, in_order):
        if self.answers is None or number >= len(self.line["requests"]):
            return
        request = self.line["requests"][number]
        query = {"fieldValidation": request.get("fieldValidation") or "Ignore"}
        if request.get("manager"):
            query["fieldManager"] = request["manager"]
        if request.get("force") is not None:
            query["force"] = json.dumps(request["force"])
        verb, at = request["verb"], self.collection(request["version"])
        if verb != "create":
            at += "/" + self.line["name"] + ("/" + request["subresource"] if request.get("subresource") else "")
        method = {"create": "POST", "update": "PUT"}.get(verb, "PATCH")
        code, value, warnings = self.client.send(method, at + "?" + urllib.parse.urlencode(query), self.body_of(request).encode(),
                                                 KINDS.get(verb, "application/json"))
        self.answers.append(of_server(code, value, warnings, in_order))


def predicted(structural, lines, in_order):
    done = subprocess.run([structural, "batch", "applies"], input="".join(compact(line) + "\n" for line in lines), capture_output=True,
                          text=True, check=True, timeout=600)
    for answer in map(json.loads, done.stdout.split("\n")[:-1]):
        yield None if "error" in answer else [answer_of(each["code"], each["object"], each["errors"], [(c["field"], c["manager"]) for c in each["conflicts"]],
                         each["warnings"], in_order) for each in answer["answers"]]


def generated(judge, seed, count):
    """Yields sequences that begin without an object, whose requests are one second apart."""
    command = [judge, "gen", "--kind", "applies", "--seed", str(seed), "--n", str(4 * count)]
    for text in subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\n")[:-1]:
        line = json.loads(text)
        if line.get("live") is None and not line.get("crdStored") and count > 0:
            count -= 1
            yield {**line, "requests": [{key: part for key, part in request.items() if key != "at"} for request in line["requests"]]}


def send_all(client, lines, in_order):
    sequences = [Sequence(client, line) for line in lines]
    for sequence in sequences:
        sequence.install()
    for sequence in sequences:
        eventually("the CRD is served", sequence.is_served)
    for number in range(max(len(line["requests"]) for line in lines)):
        last = int(time.time())
        if in_order and number > 0:
            eventually("the next second begins", lambda last=last: int(time.time()) > last)
        for sequence in sequences:
            sequence.step(number, in_order)
    for line in lines:
        client.send("DELETE", CRDS + "/" + line["crd"]["metadata"]["name"])
    return [sequence.answers for sequence in sequences]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("structural")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--n", type=int, default=30)
    parser.add_argument("--seconds", action="store_true")
    args = parser.parse_args()
    judge = os.environ.get("STRUCTURAL_TEST_JUDGE")
    if not judge:
        print("skipped: STRUCTURAL_TEST_JUDGE is not set; hack/test sets it")
        sys.exit(77)
    lines = list(generated(judge, args.seed, args.n))
    differ, requests = 0, 0
    with current_server() as server:
        client = Client(server)
        for begin in range(0, len(lines), BATCH):
            part = lines[begin:begin + BATCH]
            for line, theirs, ours in zip(part, send_all(client, part, args.seconds), predicted(args.structural, part, args.seconds)):
                if theirs is None or ours is None:
                    differ += theirs != ours
                    continue
                requests += len(theirs)
                wrong = next((number for number, pair in enumerate(zip(theirs, ours)) if pair[0] != pair[1]), None)
                if wrong is None:
                    continue
                differ += 1
                if differ <= SHOWN:
                    print(f"{json.dumps(line['requests'][wrong])}\n  server:     {json.dumps(theirs[wrong])}\n  structural: {json.dumps(ours[wrong])}")
    print(f"{len(lines)} sequences, {requests} requests, {differ} differ")
    sys.exit(1 if differ or not lines else 0)


if __name__ == "__main__":
    main()
