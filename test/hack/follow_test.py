"""Tests of hack/follow: its arguments, and the parts of its report that need no module of Kubernetes."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test/follow"), str(ROOT / "test/upstream")]
import kubernetes_sources as sources  # noqa: E402
import references  # noqa: E402
import results  # noqa: E402

FEATURES = """package features

const CRDRatcheting featuregate.Feature = "CRDRatcheting"

var defaults = map[featuregate.Feature]featuregate.VersionedSpecs{
	CRDRatcheting: {
		{Version: version.MustParse("1.28"), Default: false, PreRelease: featuregate.Alpha},
		{Version: version.MustParse("1.30"), Default: true, PreRelease: featuregate.Beta}, // {Version
	},
}
"""
LIBRARY = """package library

var decls = map[string][]cel.FunctionOpt{
	"isMask": {
		cel.MemberOverload("cidr_is_mask", []*cel.Type{CIDRType}, cel.BoolType),
	},
}
"""
COMPARED = """line 3: {"a":1}
  Kubernetes: {"errors":["spec.x: Invalid value: 3: must be at most 2"],"same":1}
  structural: {"errors":["spec.x: Invalid value: 3: must be less than 2"],"same":1}
line 9: {"a":2}
  Kubernetes: {"errors":["spec.y: Invalid value: 7: must be at most 5"],"same":1}
  structural: {"errors":["spec.y: Invalid value: 7: must be less than 5"],"same":1}
line 11: {"b":2}
  Kubernetes: {"cost":3}
  structural: {"cost":4}
validatecr: 200 lines, 3 differ
"""


def trees(**files):
    folder = tempfile.TemporaryDirectory()
    for place, text in files.items():
        path = pathlib.Path(folder.name, *place.split("__")).with_suffix(".go")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder, {sources.APISERVER: references.Tree(["apiserver"], sources.APISERVER, "v0.37.2", folder.name)}


class Arguments(unittest.TestCase):
    def run_script(self, *arguments):
        return subprocess.run([ROOT / "hack/follow", *arguments], capture_output=True, text=True)

    def test_help_lists_the_flags(self):
        done = self.run_script("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for option in ("--source", "--only", "--report", "--adopt"):
            self.assertIn(option, done.stdout)

    def test_wrong_arguments_are_errors(self):
        for arguments, wanted in (((), "no version"), (("--nonsense",), "unexpected argument"), (("1.36", "1.37"), "one version")):
            with self.subTest(arguments):
                done = self.run_script(*arguments)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(wanted, done.stderr)

    def test_each_comparison_is_an_operation_of_the_oracle(self):
        rows = [line.split("|") for line in (ROOT / "hack/checks/follow.txt").read_text().splitlines() if line[:1] not in ("#", "")]
        judge = (ROOT / "test/oracle/judge/main.go").read_text()
        for need, operation, _ in rows:
            with self.subTest(operation):
                self.assertIn(need.strip(), ("-", "corpus"))
                self.assertIn(f'"{operation.strip()}":', judge)


# A stand-in for the Go command. Its `go mod download` of k8s.io/kube-openapi v0.0.1 fails, as if the proxy did not have
# it. It writes calls that it does not know to the file "calls".
GO = """#!/bin/sh
case "$*" in
  *'list -m -versions'*) printf '%s\\n' v0.37.2 v0.38.0-alpha.2 v0.38.0-beta.0 ;;
  *'-json k8s.io/apiextensions-apiserver@v0.38.0-beta.0') echo '	"GoMod": "'$(dirname "$0")'/later.mod",' ;;
  'mod download k8s.io/kube-openapi@v0.0.1') exit 1 ;;
  'mod download'*) ;;
  *) echo "$*" >>"$(dirname "$0")/calls" ;;
