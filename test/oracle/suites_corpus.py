"""Checks that the test suites of OpenShift's API repository pass, with the CRD manifests that OpenShift chooses. usage:
suites_corpus.py STRUCTURAL FOLDER

FOLDER has *.tar.zst: suites, CRDs, FeatureGates, and index.ndjson with the manifests of each suite. Exit code: 0 all
pass, 1 some do not, 77 no suites.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

structural, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])


def check(root):
    """Runs OpenShift's suites with structural test. Yields a message for each failure."""
    done = subprocess.run([structural, "test", "-o", "json", "."], cwd=root, capture_output=True, text=True)
    report = json.loads(done.stdout)
    yield from (f"{case['file']}:{case['line']}: {case['name']}: {failure['reason']}\n{failure['difference']}"
                for case in report["cases"] for failure in case["failures"])
    if done.returncode != 0:
        yield f"exit code {done.returncode}: {done.stderr[-2000:]}"
    chosen = {suite["file"]: sorted(suite["crds"]) for suite in report["suites"]}
    index = [json.loads(line) for line in open(root / "index.ndjson")]
    wanted = {suite["suite"]: sorted(suite["manifests"]) for suite in index}
    yield from (f"{name}: on {chosen.get(name)}, not on {wanted.get(name)}" for name in chosen.keys() | wanted.keys()
                if chosen.get(name) != wanted.get(name))
    if sum(suite["cases"] for suite in index) != report["summary"]["cases"]:
        yield f"{report['summary']['cases']} cases"
    print(report["summary"])


archives = sorted(folder.glob("*.tar.zst"))
if not archives:
    print(f"no suites in {folder}")
    sys.exit(77)
found = []
for archive in archives:
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(["tar", "--zstd", "-xf", archive.resolve(), "-C", root], check=True)
        found += check(pathlib.Path(root))
print("\n".join(found))
sys.exit(1 if found else 0)
