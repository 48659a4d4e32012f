"""Replays the inputs of the fuzzers as inputs of commands: the seeds, which are the test cases, and the findings in
test/cases/fuzz. One instance of structural.wasm runs all commands. It must give the program's answers.

usage: corpus_test.py STRUCTURAL [CORPUS]
STRUCTURAL_TEST_WASM is the module. CORPUS is a folder with further inputs, TARGET/NAME, as hack/checks/fuzz collects them.
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import equal_test
import module

sys.path.insert(0, str(equal_test.ROOT / "test/fuzz"))
import seeds  # noqa: E402

FILES_AT_ONCE = 100
# Targets whose inputs are files of a user, and the commands that read many of them.
TEXTS = ("crd", "lint", "yaml", "edit", "json", "convert", "generate", "publish")
ON_FILES = [["lint", "--strict", "-o", "json"], ["lint", "-o", "sarif", "--fixes", "wider"], ["fix", "--allow", "wider", "-o", "json"],
            ["validate", "-o", "json", "--crd", "crd.json"], ["owners", "-o", "json"], ["test", "-o", "json", "--crd", "crd.json"]]
CRD = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def inputs(folders, *targets):
    """Yields the inputs of these targets, each once."""
    known = set()
    for target, folder in itertools.product(targets, folders):
        for path in sorted((folder / target).glob("*")):
            data = path.read_bytes()
            if data not in known:
                known.add(data)
                yield data


def written(folder, name, value):
    (folder / name).write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return name


def values(folders, *targets):
    """Yields the inputs that are JSON objects."""
    for data in inputs(folders, *targets):
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield value


def of_kind(value):
    """Returns an object of the kind of seeds.crd_of."""
    head = {"apiVersion": "example.com/v1", "kind": "Case", "metadata": {"name": "one"}}
    return {**value, **head} if isinstance(value, dict) else {**head, "spec": value}


def commands(folders, folder):
    """Yields (words, standard input). Writes the files of each command into the folder before."""
    written(folder, "crd.json", seeds.crd_of(CRD, "v1"))
    texts = inputs(folders, *TEXTS)
    while chunk := list(itertools.islice(texts, FILES_AT_ONCE)):
        names = [written(folder, f"{number}.yaml", data) for number, data in enumerate(chunk)]
        for words in ON_FILES:
            yield [*words, *names], ""
        for one, other in zip(names[::10], names[1::10]):
            yield ["diff", "-o", "json", one, other], ""
    for data in inputs(folders, "cel"):
        yield ["cel", "-o", "json", "-"], data.decode(errors="replace")
    for value in values(folders, "diff"):
        yield ["diff", "-o", "json", *(written(folder, f"{side}.json", seeds.crd_of(value.get(side), "v1")) for side in ("old", "new"))], ""
    for value in values(folders, "rules", "objects"):
        words = ["validate", "-o", "json", "--crd", written(folder, "schema.json", seeds.crd_of(value.get("schema"), "v1"))]
        if value.get("old"):
            words += ["--old", written(folder, "old.json", of_kind(value["old"]))]
        yield [*words, written(folder, "object.json", of_kind(value.get("object")))], ""


def main(program, *further):
    path = os.path.abspath(module.module())
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as name:
        subprocess.run([sys.executable, equal_test.ROOT / "test/fuzz/seeds.py", equal_test.ROOT / "test/cases", made], check=True)
        folder, folders = pathlib.Path(name), [pathlib.Path(made), equal_test.ROOT / "test/cases/fuzz", *map(pathlib.Path, further)]
        served = module.Served(path, folder)
        compared = differences = 0
        for words, stdin in commands(folders, folder):
            compared += 1
            expected = module.native(os.path.abspath(program), *words, stdin=stdin, folder=folder)
            differences += equal_test.differs(words[:8] if len(words) > FILES_AT_ONCE else words, expected, served.run(*words, stdin=stdin))
        served.close()
    print(f"{compared} commands compared, {differences} differences")
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
