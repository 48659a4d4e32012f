"""Measures structural lint, parsing with libyaml, and other linters on the same files.

usage: lint_against_others.py --structural PROGRAM --libyaml LIBYAML_PARSE [--linters FOLDER] [--rounds N] CRDS

The programs take turns; a figure is the median of the rounds. CPU is user and system time of all
threads, garbage collection included: it is more reliable than wall time on a busy machine. Peak is
the maximum resident memory of the process. The other linters run only once, as they take long.

kubectl-validate runs the API server's own validation of new CRDs. kubeconform needs a JSON schema
of CRDs: here it is that of the API server's OpenAPI document, with metadata and status of any
form. Neither supports v1beta1: kubectl-validate reads it as v1, and kubeconform gets the schema of
v1.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

KIND = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition"


def measured(command, **more):
    """Returns (CPU seconds, peak bytes). The exit code does not matter, since the files have violations."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def schema_of_a_crd(openapi, folder):
    """Writes the schema for kubeconform. Returns its path."""
    document = json.loads(openapi.read_text())
    schemas = document["components"]["schemas"]
    schemas[KIND]["properties"].update(metadata={"type": "object"}, status={})
    whole = json.dumps({"$ref": f"#/components/schemas/{KIND}", "components": {"schemas": schemas}})
    for version in ("v1", "v1beta1"):
        (folder / f"customresourcedefinition-apiextensions-{version}.json").write_text(whole)
    return f"{folder}/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json"


def others(linters, crds, folder):
    location = schema_of_a_crd(linters / "apiextensions-v1.json", folder)
    yield "kubectl-validate", measured([linters / "kubectl-validate", "--version", "1.29", crds])
    yield "kubeconform", measured([linters / "kubeconform", "-schema-location", location, crds])


def own(args, files):
    """Returns {name of a program: the median of its rounds}."""
    lint = [args.structural, "lint", "-o", "text", args.crds]
    commands = {"libyaml, parsing alone": [args.libyaml],
                "structural lint, one thread": [*lint, "--jobs", "1"],
                "structural lint": lint,
                "structural lint --strict": [*lint, "--strict"]}
    found = {name: [] for name in commands}
    for _ in range(args.rounds):
        for name, command in commands.items():
            with open(files) as names:
                found[name].append(measured(command, stdin=names))
    return {name: tuple(map(statistics.median, zip(*rounds))) for name, rounds in found.items()}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--libyaml", required=True)
    parser.add_argument("--linters", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("crds")
    return parser.parse_args()


def main():
    args = arguments()
    args.crds = os.path.realpath(args.crds)  # kubeconform does not follow links
    paths = sorted(file for file in pathlib.Path(args.crds).rglob("*") if file.is_file())
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        names = folder / "files"
        names.write_text("".join(f"{path}\n" for path in paths))
        rows = own(args, names)
        if args.linters:
            rows.update(others(args.linters, args.crds, folder))
    print(f"{len(paths)} files, {sum(path.stat().st_size for path in paths) / 1e6:.0f} MB\n")
    print(f"{'':<28} {'CPU s':>8} {'peak MB':>8} {'times ours':>11}")
    for name, (cpu, peak) in rows.items():
        print(f"{name:<28} {cpu:>8.2f} {peak / 1e6:>8.0f} {cpu / rows['structural lint'][0]:>11.2f}")


if __name__ == "__main__":
    main()
