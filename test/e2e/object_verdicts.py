#!/usr/bin/env python3
"""Compares the results of `structural validate` for custom resources with those of a current API server.

    object_verdicts.py STRUCTURAL RESOURCES.json CORPUS

RESOURCES.json has a custom resource for each CRD; the CRD is that of a public repository in CORPUS. Each is created.
Then each part of it in turn is changed: it is missing, null, of another type, too long, unknown and so on. Each changed
resource is sent in a create and in an update. The examples of `structural rules` on objects are sent, too, also without
CORPUS. Causes, message and warnings must be equal. Requests have fieldValidation=Strict and, except for the first of a
resource, dryRun=All. The server is STRUCTURAL_TEST_APISERVER_CURRENT, with the etcd of STRUCTURAL_TEST_APISERVER. Exit
code: 0 all agree, 1 some do not, 77 without a server.
"""
import collections
import copy
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TEST = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TEST / "support"), str(TEST / "e2e"), str(TEST / "unit" / "cli")]
from api_server import CRDS, current_server  # noqa: E402
from crd_verdicts import Server, causes  # noqa: E402
from eventually import eventually  # noqa: E402
from lint_support import document  # noqa: E402
from parts import at, places  # noqa: E402
from zstd_lines import lines_of  # noqa: E402

SHOWN = 10
JUNCTOR = re.compile(r'<nil>: (Invalid value: "": "([^"]+)" must .*)', re.S)
STRICT = ("unknown-object-field", "duplicate-key")
TEXTS = ["", "A b_!", "x" * 300]
OTHERS = {str: [7, *TEXTS], int: ["x", -1, 1 << 40, 1.5], float: ["x", -1], bool: ["x"], dict: [[]], list: [{}, []]}


def variants(value):
    """Yields replacements of a value. All of them, except the last few, are invalid for nearly any
    schema."""
    yield None
    yield from OTHERS[type(value)]
    if isinstance(value, list) and value:
        yield [*value, copy.deepcopy(value[0])]
    if isinstance(value, dict):
        yield {**value, "nosuch": {"a": 1}}
        yield {key[:1].swapcase() + key[1:]: inner for key, inner in value.items()}


def changed(made):
    """Yields copies of the object `made`. Each copy differs from it in one part."""
    for path in places(made):
        if path[0] in ("apiVersion", "kind", "metadata"):
            continue
        for variant in (*variants(at(made, path)), KeyError):
            other = copy.deepcopy(made)
            holder, key = at(other, path[:-1]), path[-1]
            if variant is KeyError:
                del holder[key]
            else:
                holder[key] = variant
            yield other


def placed(cause):
    """Returns a server's cause in the form that structural prints, which begins with the path."""
    found = JUNCTOR.fullmatch(cause)
    return f"{found[2]}: {found[1]}" if found else cause


def errors_in_answer(answer):
    """Returns the errors in the server's answer for an object: the causes, or the message if the answer
    has no causes."""
    status, body, warnings = answer
    texts = [json.loads(warning.split(" ", 2)[2]) for warning in warnings]
    errors = [] if status < 300 else causes(body) if body.get("reason") == "Invalid" else [body["message"]]
    return sorted({placed(error).replace("\n", " ") for error in errors}), sorted(texts)


def predicted(findings, kind, version):
    """Returns, in the form of a server's errors, the errors among the findings for a file. If strict
    decoding errors exist, only they are returned, since they end a server's request before validation."""
    of = collections.defaultdict(list)
    for finding in findings:
        of["strict" if finding["rule"] in STRICT else finding["rule"]].append(finding["message"])
    warnings = of.pop("server-warning", [])
    for rule in ("unconverted-object", "ignored-namespace"):
        of.pop(rule, None)
    if "refused-request" not in of and "strict" in of:
        strict = ", ".join(text.split("; did you mean ")[0] for text in of["strict"])
        return [f'{kind} in version "{version}" cannot be handled as a {kind}: strict decoding error: {strict}'], sorted(warnings)
    of.pop("strict", None)
    return sorted({text for texts in of.values() for text in texts}), sorted(warnings)


class Connected(Server):
    """A client that uses one connection for all requests."""

    def __enter__(self):
        super().__enter__()
        self.connection = http.client.HTTPSConnection(self.url.split("//")[1], context=self.trusted, timeout=60)
        return self

    def ask(self, method, path, body=None):
        """Returns (status, answer, warnings)."""
        self.connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text.startswith(b"{") else {}, answer.headers.get_all("Warning") or []


