"""kubernetes_sources.py GO VERSION JUDGE: prints the part of hack/follow's report about the sources of Kubernetes.

JUDGE/versions has the versions of all modules, as "MODULE VERSION".
"""
import difflib
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "upstream"))
import references  # noqa: E402
import update  # noqa: E402

APIEXTENSIONS, APISERVER = "k8s.io/apiextensions-apiserver", "k8s.io/apiserver"
APIMACHINERY, OPENAPI, CEL = "k8s.io/apimachinery", "k8s.io/kube-openapi", "github.com/google/cel-go"
FIELDS = ("pkg/apis/apiextensions/v1/types.go", "pkg/apis/apiextensions/v1/types_jsonschema.go")
FORMATS = ((APIEXTENSIONS, "pkg/apiserver/validation/formats.go"), (APISERVER, "pkg/cel/format.go"))
GATES = ((APIEXTENSIONS, "pkg/features"), (APISERVER, "pkg/features"))
FUNCTIONS = ((APISERVER, "pkg/cel"), (CEL, "common/stdlib"), (CEL, "ext"), (CEL, "cel"))
TEXTS = ((APIEXTENSIONS, "pkg/apis/apiextensions/validation"), (APIEXTENSIONS, "pkg/apiserver"),
         (APIEXTENSIONS, "pkg/registry"), (APIEXTENSIONS, "pkg/controller/nonstructuralschema"),
         (APISERVER, "pkg/cel"), (APISERVER, "pkg/endpoints/handlers"), (APISERVER, "pkg/registry/rest"),
         (APIMACHINERY, "pkg/api/validation"), (APIMACHINERY, "pkg/api/validate"), (APIMACHINERY, "pkg/util/validation"),
         (OPENAPI, "pkg/validation"))
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
FUNCTION = re.compile(r'(?:Function|Overload|MemberOverload)\(\s*"([^"]+)"|^\t*"([^"\s]+)":\s*(?:\{|decls|\[\]cel)', re.M)
GATE = re.compile(r"^\t(?:\w+\.)?(\w+): (?:featuregate\.VersionedSpecs)?\{\n?((?:\t\t\{[^\n]*\n)+)", re.M)
STAGE = re.compile(r"MustParse\(\"([\d.]+)\"\)[^}]*?Default: (\w+), PreRelease: (?:featuregate\.)?(\w+)|"
                   r"MajorMinor\((\d+), (\d+)\)[^}]*?Default: (\w+), PreRelease: (?:featuregate\.)?(\w+)")
MAX_LIST_LINES = 200  # maximum number of printed items of a list
MOST_CHANGED = 40  # maximum number of printed lines of a declaration's diff


def text_of(trees, module, place):
    """Returns the text, without comments, of the file `place` of a module, or of all files below the folder `place`."""
    tree = trees.get(module)
    files = tree.folders.get(place, [place] if tree and place in tree.files else []) if tree else []
    texts = (tree.files[file].read_text(errors="replace") for file in sorted(files) if "zz_generated" not in file)
    return without_comments("\n".join(texts))


def without_comments(text):
    return re.sub(r'("(?:\\.|[^"\\\n])*"|`[^`]*`)|//[^\n]*|/\*.*?\*/', lambda match: match[1] or "", text, flags=re.S)


def fields(trees):
    found = set()
    for file in FIELDS:
        names = trees[APIEXTENSIONS].declarations(file) if file in trees[APIEXTENSIONS].files else {}
        found |= {name for name, line in names.items() if "." in name and "json:" in line}
    return found


def strings(trees, places):
    return {each for place in places for each in STRING.findall(text_of(trees, *place))}


def formats(trees):
    return {each for each in strings(trees, FORMATS) if "/" not in each and " " not in each}


def texts(trees):
    return {each for each in strings(trees, TEXTS) if " " in each}


def functions(trees):
    found = set()
    for place in FUNCTIONS:
        found |= {a or b for a, b in FUNCTION.findall(text_of(trees, *place))}
    return found


def gates(trees):
    """Returns a text for each feature gate, with its stages: "CRDX: 1.30 Alpha off, 1.33 Beta on"."""
    found = set()
    for place in GATES:
        for name, rows in GATE.findall(text_of(trees, *place)):
            stages = [(a or f"{b}.{c}", default or other, stage or last)
                      for a, default, stage, b, c, other, last in STAGE.findall(rows)]
            said = ", ".join(f"{since} {stage} {'on' if on == 'true' else 'off'}" for since, on, stage in stages)
            found.add(f"{name}: {said}")
    return found


