"""Prints the table of README.md: the results of structural and other tools for the same CRDs, by running them.

usage: compare_tools.py STRUCTURAL LINTERS   (LINTERS: the folder that hack/peers/linters prints)

flux-schema is not run, because not every Go module proxy serves it. The dagger marks its cells, which are from its
documentation (https://github.com/fluxcd/flux-schema/tree/main/docs); a dash is a feature that it does not mention.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from lint_against_others import schema_of_a_crd

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLUX = "flux-schema 0.10.4†"
IN_ITS_DOCUMENTATION = ["–", "–", "text, json, yaml, junit", "–", "–", "–", "–", "–", "after `extract crd`", "yes"]
FORMATS = ("text", "human", "plaintext", "pretty", "json", "yaml", "sarif", "rdjson", "github", "junit", "checkstyle",
           "tap", "markdown")


def crd(schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "tests.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "tests", "singular": "test", "kind": "Test", "listKind": "TestList"},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]}}


def spec(**properties):
    return {"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}}


TEXT = {"type": "string"}
RULE = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": {"type": "integer"}},
                                                  "x-kubernetes-validations": [{"rule": "self.a < 5"}]}}}


class Tool:
    """A tool of the table. Its members return the arguments or results of its commands: check(FILE, FLAGS...),
    diff(OLD, NEW), change(OLD, NEW), which checks an update as a server does, validate(FOLDER OF CRDS, FILE) and
    fix(FILE)."""

    def __init__(self, name, check, output="-o", diff=None, change=None, validate=None, fix=None):
        self.name, self.check, self.output = name, check, output
        self.diff = diff or (lambda old, new: check(new))
        self.change = change or self.diff
        self.validate = validate or (lambda folder, file: check(file))
        self.fix = fix or (lambda file: [check(file)[0], "fix", file])


def tools(structural, linters, folder):
    location = ["-schema-location", schema_of_a_crd(linters / "apiextensions-v1.json", folder)]
    validate, conform, crdify = (str(linters / name) for name in ("kubectl-validate", "kubeconform", "crdify"))
    versions = dict(re.findall(r"(\w+)=v([\d.]+)", (ROOT / "hack/peers/linters").read_text()))
    own = re.search(r"\d+\.\d+\.\d+", (ROOT / "CMakeLists.txt").read_text().partition("project(")[2])[0]
    yield Tool(f"structural {own}", lambda file, *flags: [structural, "lint", *flags, file],
               diff=lambda old, new: [structural, "diff", old, new],
               change=lambda old, new: [structural, "lint", "--against", old, "--policy", "server", new],
               validate=lambda crds, file: [structural, "validate", "--crd", crds, file],
               fix=lambda file: [structural, "fix", "--write", "--allow", "typed", file])
    yield Tool(f"kubectl-validate {versions['validate']}",
               lambda file, *flags: [validate, "--version", "1.30", *flags, file],
               validate=lambda crds, file: [validate, "--version", "1.30", "--local-crds", crds, file])
    yield Tool(f"kubeconform {versions['conform']}", lambda file, *flags: [conform, *location, *flags, file], "-output",
               validate=lambda crds, file: [conform, "-schema-location", f"{crds}/crd.yaml", file])
    yield Tool(f"crdify {versions['crdify']}", lambda file, *flags: [crdify, *flags, *[f"file://{file}"] * 2],
               diff=lambda old, new: [crdify, f"file://{old}", f"file://{new}"])


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


class Cells:
    """The cells of one tool's column in README.md's table, in the order of ROWS."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.valid = self.file("valid.json", crd(spec(a=TEXT)))

    def file(self, name, value):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(value))
        return str(path)

    def violations(self):
        found, cases = 0, sorted((ROOT / "test/cases/rules").glob("*.json"))
        for case in cases:
            schema = next(line["schema"] for line in json.loads(case.read_text())
                          if line.get("errors") or "structuralError" in line)
            found += run(self.tool.check(self.file("wrong.json", crd(schema))))[0] != 0
        sound = run(self.tool.check(self.valid))[0] == 0
        return f"{found} of {len(cases)}" if sound else "refuses every CRD"

    def lines(self):
        _, said = run(self.tool.check(str(ROOT / "docs/pictures/crds/jobs.yaml")))
        return re.search(r"\b22:15\b", said) is not None

    def formats(self):
        return ", ".join(name for name in FORMATS
                         if run(self.tool.check(self.valid, self.tool.output, name))[0] == 0)

    def repairs(self):
        wrong = self.file("fix.json", crd({"properties": {"spec": {"properties": {"a": TEXT}}}}))
        before = pathlib.Path(wrong).read_text()
        run(self.tool.fix(wrong))
        return pathlib.Path(wrong).read_text() != before and run(self.tool.check(wrong))[0] == 0

    def reports(self, old, new):
        """Reports whether the tool refuses the update from one schema to the other."""
        return run(self.tool.diff(self.file("old.json", crd(old)), self.file("new.json", crd(new))))[0] != 0

    def removed_field(self):
        both = spec(a=TEXT, b=TEXT)
        return self.reports(both, spec(a=TEXT)) and not self.reports(both, both)

    def harmless(self):
        """Reports whether the tool accepts a new required field that has a default, since it is never missing."""
        old = spec(a=TEXT, b=dict(TEXT, default="c"))
        def required(field):
            return {"type": "object", "properties": {"spec": old["properties"]["spec"] | {"required": [field]}}}
        return self.reports(old, required("a")) and not self.reports(old, required("b"))

    def witness(self):
        old, new = (self.file(f"most{most}.json", crd(spec(a={"type": "integer", "maximum": most}))) for most in (9, 8))
        return re.search(r"\bkind: Test\b", run(self.tool.diff(old, new))[1]) is not None

    def update(self):
        """Reports whether the tool, like a server, accepts that a CRD stays non-structural, but refuses a CRD
        that becomes so."""
        schema = {"properties": {"spec": {"properties": {"a": TEXT}}}}
        stored, new, worse = crd(schema), crd(schema), crd(schema)
        for each in (stored, new):
            each["spec"]["preserveUnknownFields"] = True
        new["metadata"]["labels"] = {"a": "b"}
        stored, new, worse = (self.file(f"{name}.json", value)
                              for name, value in (("stored", stored), ("new", new), ("worse", worse)))
        return run(self.tool.change(stored, new))[0] == 0 and run(self.tool.change(stored, worse))[0] != 0

    def accepts_only_small_value(self, schema):
        """Reports whether the tool accepts an object whose field has the value 1, and refuses one with 9."""
        self.file("crds/crd.yaml", crd(schema))
        objects = [self.file(f"object{value}.json", {"apiVersion": "example.com/v1", "kind": "Test",
                                                     "metadata": {"name": "a"}, "spec": {"a": value}})
                   for value in (1, 9)]
        return [run(self.tool.validate(str(self.folder / "crds"), file))[0] != 0 for file in objects] == [False, True]

    def objects(self):
        return self.accepts_only_small_value(spec(a={"type": "integer", "maximum": 4}))

    def cel(self):
        return self.accepts_only_small_value(RULE)


