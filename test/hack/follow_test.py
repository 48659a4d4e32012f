"""hack/follow: its arguments, and the parts of its report that need no module."""
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

    def test_help(self):
        done = self.run_script("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for option in ("--source", "--only", "--report", "--adopt"):
            self.assertIn(option, done.stdout)

    def test_wrong_arguments(self):
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


class Matrix(unittest.TestCase):
    """docs/stability.md says which releases are tested how."""

    def setUp(self):
        self.rows = re.findall(r"^\| ((?:1\.\d\d(?:, | to )?)+) \| (.*)", (ROOT / "docs/stability.md").read_text(), re.M)

    def releases(self, word):
        return {release for names, rest in self.rows if word in rest for release in expanded(names)}

    def test_each_release_has_one_row(self):
        newest = re.search(r"kNewestMinor = (\d+)", (ROOT / "schema/validate/release.h").read_text())[1]
        listed = [release for names, _ in self.rows for release in expanded(names)]
        self.assertEqual(sorted(listed), [f"1.{minor}" for minor in range(16, int(newest) + 1)])

    def test_programs_of_releases(self):
        versions = (ROOT / "test/oracle/releases/versions.txt").read_text()
        own = self.releases("recorded results") | self.releases("all operations")
        self.assertEqual(own, {line.split()[0] for line in versions.splitlines()})

    def test_nightly_comparisons(self):
        compared = re.search(r"for release in ([\d. ]+);", (ROOT / "hack/nightly").read_text())[1].split()
        self.assertEqual(self.releases("generated CRDs"), set(compared))


def expanded(names):
    if " to " not in names:
        return names.split(", ")
    first, last = (int(name[2:]) for name in names.split(" to "))
    return [f"1.{minor}" for minor in range(first, last + 1)]


class Sources(unittest.TestCase):
    def test_gates_with_stages(self):
        folder, found = trees(pkg__features__kube_features=FEATURES)
        with folder:
            self.assertEqual(sources.gates(found), {"CRDRatcheting: 1.28 Alpha off, 1.30 Beta on"})

    def test_functions_and_overloads(self):
        folder, found = trees(pkg__cel__library__cidr=LIBRARY)
        with folder:
            self.assertEqual(sources.functions(found), {"isMask", "cidr_is_mask"})

    def test_texts_are_of_code(self):
        folder, found = trees(pkg__cel__x='package cel\n\n// "a comment"\nvar why = "must be // x"\nvar name = "x"\n')
        with folder:
            self.assertEqual(sources.texts(found), {'"must be // x"'})

    def test_a_section_lists_both_directions(self):
        self.assertEqual(sources.listed("Formats", {"a", "b"}, {"b", "c"}), ["## Formats", "", "- new: `c`", "- gone: `a`", ""])
        self.assertEqual(sources.listed("Formats", {"a"}, {"a"}), ["## Formats", "", "None differ.", ""])


class Results(unittest.TestCase):
    def test_differences_of_one_cause_are_one_row(self):
        lines = results.report({"validatecr --n 200": COMPARED})
        self.assertIn("| validatecr --n 200 | 200 | 3 |", lines)
        self.assertEqual([line.split(":")[0] for line in lines if line.startswith("###")],
                         ["### 2 of validatecr --n 200", "### 1 of validatecr --n 200"])

    def test_no_difference(self):
        self.assertIn("No result differs.", results.report({"cel --n 5": "cel: 5 lines, 0 differ\n"}))

    def test_a_comparison_that_failed_is_shown(self):
        self.assertIn("| cel | - | compare: judge failed: 2 |", results.report({"cel": "panic\ncompare: judge failed: 2\n"}))


if __name__ == "__main__":
    unittest.main()
