"""Tests of structural union normalize as a process. usage: union_test.py STRUCTURAL CASES_UNIONS"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())

SOURCE = {"type": "object", "properties": {"type": {"type": "string"}, "file": {"type": "string"}, "url": {"type": "string"}}}
UNIONS = [{"discriminator": "type", "fields": {"file": "File", "url": "Url"}}]
BEFORE = {"apiVersion": "example.com/v1", "kind": "Download", "type": "File", "file": "/a"}
AFTER = {**BEFORE, "url": "u"}
CLEARED = {"apiVersion": "example.com/v1", "kind": "Download", "type": "Url", "url": "u"}


def run(*arguments, stdin="", cwd=CASES):
    return subprocess.run([STRUCTURAL, "union", "normalize", *arguments], input=stdin, capture_output=True, text=True, cwd=cwd,
                          timeout=600)


def crd(annotation=None, schema=SOURCE, group="v1", versions=("v1",)):
    """Returns a CRD. All its versions have the given schema."""
    spec = {"group": "example.com", "scope": "Namespaced", "names": {"plural": "downloads", "kind": "Download"},
            "versions": [{"name": name, "served": True, "storage": name == versions[0]} for name in versions]}
    if group == "v1":
        for version in spec["versions"]:
            version["schema"] = {"openAPIV3Schema": schema}
    else:
        spec.update(preserveUnknownFields=False, validation={"openAPIV3Schema": schema})
    metadata = {"name": "downloads.example.com"}
    if annotation is not None:
        text = annotation if isinstance(annotation, str) else json.dumps(annotation)
        metadata["annotations"] = {"structural.lint/unions": text}
    return {"apiVersion": f"apiextensions.k8s.io/{group}", "kind": "CustomResourceDefinition", "metadata": metadata,
            "spec": spec}


def normalised(definition, before=BEFORE, after=AFTER, *flags):
    """Runs structural union normalize for an update, with the CRD. Returns the result of the process."""
    with tempfile.TemporaryDirectory() as folder:
        for name, value in (("crd", definition), ("old", before), ("new", after)):
            pathlib.Path(folder, name + ".json").write_text(json.dumps(value))
        return run("--crd", "crd.json", "--old", "old.json", "new.json", *flags, cwd=folder)


class Files(unittest.TestCase):
    def test_cleared_and_set_fields_are_reported_with_their_place(self):
        done = run("--crd", "crd.yaml", "--old", "before.yaml", "after.yaml")
        self.assertEqual(1, done.returncode)
        self.assertEqual(["after.yaml:11:5: spec.mirrors[0].host: cleared",
                          "after.yaml:8:5: spec.source.file: cleared",
                          'after.yaml:7:5: spec.source.type: set to "Url"',
                          "after.yaml:19:3: spec.source: only one field of a union can be set: file, secret, url",
                          "after.yaml:24:1: notice: not found in the old objects, treated as new",
                          'after.yaml:29:3: spec.source.type: set to "File"',
                          "1 error in 1 file: 2 objects normalised"], done.stderr.splitlines())
        self.assertEqual("---\napiVersion: example.com/v1\nkind: Download\nmetadata:\n  name: one\nspec:\n  source:\n"
                         "    type: Url\n    url: https://b\n  mirrors:\n  - url: https://b\n",
                         done.stdout[:done.stdout.index("---", 3)])

    def test_a_diff_shows_the_changes(self):
        done = run("--crd", "crd.yaml", "--old", "before.yaml", "--diff", "after.yaml")
        self.assertEqual(1, done.returncode)
        self.assertEqual(["-    type: File", "-    file: /a", "+    type: Url", "-  - host: a", "-    url: https://b",
                          "+  - url: https://b", "+    type: File"],
                         [line for line in done.stdout.splitlines() if line[0] in "+-" and line[1] not in "+-"])
        same = run("--crd", "crd.yaml", "--old", "before.yaml", "--diff", "before.yaml")
        self.assertEqual((0, "", "no errors in 1 file: 2 objects normalised\n"), (same.returncode, same.stdout, same.stderr))

    def test_the_output_format_can_be_chosen(self):
        done = run("--crd", "crd.yaml", "--old", "before.yaml", "-o", "json", "before.yaml")
        self.assertEqual(["one", "two"], [json.loads(line)["metadata"]["name"] for line in done.stdout.splitlines()])
        self.assertEqual("---\napiVersion: example.com/v1\n", normalised(crd(), BEFORE, BEFORE, "-o", "yaml").stdout[:31])
        self.assertEqual(2, run("--crd", "crd.yaml", "-o", "text", "before.yaml").returncode)

    def test_old_objects_may_be_in_a_list(self):
        old = {"apiVersion": "v1", "kind": "List", "items": [{"kind": "Other"}, BEFORE]}
        done = normalised(crd({"": UNIONS}), old)
        self.assertEqual((0, CLEARED), (done.returncode, json.loads(done.stdout)), done.stderr)

    def test_without_old_objects_all_are_new(self):
        created = run("--crd", "crd.yaml", "-", stdin="{apiVersion: example.com/v1, kind: Download, spec: {source: {url: x}}}")
        self.assertEqual((0, '-:1:53: spec.source.type: set to "Url"\nno errors in 1 file: 1 object normalised\n'), (created.returncode, created.stderr))

    def test_what_cannot_be_read_ends_with_2(self):
        for arguments in (["after.yaml"], ["--crd", "crd.yaml"], ["--crd", "crd.yaml", "--old", "gone", "after.yaml"],
                          ["--crd", "gone", "after.yaml"], ["--crd", "crd.yaml", "gone"]):
            self.assertEqual(2, run(*arguments).returncode, arguments)
        broken = run("--crd", "crd.yaml", "--old", "-", "after.yaml", stdin="a: [\n")
        self.assertEqual((2, "-:"), (broken.returncode, broken.stderr[:2]))
        twice = run("--crd", "crd.yaml", "--old", "before.yaml", "--old", "before.yaml", "after.yaml")
        self.assertEqual((2, "before.yaml:1:1: Download one of example.com/v1 occurs twice in the old objects\n"),
                         (twice.returncode, twice.stderr))


class Declarations(unittest.TestCase):
    def test_by_the_schema_or_by_the_annotation(self):
        for definition in (crd(schema={**SOURCE, "x-kubernetes-unions": UNIONS}), crd({"": UNIONS}), crd({"v1": UNIONS}),
                           crd({"": UNIONS, "v1": UNIONS}, {**SOURCE, "x-kubernetes-unions": UNIONS}),
                           crd({"": UNIONS}, group="v1beta1", versions=("v1", "v2")),
                           crd({"v1": UNIONS}, group="v1beta1", versions=("v2", "v1"))):
            done = normalised(definition)
            self.assertEqual((0, CLEARED), (done.returncode, json.loads(done.stdout)), done.stderr)

    def test_unions_of_another_version_do_not_count(self):
        for group in ("v1", "v1beta1"):
            done = normalised(crd({"v2": UNIONS}, group=group, versions=("v1", "v2")))
            self.assertEqual((0, AFTER), (done.returncode, json.loads(done.stdout)))
            self.assertIn("notice: this version of the CRD declares no unions", done.stderr)

    def test_a_pointer_leads_through_every_kind_of_schema(self):
        nested = {"type": "object", "properties": {"a/b~c": {"type": "array", "items": {
            "type": "object", "additionalProperties": SOURCE}}}}
        pointer = "/properties/a~1b~0c/items/additionalProperties"
        wrap = lambda value: {"apiVersion": "example.com/v1", "kind": "Download", "a/b~c": [{"x": value}]}
        done = normalised(crd({pointer: UNIONS}, nested), wrap({"file": "a"}), wrap({"file": "a", "url": "u"}))
        self.assertEqual((0, wrap({"type": "Url", "url": "u"})), (done.returncode, json.loads(done.stdout)), done.stderr)

    def test_unusable_unions_are_reported(self):
        for definition, reason in (
                (crd("{"), "metadata.annotations[structural.lint/unions]: must be JSON"),
                (crd("[]"), "metadata.annotations[structural.lint/unions]: must be JSON"),
                (crd({"v3": UNIONS}), "[v3]: must begin with a slash, or with a version of the CRD"),
                (crd({"/properties/gone": UNIONS}), "points to no schema in version v1"),
                (crd({"/properties": UNIONS}), "points to no schema in version v1"),
                (crd({"/items": UNIONS}), "points to no schema in version v1"),
                (crd({"/properties/a~2": UNIONS}), "points to no schema in version v1"),
                (crd({"/allOf/0": UNIONS}), "must not be inside allOf, anyOf, oneOf or not"),
                (crd({"": None}), "[]: must be a list"),
                (crd({"": [{"fields": {"gone": "Gone"}}]}), "[][0].fields[gone]: must be a property of the same schema"),
                (crd({"": UNIONS, "v1": [{"fields": {"url": "Url"}}]}), "[v1]: must equal the other declaration"),
                (crd({"": UNIONS}, {**SOURCE, "properties": {**SOURCE["properties"], "a": {}}}),
                 "must be in a structural schema: spec.versions[0].schema.openAPIV3Schema.properties[a].type")):
            done = normalised(definition)
            self.assertEqual((1, ""), (done.returncode, done.stdout), reason)
            self.assertIn("new.json:1:1: the CRD's unions are invalid: ", done.stderr)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