ROWS = {"finds violations of structural schemas, in one CRD for each rule": Cells.violations,
        "line and column of a violation": Cells.lines,
        "output formats": Cells.formats,
        "repairs CRDs": Cells.repairs,
        "finds fields that a new version of a CRD removes": Cells.removed_field,
        "passes an update that only requires a field with a default": Cells.harmless,
        "shows an object that an update refuses": Cells.witness,
        "applies the API server's rules for updates of CRDs": Cells.update,
        "validates custom resources against CRDs in files": Cells.objects,
        "evaluates CEL rules": Cells.cel}


def cell(value):
    return value if isinstance(value, str) else ("no", "yes")[value]


def main(structural, linters):
    columns = {}
    with tempfile.TemporaryDirectory() as folder:
        for tool in tools(structural, pathlib.Path(linters), pathlib.Path(folder)):
            cells = Cells(tool, pathlib.Path(folder))
            columns[tool.name] = [cell(row(cells)) for row in ROWS.values()]
    columns[FLUX] = IN_ITS_DOCUMENTATION
    print("| | " + " | ".join(columns) + " |\n|---" + "|---" * len(columns) + "|")
    for row, label in enumerate(ROWS):
        print(f"| {label} | " + " | ".join(column[row] for column in columns.values()) + " |")


if __name__ == "__main__":
    main(*sys.argv[1:])