def listed(title, before, after):
    """Returns the Markdown of a section: the items that are only in `after` ("new"), and those only in `before`
    ("gone")."""
    lines = [f"## {title}", ""]
    for word, items in (("new", after - before), ("gone", before - after)):
        lines += [f"- {word}: `{item}`" for item in sorted(items)[:MAX_LIST_LINES]]
        lines += [f"- {len(items) - MAX_LIST_LINES} more are {word}"] if len(items) > MAX_LIST_LINES else []
    return [*(lines if len(lines) > 2 else [*lines, "None differ."]), ""]


def plain_lines(tree, file, name):
    """Returns the lines of a declaration without comments and imports. With the name "-", returns those of the whole
    file or folder."""
    if tree is None or file not in tree.files and file not in tree.folders:
        return []
    if name == "-":
        texts = [tree.files[each].read_text(errors="replace") for each in tree.within(file) if not each.endswith("_test.go")]
    else:
        texts = [tree.declarations(file).get(name, "")] if file in tree.files else []
    text = without_comments(references.IMPORTS.sub("", "\n".join(texts)))
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def difference(before, after, file, name):
    """Returns the diff of a declaration between the trees of two versions of a module, as lines."""
    lines = list(difflib.unified_diff(plain_lines(before, file, name), plain_lines(after, file, name), n=2, lineterm=""))[2:]
    return lines if len(lines) <= MOST_CHANGED else [*lines[:MOST_CHANGED], f"… {len(lines) - MOST_CHANGED} more lines"]


def mirrored(before, after, places, trees=({}, {})):
    """Returns the Markdown of a section: declarations that comments name, and whose text differs. `trees` has the trees
    of both versions by module."""
    lines = ["## Functions that comments name", ""]
    rows = sorted(update.changed(before, after).items())
    for (state, module, file, name), named in rows:
        mirrors = sorted({place.rsplit(":", 1)[0] for each in named for place in places.get(each, [])})
        what = f"`{file}`" if name == "-" else f"`{name}` of `{file}`"
        lines.append(f"- {state}: {what} in {module}. See {', '.join(f'`{mirror}`' for mirror in mirrors)}.")
        diff = difference(trees[0].get(module), trees[1].get(module), file, name) if state == "changed" else []
        lines += ["", "  ```diff", *(f"  {line}" for line in diff), "  ```", ""] if diff else []
    return [*(lines if rows else [*lines, "None differ."]), ""]


def renamed(modules, others):
    """Returns (module, other) for each module of which `others` has a later major version, such as …/v5 for …/v4."""
    def parts(module):
        major = re.search(r"/v(\d+)$", module)
        return module[:major.start()] if major else module, int(major[1]) if major else 1
    newest = {}
    for each in sorted(others, key=lambda module: parts(module)[1]):
        newest[parts(each)[0]] = each
    return [(each, other) for each in modules if parts(other := newest.get(parts(each)[0], each))[1] > parts(each)[1]]


def by_module(trees):
    found = {}
    for tree in trees:
        found.setdefault(tree.module, tree)
    return found


def main():
    go, version, judge = sys.argv[1:]
    others = dict(line.split() for line in pathlib.Path(judge, "versions").read_text().splitlines() if len(line.split()) == 2)
    ours, elsewhere = references.fetched(go, references.modules())
    absent = []
    theirs, _ = references.fetched(go, references.modules(version, others), absent)
    theirs += [tree for tree in ours if any(each.startswith(f"{tree.module}@") for each in absent)]
    before, after = by_module([t for t in ours if not t.only]), by_module([t for t in theirs if not t.only])
    lines = [f"The sources are compared with {APIEXTENSIONS} {before[APIEXTENSIONS].version}.", ""]
    followed = [module for names, module, given in references.modules() if given and module in by_module(ours)
                and not any("@" in name for name in names)]
    lines += [f"- This version requires `{new}` in place of `{old}`: compare it by hand." for old, new in renamed(followed, others)]
    lines += [f"- The module proxy does not have `{each}`: it is not compared." for each in absent] + [""] * bool(absent)
    for title, facts in (("Fields of CRDs", fields), ("Formats", formats), ("Functions and overloads in CEL", functions),
                         ("Feature gates and their stages", gates), ("Texts", texts)):
        lines += listed(title, facts(before), facts(after))
    # For functions of Go's own library, both versions have the texts of the Go installation on this machine, so they do
    # not differ.
    there = references.references()
    old = {each: references.Reader(ours, elsewhere).resolve(each)[0] for each in there}
    new = {each: references.Reader(theirs, elsewhere).resolve(each)[0] for each in there}
    print("\n".join(lines + mirrored(old, new, there, (before, after))))


if __name__ == "__main__":
    main()
