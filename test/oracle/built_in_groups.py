"""Checks that this project's table of Kubernetes' own API groups contains the groups of Kubernetes' modules. usage:
built_in_groups.py SOURCE

SOURCE is schema/kubernetes/built_in.cc. The modules are those that the oracle was built with;
without them the test is skipped. The table may also have groups that only older releases have.
"""
import pathlib
import re
import subprocess
import sys

JUDGE = pathlib.Path(__file__).parent / "judge"
# API groups that the table omits: those of Kubernetes' tests, and those without resources, whose kinds are only lists,
# options and errors.
OTHERS = {"", "meta.k8s.io", "example.apiserver.k8s.io", "example2.apiserver.k8s.io", "testapigroup.apimachinery.k8s.io"}


def folder_of(module):
    done = subprocess.run(["go", "list", "-m", "-f", "{{.Dir}}", module], cwd=JUDGE, capture_output=True, text=True, check=True)
    return pathlib.Path(done.stdout.strip())


def groups_in(module, below):
    found = set()
    for file in (folder_of(module) / below).rglob("*.go"):
        if not file.name.endswith("_test.go"):
            found.update(re.findall(r'^const GroupName = "(.*)"$', file.read_text(), re.M))
    return found - OTHERS


def main(source):
    table = set(re.findall(r'^    "([a-z0-9.-]+)",$', pathlib.Path(source).read_text(), re.M))
    try:
        wanted = {"apiregistration.k8s.io"} | groups_in("k8s.io/api", ".")
        for module, below in (("k8s.io/apiextensions-apiserver", "pkg/apis"), ("k8s.io/apiserver", "pkg"), ("k8s.io/client-go", "pkg")):
            wanted |= groups_in(module, below)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"skipped: Kubernetes' modules are not there: {error}")
        return 77
    missing = sorted(wanted - table)
    print(f"{len(table)} groups, {len(wanted)} in Kubernetes' modules, missing: {', '.join(missing) or 'none'}")
    return 1 if missing or len(wanted) < 20 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