class Check:
    def __init__(self, structural, server):
        self.structural, self.server = structural, server
        self.counts, self.differences = collections.Counter(), []

    def install(self, crd):
        """Installs the CRD without its conversion, since the conversion webhook does not run."""
        crd = {key: value for key, value in crd.items() if key != "status"}
        crd["spec"].pop("conversion", None)
        crd["metadata"].pop("creationTimestamp", None)
        status, answer, _ = self.server.ask("POST", CRDS, crd)
        if status != 201:
            raise AssertionError(f"{crd['metadata']['name']}: {answer.get('message')}")

    def path(self, crd, made):
        """Returns the path of the CRD's resources, in the version of the object `made`."""
        spec = crd["spec"]
        path = f"/apis/{spec['group']}/{made['apiVersion'].split('/')[1]}"
        path += f"{'/namespaces/default' if spec['scope'] == 'Namespaced' else ''}/{spec['names']['plural']}"
        eventually("served", lambda: self.server.ask("GET", path)[0] == 200)
        return path

    def resource(self, crd, made):
        path = self.path(crd, made)
        status, stored, _ = self.server.ask("POST", f"{path}?fieldValidation=Strict", made)
        if status != 201:
            self.differences.append(f"{crd['metadata']['name']}: {stored['message']}")
            return
        self.counts["resources"] += 1
        others = list(changed(made))
        creates = [{**other, "metadata": {**made["metadata"], "name": "b"}} for other in others]
        updates = [{**other, "metadata": stored["metadata"]} for other in others]
        query = "?fieldValidation=Strict&dryRun=All"
        self.compare(crd, [("POST", path + query, create) for create in creates])
        self.compare(crd, [("PUT", f"{path}/a{query}", update) for update in updates], stored)

    def findings(self, crd, objects, stored):
        """Runs `structural validate`. Returns the findings for each object."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "objects").mkdir()
            for number, made in enumerate(objects):
                (folder / f"objects/{number}.json").write_text(json.dumps(made))
            (folder / "crd.json").write_text(json.dumps(crd))
            (folder / "old.json").write_text(json.dumps(stored))
            old = ["--old", "old.json"] if stored else []
            done = subprocess.run([self.structural, "validate", "-o", "json", "--crd", "crd.json", *old, "objects"], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        of = collections.defaultdict(list)
        for finding in json.loads(done.stdout)["findings"]:
            of[int(pathlib.Path(finding["file"]).stem)].append(finding)
        return [of[number] for number in range(len(objects))]

    def compare(self, crd, requests, stored=None):
        objects = [made for _, _, made in requests]
        for (method, path, made), findings in zip(requests, self.findings(crd, objects, stored)):
            answer = self.server.ask(method, path, made)
            self.count(method, answer[0])
            self.record_difference(made, errors_in_answer(answer), predicted(findings, made["kind"], made["apiVersion"].split("/")[1]))

    def count(self, method, status):
        self.counts[f"{'creates' if method == 'POST' else 'updates'} {'accepted' if status < 300 else 'refused'}"] += 1

    def record_difference(self, made, theirs, ours):
        if theirs != ours:
            self.differences.append(f"{json.dumps(made)[:1500]}\n  server:     {theirs}\n  structural: {ours}")

    def examples(self):
        """Yields the name, the CRD and the object of each example that consists of one CRD and one object."""
        rules = subprocess.run([self.structural, "rules", "-o", "json"], stdout=subprocess.PIPE, check=True).stdout
        for rule in json.loads(rules):
            if rule["chapter"] != "objects" or rule["id"] in ("ambiguous-crd", "no-resource", "unconverted-object"):
                continue
            for kind in ("right", "wrong"):
                own = re.sub("[^a-z]", "", rule["id"] + kind)
                crd, made = rule[kind].split("---\n")
                yield (f"{rule['id']} {kind}", *(
                    self.json(part.replace("jobs", own).replace("Job", own.title()).replace(" job,", f" {own}-one,"))
                    for part in (document(crd), made)))

    def example(self, name, crd, made):
        refused = self.counts["creates refused"]
        self.compare(crd, [("POST", f"{self.path(crd, made)}?fieldValidation=Strict&dryRun=All", made)])
        self.counts["examples"] += 1
        wrong = name.endswith("wrong") and not name.startswith(("server-warning", "ignored-namespace"))
        if wrong != (self.counts["creates refused"] > refused):
            self.differences.append(f"{name}: the server says otherwise")

    def json(self, text):
        line = json.dumps({"yaml": text}) + "\n"
        done = subprocess.run([self.structural, "batch", "documents"], input=line, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["documents"][0]


def corpus_crds(corpus, resources):
    """Returns {name of a CRD: the largest CRD of that name in its repository}. Returns an empty result
    without a corpus."""
    if not (corpus / "crds.ndjson.zst").exists():
        print(f"no CRDs of public projects in {corpus}")
        return {}
    wanted = {(each["repository"], each["crd"]) for each in resources}
    best = {}
    for row in lines_of(corpus / "index.tsv.zst"):
        number, repository, _, _, version, name, _, size = row.decode().split("\t")[:8]
        if (repository, name) in wanted and version == "v1" and int(size) > best.get(name, (0,))[0]:
            best[name] = (int(size), int(number))
    numbers = {number for _, number in best.values()}
    found = [json.loads(line) for number, line in enumerate(lines_of(corpus / "crds.ndjson.zst"), 1) if number in numbers]
    return {crd["metadata"]["name"]: crd for crd in found}


def main():
    structural, file, corpus = map(str, map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:])))
    resources = json.loads(pathlib.Path(file).read_text())
    crds = corpus_crds(pathlib.Path(corpus), resources)
    with current_server(Connected) as server:
        check = Check(structural, server)
        examples = list(check.examples())
        for crd in (*crds.values(), *(crd for _, crd, _ in examples)):
            check.install(crd)
        for each in examples:
            check.example(*each)
        for each in resources if crds else []:
            check.resource(crds[each["crd"]], each["object"])
    print(*check.differences[:SHOWN], sep="\n")
    print(", ".join(f"{count} {name}" for name, count in sorted(check.counts.items())) + f", {len(check.differences)} differ")
    sys.exit(bool(check.differences))


if __name__ == "__main__":
    main()
