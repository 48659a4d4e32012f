"""Code that the tests of linting share."""
import json
import pathlib
import subprocess
import tempfile

# The text of a CRD up to the schema of its version. Tests append the schema to it.
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: jobs.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: jobs, singular: job, kind: Job, listKind: JobList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
"""


def document(text):
    """Returns a complete document for a text. If the text begins with openAPIV3Schema, it is inserted
    into a CRD."""
    if not text.lstrip("§").startswith("openAPIV3Schema:"):
        return text
    return CRD + "".join(f"      {line}" for line in text.splitlines(True))


def findings(structural, text, *flags):
    run = subprocess.run([structural, "lint", "-o", "json", *flags, "-"], input=text, capture_output=True, text=True,
                         timeout=600)
    return json.loads(run.stdout)["findings"]


def findings_of_each(structural, texts, *flags):
    """Returns the findings for each text. One process lints all texts, since a process with a sanitizer
    starts slowly."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"{number:04}.{'json' if text.startswith('{') else 'yaml'}"
                 for number, text in enumerate(texts)]
        for file, text in zip(files, texts):
            file.write_text(text)
        run = subprocess.run([structural, "lint", "-o", "json", *flags, *map(str, files)], capture_output=True,
                             text=True, timeout=600)
        found = json.loads(run.stdout)["findings"]
        return [[finding for finding in found if finding["file"] == str(file)] for file in files]


def marked(text):
    """Returns the positions (line, column) directly after each §, and the text without these marks."""
    places, lines = [], text.split("\n")
    for number, line in enumerate(lines, 1):
        while "§" in line:
            places.append((number, line.index("§") + 1))
            line = line.replace("§", "", 1)
        lines[number - 1] = line
    return places, "\n".join(lines)
