"""Finds the code that comments mirror in Go modules. A comment names it: "Upstream: file function (version)".

A reference consists of modules, folders, files and names. From left to right, each of them is searched in the previous
one. A name without a file is searched in the modules of modules.txt, in their order.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "test/docs"))
import sources  # noqa: E402

TABLE = HERE / "functions.txt"
KUBERNETES = "k8s.io/apiextensions-apiserver"
ENDINGS = (".go", ".proto", ".tmpl")
BRACES = re.compile(r"\{([\w,]+)\}")
# The form of a name of code, which English words do not have, such as a capital letter after a small one, an
# underscore, or a dot between letters.
NAME = re.compile(r"(?=.*(?:[a-z\d][A-Z]|_|\w\.\w|[A-Z]{2}[a-z]))[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
PLAIN = re.compile(r"[A-Za-z]\w*")
# Words in references that have this form, but are not names of Go code.
WORDS = {"OpenAPI", "JSONs", "URLs", "POINTER", "HTTP", "CSV", "TLS", "OpenShift", "WatchList", "uids", "resourceVersion",
         "DNS", "IPv4", "IPv6", "UTF", "en_US", "managedFields", "HTTP/2"}
IMPORTS = re.compile(r"^import \([^)]*\)$", re.M)
OURS = re.compile(r"k[A-Z]\w+")  # constants of this project, which are not searched
LOCAL = re.compile(r"^\t+(\w+) := func\(")
TEMPLATE = re.compile(r'\{\{-? *define "(\w+)".*?(?=\{\{-? *define |\Z)', re.S)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
OPENS = re.compile(r"^(?:const|var|type) \($")
TOP = re.compile(r"^(?:func (?:\((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) )?(\w+)|(?:type|var|const) (\w+)|message (\w+))")
MEMBER = re.compile(r"^(?:\t|  )+(?:(?:optional|repeated) \S+ )?([A-Za-z_]\w*)\b")


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    return [name for name in listed.decode().split("\0") if name and not name.startswith(("test/docs/", "test/upstream/"))]


def references():
    """Returns {reference: [file:line, ...]} of all references in comments of the tree."""
    found = {}
    for name in tracked():
        path = ROOT / name
        kind = sources.language(path) if path.is_file() else None
        text = path.read_text(errors="replace") if kind else ""
        if "Upstream:" not in text:
            continue
        for line, block in sources.comments(kind, text):
            for match in sources.UPSTREAM.finditer(block):
                reference = " ".join(match[0].split()).removeprefix("Upstream: ")
                found.setdefault(reference, []).append(f"{name}:{line}")
    return found


def modules(kubernetes=None, others=()):
    """Returns rows (names, module, version) of modules.txt, in which the versions are resolved: those of `others`, by
    module, in place of those of the oracle."""
    others = dict(others)
    kubernetes = kubernetes or version_in("test/oracle/judge", KUBERNETES)
    rows = []
    for line in (HERE / "modules.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            names, module, version = (part.strip() for part in line.split("|"))
            version = {"$KUBERNETES": kubernetes, "$WHOLE": "v1" + kubernetes[2:]}.get(version, version)
            if version == "test/oracle/judge" and module in others:
                version = others[module]
            elif "/" in version and module != "-":
                version = version_in(version, module)
            rows.append((names.split(), module, version))
    return rows


def version_in(folder, module):
    text = (ROOT / folder / "go.mod").read_text()
    if module == "std":
        return re.search(r"^go (\S+)", text, re.M)[1]
    found = re.search(rf"^\s*(?:require )?{re.escape(module)} (v\S+)", text, re.M)
    if not found:
        raise SystemExit(f"upstream: {folder}/go.mod does not require {module}")
    return found[1]


class Tree:
    """The sources of one version of a module."""

    def __init__(self, names, module, version, folder):
        self.module, self.version, self.folder = module, version, pathlib.Path(folder)
        self.only = {name.split("@")[1] for name in names if "@" in name}
        plain = re.sub(r"/v\d+$", "", module)
        self.labels = {name.split("@")[0] for name in names} | {module, plain, module.removeprefix(plain.rpartition("/")[0] + "/")}
        self.files, self.folders = {}, {}
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if path.suffix in ENDINGS and "/testdata/" not in name:
                self.files[name] = path
                for folder in () if name.endswith("_test.go") else pathlib.PurePosixPath(name).parents:
                    self.folders.setdefault(str(folder), []).append(name)
        self.read = {}

    def find(self, wanted):
        """Returns the files and folders whose paths end with `wanted`."""
        wanted = wanted.strip("/")
        for label in sorted(self.labels, key=len, reverse=True):
            if wanted.startswith(label + "/"):
                inner = self.find_path(wanted[len(label) + 1:])
                if inner:
                    return inner
        return self.find_path(wanted)

    def find_path(self, wanted):
        exact = [name for name in (wanted, f"pkg/{wanted}") if name in self.files or name in self.folders]
        if exact:
            return exact[:1]
        ends = "/" + wanted
        return [name for name in [*self.files, *self.folders] if name.endswith(ends)]

    def within(self, name):
        """Returns the file with this path, or the files in the folder with this path."""
        inside = [name] if name in self.files else self.folders.get(name, [])
        return [file for file in inside if "/" not in file.removeprefix(name + "/")] or inside

    def declarations(self, name):
        if name not in self.read:
            text = self.files[name].read_text(errors="replace")
            self.read[name] = {m[1]: m[0] for m in TEMPLATE.finditer(text)} if name.endswith(".tmpl") else declared(text)
        return self.read[name]


def declared(text):
    """Returns {name: text} of the declarations in the text of a Go file. Methods and fields have the name Type.name."""
    lines, found, i = text.split("\n"), {}, 0
    while i < len(lines):
        line = lines[i]
        top = TOP.match(line)
        group = OPENS.match(line)
        if not top and not group:
            i += 1
            continue
        end = i
        if line.rstrip().endswith(("{", "(", ",")) or group:
            while end + 1 < len(lines) and not lines[end + 1].startswith(("}", ")")):
                end += 1
            end = min(end + 1, len(lines) - 1)
        whole = "\n".join(lines[i:end + 1])
        if top:
            receiver, function, other, message = top.groups()
            name = function or other or message
            found[f"{receiver}.{name}" if receiver else name] = whole
            if receiver:
                found.setdefault(name, whole)
        if top and top[2]:
            found.update((local[1], line) for line in lines[i + 1:end] if (local := LOCAL.match(line)) and local[1] not in found)
        elif group or top:
            add_members(lines[i + 1:end], top and (top[3] or top[4]), found)
        i = end + 1
    return found


def add_members(lines, owner, found):
    """Adds the members of a type, or of a group of declarations, to `found`. Does the same for the members of the types
    in them."""
    inner = owner
    for line in lines:
        member = MEMBER.match(line)
        if not member:
            continue
        depth = len(line) - len(line.lstrip("\t "))
        if owner is None and depth == 1:
            inner = member[1]
        name = member[1]
        found.setdefault(name, line)
        if inner and inner != name:
            found.setdefault(f"{inner}.{name}", line)


def digest(*texts):
    plain = " ".join(" ".join(COMMENT.sub("", IMPORTS.sub("", text)).split()) for text in texts)
    return hashlib.sha256(plain.encode()).hexdigest()[:12]


class Place:
    """The place in which the next name of a reference is searched: files and folders of the tree `tree`, or all of
    `trees` if `tree` is None."""

    def __init__(self, trees, tree=None, paths=()):
        self.trees, self.tree, self.paths = trees, tree, list(paths)


class Reader:
    def __init__(self, trees, elsewhere):
        self.trees, self.elsewhere = trees, elsewhere

    def resolve(self, reference):
        """Searches the names in a reference. Returns its rows (module, file, name, hash), and the words that were not
        found."""
        trees = [t for t in self.trees if any(f"({version}" in reference for version in t.only)]
        trees += [t for t in self.trees if not t.only]
        self.place, self.all, self.outside, self.chain = Place(trees), trees, False, True
        self.rows, self.missing, self.pending = [], [], None
        for word in words_of(reference):
            self.read(word)
        self.flush()
        return self.rows, self.missing

    def read(self, word):
        if word in self.elsewhere:
            self.flush()
            self.outside = True
            self.add("-", word, "-", "-")
            return
        labelled = [t for t in self.all if word in t.labels]
        if labelled:
            self.flush()
            self.outside, self.chain = False, True
            self.place = Place(labelled[:1])
        elif word in WORDS or OURS.fullmatch(word):
            pass
        elif "/" in word or word.endswith(ENDINGS):
            self.read_path(word)
        elif NAME.fullmatch(word):
            self.read_name(word)
        elif PLAIN.fullmatch(word):
            self.chain = self.chain and (word == "and" or self.read_plain(word))

    def read_path(self, word):
        inner = self.find_in_folder(word)
        if inner and not any(path in inner[0].files for path in self.place.paths):
            self.pending = None
        found = inner or next(
            ((t, paths) for t in [*self.place.trees, *self.all] if (paths := t.find(word))), None)
        if found is None:
            if not self.outside:
                self.missing.append(word)
            return
        self.flush()
        self.outside, self.chain = False, True
        tree, paths = found
        shortest = min(len(path) for path in paths)
        self.pending = word
        self.place = Place([tree], tree, [p for p in paths if len(p) == shortest] if word.endswith(".go") else paths)

    def find_in_folder(self, word):
        tree = self.place.tree
        for path in self.place.paths if tree else ():
            folder = path if path in tree.folders else str(pathlib.PurePosixPath(path).parent)
            for name in (f"{folder}/{word}", word if folder == "." else None):
                if name in tree.files or name in tree.folders:
                    return tree, [name]
        return None

    def read_name(self, word):
        hits = self.search(word)
        if hits:
            self.take(hits)
        elif not self.outside:
            self.missing.append(word)

    def read_plain(self, word):
        """Searches a word that may be an English one in the file or folder that the reference names before it. Returns
        whether the word is a name there."""
        place = self.place
        paths = self.place.paths if place.tree else []
        hits = [hit for path in paths for hit in hits_in(place.tree, place.tree.within(path), word)]
        if not hits and place.trees and place.tree is None and len(place.trees) == 1:
            # The word is a package of Go's library, such as "time" or "fmt".
            tree, inner = place.trees[0], place.trees[0].find(word)
            if inner and word in inner:
                self.flush()
                self.place, self.pending = Place([tree], tree, [word]), word
                return True
            hits = hits_in(tree, tree.folders["."], word)[:1] if word[0].isupper() else []
        if hits:
            self.take(hits[:1])
        return bool(hits)

    def search(self, word):
        place = self.place
        if place.tree:
            for path in place.paths:
                hits = hits_in(place.tree, place.tree.within(path), word)
                # The word may be a method without a declaration of its own: the type or variable before the dot is
                # searched.
                hits = hits or hits_in(place.tree, place.tree.within(path), word.split(".")[0])
                if hits:
                    return hits
            for path in place.paths:
                folder = str(pathlib.PurePosixPath(path).parent)
                hits = hits_in(place.tree, place.tree.folders.get(folder, []), word)
                if hits:
                    return hits
        for tree in [*place.trees, *self.all]:
            hits = hits_in(tree, tree.folders["."], word)
            if hits:
                return hits if len(hits) < 4 else hits[:1]
        return []

    def take(self, hits):
        self.pending = None
        for tree, file, name, text in hits:
            self.add(tree.module, file, name, digest(text))

    def flush(self):
        """If no names have followed the last file or folder of the reference, adds one row for it as a whole."""
        if self.pending is not None:
            tree = self.place.tree
            for path in self.place.paths:
                texts = [tree.files[name].read_text(errors="replace") for name in tree.within(path)]
                self.add(tree.module, path, "-", digest(*texts))
        self.pending = None

    def add(self, *row):
        if row not in self.rows:
            self.rows.append(row)


def words_of(reference):
    text = re.sub(r"\(v?\d[\w., -]*\)", " ", reference).replace("(Update)", "").replace("`", " ")
    for word in text.split():
        whole = word if word.startswith("https:") else word.strip(",;:.()\"'")
        braces = BRACES.search(whole)
        if braces:
            for each in braces[1].split(","):
                rest = whole[:braces.start()] + each + whole[braces.end():]
                yield from words_of(rest) if BRACES.search(rest) else [rest]
        elif whole:
            yield whole.removesuffix("'s") if whole != "specification's" else whole


def hits_in(tree, files, word):
    """Returns (tree, file, name, text) of each declaration in `files` that has the name `word`."""
    found, parts = [], word.split(".")
    for file in files:
        names = tree.declarations(file)
        if word in names:
            found.append((tree, file, word, names[word]))
        elif len(parts) > 1 and ".".join(parts[1:]) in names and is_package(file, parts[0]):
            found.append((tree, file, ".".join(parts[1:]), names[".".join(parts[1:])]))
    return found


def is_package(file, name):
    folders = pathlib.PurePosixPath(file).parent.parts
    return bool(folders) and (folders[-1] == name or (len(folders) > 1 and folders[-1][0] == "v" and folders[-2] == name))


def fetched(go, rows, absent=None):
    """Fetches the modules with the Go command. Returns [Tree], {names of sources that are not modules}. Modules that
    the proxy does not have are an error; if `absent` is a list, they are appended to it and omitted."""
    trees, elsewhere = [], set()
    wanted = [f"{module}@{version}" for _, module, version in rows if module not in ("-", "std")]
    done = subprocess.run([go, "mod", "download", "-json", *wanted], stdout=subprocess.PIPE, text=True, cwd="/")
    folders, decoder, at = {}, json.JSONDecoder(), 0
    while at < len(done.stdout.rstrip()):
        value, at = decoder.raw_decode(done.stdout, at)
        at += len(done.stdout[at:]) - len(done.stdout[at:].lstrip())
        if "Error" in value and absent is None:
            raise SystemExit(f"upstream: {value['Error']}")
        if "Error" in value:
            absent.append(f"{value['Path']}@{value['Version']}")
            continue
        folders[f"{value['Path']}@{value['Version']}"] = value["Dir"]
    std = subprocess.run([go, "env", "GOROOT"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip() + "/src"
    for names, module, version in rows:
        if module == "-":
            elsewhere.update(names)
        elif module == "std" or f"{module}@{version}" in folders:
            trees.append(Tree(names, module, version, std if module == "std" else folders[f"{module}@{version}"]))
    return trees, elsewhere


def read_table(text):
    """Reads the table functions.txt. Returns {reference: [(module, file, name, hash), ...]}."""
    table, reference = {}, None
    for line in text.splitlines():
        if line.startswith("  "):
            table[reference].append(tuple(line.split()))
        elif line and not line.startswith("#"):
            reference = line
            table[reference] = []
    return table


def write_table(table):
    lines = ["# Made by hack/update/upstream: what each \"Upstream:\" of a comment names, with a hash of its text.",
             "# MODULE FILE NAME HASH; the name \"-\" is the whole file or folder, the module \"-\" is not one of Go."]
    for reference in sorted(table):
        lines += [reference, *("  " + " ".join(row) for row in table[reference])]
    return "\n".join(lines) + "\n"
