"""Tests of structural publish and unfold as processes. usage: publish_test.py STRUCTURAL
CASES_PUBLISH"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = sys.argv.pop(1)
MACHINE, GADGET = "com.example.v1.Machine", "com.example.v1.Gadget"
EITHER = [{"type": "integer"}, {"type": "string"}]


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, *arguments], input=stdin, capture_output=True, text=True, cwd=CASES)


def answers(*arguments, stdin=""):
    done = run(*arguments, "-o", "json", stdin=stdin)
    return [json.loads(line) for line in done.stdout.splitlines()]


def references(value):
    return set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(value)))


def resolves(document, reference):
    for part in reference.removeprefix("#/").split("/"):
        document = document.get(part)
        if document is None:
            return False
    return True


class Publish(unittest.TestCase):
    def test_a_version_that_is_served(self):
        (document,) = answers("publish", "crd.yaml")
        schemas = document["components"]["schemas"]
        self.assertEqual({MACHINE, MACHINE + "List"}, set(schemas))
        spec = schemas[MACHINE]["properties"]["spec"]["properties"]
        self.assertEqual({"anyOf": EITHER, "x-kubernetes-int-or-string": True}, spec["port"])
        self.assertEqual({"type": "integer", "default": 1, "nullable": True}, spec["size"])

    def test_two_different_crds_of_a_version_are_no_input(self):
        with tempfile.TemporaryDirectory() as folder:
            crd = (CASES / "crd.yaml").read_text()
            new = pathlib.Path(folder, "new.yaml")
            for mode in (("publish",), ("publish", "--json-schema"), ("publish", "--json-schema", "--output-dir", folder + "/out"),
                         ("publish", "--kustomize"), ("generate", "go"), ("generate", "proto")):
                version = () if mode[0] == "publish" else ("--version", "v1")
                alone = run(*mode, *version, "crd.yaml")
                self.assertEqual(0, alone.returncode, alone.stderr)
                new.write_text("# the same once more\n" + crd)
                copies = run(*mode, *version, "crd.yaml", str(new))
                self.assertEqual((0, alone.stdout, alone.stderr), (copies.returncode, copies.stdout, copies.stderr), mode)
                new.write_text(crd.replace("type: integer", "type: number"))
                two = run(*mode, *version, "crd.yaml", str(new))
                self.assertEqual(2, two.returncode, mode)
                self.assertIn('two different CRDs have kind "Machine" in version "v1" of group "example.com": this one and that of crd.yaml:1:1',
                              two.stderr)

    def test_v2_lacks_keywords_that_v3_has(self):
        (document,) = answers("publish", "--openapi", "v2", "crd.yaml")
        spec = document["definitions"][MACHINE]["properties"]["spec"]["properties"]
        self.assertEqual({"x-kubernetes-int-or-string": True}, spec["port"])
        self.assertEqual({}, spec["size"])

    def test_a_whole_document_lacks_nothing_that_it_refers_to(self):
        for version in ("v2", "v3"):
            (document,) = answers("publish", "--openapi", version, "--whole", "crd.yaml", "not-structural.yaml")
            self.assertEqual({"v2": "2.0", "v3": "3.0.0"}[version], document.get("swagger", document.get("openapi")))
            self.assertEqual([], [r for r in references(document) if not resolves(document, r)])
            self.assertIn("/apis/example.com/v1/namespaces/{namespace}/machines/{name}/scale", document["paths"])
            self.assertIn("/apis/example.com/v1/gadgets/{name}", document["paths"])

    def test_a_list_in_the_place_of_its_kind_refers_to_no_metadata(self):
        text = (CASES / "not-structural.yaml").read_text()
        for list_kind, there in (("GadgetList", True), ("Gadget", False)):
            (document,) = answers("publish", "--openapi", "v2", "--whole", "-",
                                  stdin=text.replace("kind: Gadget}", f"kind: Gadget, listKind: {list_kind}}}"))
            self.assertEqual(there, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" in document["definitions"])
            self.assertEqual([], [r for r in references(document) if not resolves(document, r)])

    def test_parameters_are_those_that_are_used(self):
        for files in (["crd.yaml"], ["not-structural.yaml"]):
            (document,) = answers("publish", "--openapi", "v2", "--whole", *files)
            used = {r.removeprefix("#/parameters/") for r in references(document) if r.startswith("#/parameters/")}
            self.assertEqual(used, set(document["parameters"]))

    def test_v3_has_a_document_for_each_group_and_version(self):
        other = (CASES / "not-structural.yaml").read_text().replace("name: v1", "name: v2")
        documents = answers("publish", "crd.yaml", "-", stdin=other)
        self.assertEqual([{MACHINE, MACHINE + "List"}, {"com.example.v2.Gadget", "com.example.v2.GadgetList"}],
                         [set(document["components"]["schemas"]) for document in documents])
        self.assertEqual(1, len(answers("publish", "--openapi", "v2", "crd.yaml", "-", stdin=other)))

    def test_a_crd_that_is_not_structural(self):
        done = run("publish", "-o", "json", "not-structural.yaml")
        self.assertEqual(0, done.returncode)
        self.assertIn("not-structural.yaml:1: gadgets.example.com v1: published without fields", done.stderr)
        self.assertNotIn("properties", json.loads(done.stdout)["components"]["schemas"][GADGET])
        done = run("publish", "--profile", "kep", "not-structural.yaml")
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("gadgets.example.com v1: not published: the CRD is not structural: ", done.stderr)
        self.assertIn("properties[spec].type: Required value", done.stderr)

    def test_the_kep_unfolds_unions(self):
        (document,) = answers("publish", "--profile", "kep", "crd.yaml")
        spec = document["components"]["schemas"][MACHINE]["properties"]["spec"]
        self.assertEqual([{"required": ["file"]}, {"required": ["url"]}], spec["oneOf"])
        self.assertEqual({"type": "string", "enum": ["File", "Url"]}, spec["properties"]["type"])
        self.assertIn("x-kubernetes-unions", spec)

    def test_unions_that_cannot_be_used_are_not_published(self):
        broken = (CASES / "crd.yaml").read_text().replace("file: File,", "fil: File,")
        done = run("publish", "--profile", "kep", "-", stdin=broken)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("x-kubernetes-unions[0].fields[fil]", done.stderr)

    def test_an_input_without_anything_to_publish_is_an_error(self):
        for arguments, text in ((("--version", "v1alpha1", "crd.yaml"), "no CRD serves version v1alpha1"),
                                (("missing.yaml",), "missing.yaml: cannot be read")):
            done = run("publish", *arguments)
            self.assertEqual(2, done.returncode, arguments)
            self.assertIn(text, done.stderr)
        names = run("publish", "-", stdin=(CASES / "names.ndjson").read_text().splitlines()[24])
        self.assertEqual(1, names.returncode)
        self.assertIn(": not published: ", names.stderr)
        self.assertIn("no CRD found in the files", run("publish", "-", stdin="kind: Pod\n").stderr)
        self.assertIn("no version of the CRDs is served",
                      run("publish", "-", stdin=(CASES / "crd.yaml").read_text().replace("served: true", "served: false")).stderr)

    def test_what_cannot_be_read_does_not_hide_the_rest(self):
        done = run("publish", "-o", "json", "missing.yaml", "crd.yaml")
        self.assertEqual(2, done.returncode)
        self.assertIn(MACHINE, done.stdout)


class Unfold(unittest.TestCase):
    def test_each_schema_of_a_crd_is_unfolded(self):
        schemas = answers("unfold", "crd.yaml")
        self.assertEqual(2, len(schemas))
        spec = schemas[0]["properties"]["spec"]
        self.assertEqual(EITHER, spec["properties"]["port"]["anyOf"])
        self.assertNotIn("oneOf", spec)
        self.assertEqual([{"type": "object"}], answers("unfold", "--version", "v1alpha1", "crd.yaml"))

    def test_each_schema_names_its_kind(self):
        done = run("unfold", "crd.yaml")
        named = [line for line in done.stdout.splitlines() if line.startswith("# ")]
        self.assertEqual(["# machines.example.com v1", "# machines.example.com v1alpha1"], named)
        self.assertNotIn("# ", run("unfold", "-", stdin="type: object\n").stdout)

    def test_as_the_kep_has_it(self):
        (schema,) = answers("unfold", "--profile", "kep", "--version", "v1", "crd.yaml")
        self.assertIn("oneOf", schema["properties"]["spec"])

    def test_a_schema_without_a_crd_is_unfolded(self):
        done = run("unfold", "-", stdin="x-kubernetes-int-or-string: true\nanyOf: [{minimum: 1}]\n")
        self.assertEqual((0, "---\nallOf:\n- anyOf:\n  - type: integer\n  - type: string\nanyOf:\n- minimum: 1\n"
                          "x-kubernetes-int-or-string: true\n", ""), (done.returncode, done.stdout, done.stderr))

    def test_a_schema_without_a_structural_form_is_an_error(self):
        done = run("unfold", "-", stdin="$ref: '#/a'\n")
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("-:1: ", done.stderr)
        for other in ("kind: Pod\n", "resources: [crd.yaml]\n", "openAPIV3Schema: {type: object}\n"):
            done = run("unfold", "-", stdin=other)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn("no schema found in the files", done.stderr)


if __name__ == "__main__":
    unittest.main()
