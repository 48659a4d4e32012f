"""Shared by hack/ship/wheel and hack/ship/npm-package: reads a release's archive, and provides the texts that both
packages have."""
import functools
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "structural"
SUMMARY = "Find, explain and repair CustomResourceDefinitions that the Kubernetes API server refuses or cannot prune"
KEYWORDS = ("kubernetes", "crd", "customresourcedefinition", "linter", "structural-schema")
LICENCE = "Apache-2.0"
HOMEPAGE = re.search(r'HOMEPAGE_URL "(.*?)"', (ROOT / "CMakeLists.txt").read_text())[1]
# {readelf's name of a processor: uname's name}.
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
RELATIVE = re.compile(r"\]\((?!\w+:|#)([^)]+)\)")


def made_at():
    """Returns the modification time that files in a package get, in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or hack("version", "--date"))


def hack(script, *arguments):
    return subprocess.run([ROOT / "hack/ship" / script, *arguments], capture_output=True, text=True, check=True).stdout.strip()


def files_of(archive):
    """Returns the content of each file by its name."""
    with tarfile.open(archive) as packed:
        return {member.name: packed.extractfile(member).read() for member in packed if member.isfile()}


def runs_on(program):
    """Returns the program's processor, by uname's name, and the oldest glibc with which it runs, such as (2, 28)."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(program)
        file.flush()
        said = subprocess.run(["readelf", "--wide", "--file-header", "--version-info", file.name], capture_output=True,
                              text=True, check=True, env={**os.environ, "LC_ALL": "C"}).stdout
    machine = re.search(r"Machine:\s+(.*)", said)[1].strip()
    needed = [tuple(map(int, version.split("."))) for version in re.findall(r"Name: GLIBC_([0-9.]+)", said)]
    return MACHINES[machine], max(needed)[:2]


@functools.cache
def revision(version):
    return hack("version", "--commit") if "-dev" in version else f"v{version}"


def page(path, version):
    """Returns the web address of a file in the sources of this version."""
    return f"{HOMEPAGE}/{'raw' if path.endswith('.svg') else 'blob'}/{revision(version)}/{path}"


def description(version):
    """Returns README.md with links that work outside of the sources."""
    return RELATIVE.sub(lambda match: f"]({page(match[1], version)})", (ROOT / "README.md").read_text())
