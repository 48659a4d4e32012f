"""Checks that structural diff finds no change between a CRD and the same CRD with other descriptions. usage:
diff_same_test.py STRUCTURAL CASES CORPUS [EVERY]. CORPUS is crds.ndjson.zst; if it is missing, the tests that use it
are skipped."""
import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from zstd_lines import lines_of  # noqa: E402

EVERY = int(sys.argv.pop()) if len(sys.argv) > 4 else 40
CORPUS = pathlib.Path(sys.argv.pop())
CASES = pathlib.Path(sys.argv.pop()).resolve()
STRUCTURAL = pathlib.Path(sys.argv.pop()).resolve()


def schemas_of(crd):
    spec = crd["spec"]
    for holder in (spec.get("validation"), *((version or {}).get("schema") for version in spec.get("versions") or [])):
        schema = (holder or {}).get("openAPIV3Schema")
        if isinstance(schema, dict):
            yield schema


def described(crd):
    """Returns the CRD with a new description in each schema, so that no schema has the same bytes as
    before."""
    for schema in schemas_of(crd):
        schema["description"] = "another text"
    return crd


def batch(lines):
    done = subprocess.run([STRUCTURAL, "batch", "diff"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Same(unittest.TestCase):
    def check(self, crds):
        lines = []
        for name, crd in crds:
            before = json.dumps(crd)
            lines += [f'{{"old": {before}, "new": {before}}}', f'{{"old": {before}, "new": {json.dumps(described(crd))}}}']
        wrong, known = [], 0
        for i, answer in enumerate(batch(lines)):
            if "error" in answer:
                continue
            known += 1
            changes = [f'{change["field"]}: {change["text"]}' for change in answer["changes"] if change["aspect"] != "texts"]
            if changes or (i % 2 == 0 and (answer["changes"] or not answer["complete"])):
                wrong.append((crds[i // 2][0], answer["complete"], changes[:3]))
        self.assertEqual([], wrong)
        return known

    def test_crds_of_the_cases(self):
        wrong, known = [], 0
        for file in sorted(CASES.rglob("*.yaml")):
            if b"CustomResourceDefinition" not in file.read_bytes():
                continue
            done = subprocess.run([STRUCTURAL, "diff", "-o", "json", "--texts", file, file], capture_output=True, text=True, timeout=600)
            known += done.returncode == 0
            if done.returncode not in (0, 2) or '"changes": [{' in done.stdout or '"changes":[{' in done.stdout:
                wrong.append((file, done.stdout[-2000:]))
        self.assertEqual([], wrong)
        self.assertGreater(known, 80)

    def test_crds_that_people_wrote(self):
        if not CORPUS.is_file():
            self.skipTest(f"{CORPUS} is not there")
        crds = [(f"line {i + 1}", json.loads(line)) for i, line in enumerate(lines_of(CORPUS)) if i % EVERY == 0]
        self.assertGreater(self.check(crds), len(crds))


if __name__ == "__main__":
    unittest.main()