esac
"""


class StandIn(unittest.TestCase):
    def test_a_module_is_replaced_by_that_of_the_next_version(self):
        # This go.mod is longer than the buffer of a pipe. A script that pipes it to a command such as `head` would
        # fail, since the writer gets SIGPIPE.
        required = ["require k8s.io/kube-openapi v0.0.2"] + [f"require example.com/m{i} v1.0.0" for i in range(10000)]
        with tempfile.TemporaryDirectory() as folder:
            go = pathlib.Path(folder, "go")
            go.write_text(GO)
            go.chmod(0o700)
            pathlib.Path(folder, "later.mod").write_text("\n".join(required) + "\n")
            script = (f"set -euo pipefail; . {ROOT}/hack/lib.sh; . {ROOT}/hack/peers/followed.sh; go={go}; "
                      "stand_in v0.38.0-alpha.2 k8s.io/kube-openapi v0.0.1")
            done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            files = {name: pathlib.Path(folder, name).read_text() for name in ("calls", "replaced", "notes.md")}
        self.assertEqual(files["calls"], "mod edit -replace k8s.io/kube-openapi=k8s.io/kube-openapi@v0.0.2\n")
        self.assertEqual(files["replaced"], "k8s.io/kube-openapi@v0.0.2\n")
        self.assertIn("v0.0.1; v0.0.2 replaces it", files["notes.md"])


class Matrix(unittest.TestCase):
    """The table of docs/stability.md, which says how each release is tested, agrees with the scripts."""

    def setUp(self):
        self.rows = re.findall(r"^\| ((?:1\.\d\d(?:, | to )?)+) \| (.*)", (ROOT / "docs/stability.md").read_text(), re.M)

    def releases(self, word):
        return {release for names, rest in self.rows if word in rest for release in expanded(names)}

    def test_each_release_has_one_row(self):
        listed = [release for names, _ in self.rows for release in expanded(names)]
        self.assertEqual(sorted(listed), [f"1.{minor}" for minor in range(16, newest_minor() + 1)])

    def test_each_release_with_recorded_results_is_in_the_list(self):
        versions = (ROOT / "test/oracle/releases/versions.txt").read_text()
        own = self.releases("recorded results") | self.releases("all operations")
        self.assertEqual(own, {line.split()[0] for line in versions.splitlines()})

    def test_the_modules_have_the_versions_of_the_default_release(self):
        """The default is the newest release, and the newest version is the last one of versions.txt."""
        default = int(re.search(r"kDefaultMinor = (\d+)", (ROOT / "schema/kubernetes/releases.h").read_text())[1])
        rows = [line.split() for line in (ROOT / "test/oracle/releases/versions.txt").read_text().splitlines()]
        self.assertEqual(rows[-1][0], f"1.{newest_minor()}")
        released = [row for row in rows if "-" not in row[1]]
        self.assertEqual(released[-1][0], f"1.{default}")
        for module in ("test/oracle/judge", "test/apiserver/current"):
            required = re.search(r"k8s.io/apiextensions-apiserver (\S+)", (ROOT / module / "go.mod").read_text())[1]
            self.assertEqual(required, released[-1][1], module)
        served = re.search(r'kubeVersion = "v1(\S+)"', (ROOT / "test/apiserver/current/main.go").read_text())[1]
        self.assertEqual("v0" + served, released[-1][1])

    def test_the_nightly_run_compares_the_listed_releases(self):
        self.assertIn("$(older_releases)", (ROOT / "hack/nightly").read_text())
        compared = subprocess.run(["bash", "-c", f". {ROOT}/hack/lib.sh; older_releases"], capture_output=True, text=True, check=True)
        self.assertEqual(sorted(self.releases("generated CRDs")), compared.stdout.split())

    def test_the_definitions_of_the_default_release_exist(self):
        """The newest file of hack/update/openapi is that of the default release."""
        default = [line.split()[1] for line in (ROOT / "test/oracle/releases/versions.txt").read_text().splitlines() if "-" not in line.split()[1]][-1]
        self.assertTrue((ROOT / f"test/cases/openapi/v1{default[2:]}.json").exists(), default)


def expanded(names):
    if " to " not in names:
        return names.split(", ")
    first, last = (int(name[2:]) for name in names.split(" to "))
    return [f"1.{minor}" for minor in range(first, last + 1)]


def newest_minor():
    return int(re.search(r"kNewestMinor = (\d+)", (ROOT / "schema/kubernetes/releases.h").read_text())[1])


class Sources(unittest.TestCase):
    def test_gates_have_their_stages(self):
        folder, found = trees(pkg__features__kube_features=FEATURES)
        with folder:
            self.assertEqual(sources.gates(found), {"CRDRatcheting: 1.28 Alpha off, 1.30 Beta on"})

    def test_functions_and_overloads_are_found(self):
        folder, found = trees(pkg__cel__library__cidr=LIBRARY)
        with folder:
            self.assertEqual(sources.functions(found), {"isMask", "cidr_is_mask"})

    def test_texts_in_comments_do_not_count(self):
        folder, found = trees(pkg__cel__x='package cel\n\n// "a comment"\nvar why = "must be // x"\nvar name = "x"\n')
        with folder:
            self.assertEqual(sources.texts(found), {'"must be // x"'})

    def test_a_changed_function_has_its_difference(self):
        old, one = trees(pkg__cel__x="package cel\n\nfunc f() {\n\ta() // a comment\n\tb()\n}\n")
        new, two = trees(pkg__cel__x="package cel\n\nfunc f() {\n\ta() // another\n\tc()\n}\n")
        with old, new:
            lines = sources.difference(one[sources.APISERVER], two[sources.APISERVER], "pkg/cel/x.go", "f")
        self.assertEqual(lines[1:], [" func f() {", " \ta()", "-\tb()", "+\tc()", " }"])

    def test_a_module_with_a_later_major_version_is_found(self):
        self.assertEqual(sources.renamed(["x/m/v6", "x/n"], {"x/m/v7": "v7.0.0", "x/m/v6": "v6.0.0", "x/n": "v1.0.0"}), [("x/m/v6", "x/m/v7")])

    def test_a_section_lists_both_directions(self):
        self.assertEqual(sources.listed("Formats", {"a", "b"}, {"b", "c"}), ["## Formats", "", "- new: `c`", "- gone: `a`", ""])
        self.assertEqual(sources.listed("Formats", {"a"}, {"a"}), ["## Formats", "", "None differ.", ""])


class Results(unittest.TestCase):
    def test_differences_of_one_cause_are_one_row(self):
        lines = results.report({"validatecr --n 200": COMPARED})
        self.assertIn("| validatecr --n 200 | 200 | 3 |", lines)
        self.assertEqual([line.split(":")[0] for line in lines if line.startswith("###")],
                         ["### 2 of validatecr --n 200", "### 1 of validatecr --n 200"])

    def test_the_cause_names_the_differing_member(self):
        self.assertEqual(results.cause('{"schema":{"a":[{"example":{}}]}}', '{"schema":{"a":[{}]}}'),
                         "schema: example is only in Kubernetes' answer")
        self.assertEqual(results.cause('{"cost":1}', '{"cost":2}'), "cost: cost differs")

    def test_a_report_names_the_absence_of_differences(self):
        self.assertIn("No result differs.", results.report({"cel --n 5": "cel: 5 lines, 0 differ\n"}))

    def test_a_comparison_that_failed_is_shown(self):
        self.assertIn("| cel | - | compare: judge failed: 2 |", results.report({"cel": "panic\ncompare: judge failed: 2\n"}))


if __name__ == "__main__":
    unittest.main()
