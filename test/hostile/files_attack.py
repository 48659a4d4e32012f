"""Attacks every command that reads files with hostile files and folders. usage: files_attack.py --structural PATH
[--long]"""
import argparse
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sanitized import sanitized  # noqa: E402

MIB = 1 << 20
SECONDS = 60  # maximum seconds of a command, many times what it needs
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}}}}
"""
OBJECT = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n"
GO = "package v1\n\n// +union\ntype U struct {\n\tA *string `json:\"a\"`\n}\n"
COMMANDS = {  # commands that walk folders; GOOD becomes the path of a valid CRD
    "lint": "lint FOLDER", "lint -j 1": "lint -j 1 FOLDER", "lint --against": "lint GOOD --against FOLDER",
    "fix": "fix FOLDER", "upgrade": "upgrade FOLDER", "tree": "tree FOLDER", "unfold": "unfold FOLDER",
    "publish": "publish FOLDER", "generate go": "generate go FOLDER",
    "validate": "validate --crd GOOD FOLDER", "validate --crd": "validate --crd FOLDER OBJECT",
    "union normalize --old": "union normalize --crd GOOD --old FOLDER OBJECT", "prune": "prune --crd GOOD FOLDER",
    "union from-go": "union from-go FOLDER", "cel --crd": "cel --crd FOLDER", "cel --object": "cel true --crd GOOD --object FOLDER",
    "webhook --crd": "webhook --tls-cert /dev/null --tls-key /dev/null --unions --crd FOLDER",
}
FILES = {  # commands that read one file; FILE becomes its path
    "lint FILE": "lint FILE", "lint --baseline": "lint --baseline FILE GOOD", "lint --against FILE": "lint --against FILE GOOD",
    "lint --config": "lint --config FILE GOOD", "explain --crd FILE": "explain disks --crd FILE",
    "fix FILE": "fix FILE", "fix --write FILE": "fix --write FILE", "upgrade FILE": "upgrade FILE", "tree FILE": "tree FILE",
    "unfold FILE": "unfold FILE", "publish FILE": "publish FILE", "generate go FILE": "generate go FILE",
    "generate proto --numbers": "generate proto --numbers FILE GOOD",
    "validate FILE": "validate --crd GOOD FILE", "validate --crd FILE": "validate --crd FILE OBJECT",
    "union normalize --old FILE": "union normalize --crd GOOD --old FILE OBJECT", "prune FILE": "prune --crd GOOD FILE",
    "union from-go FILE": "union from-go FILE",
    "cel --crd FILE": "cel --crd FILE", "cel --object FILE": "cel true --crd GOOD --object FILE",
    "cel --old FILE": "cel true --crd GOOD --object OBJECT --old FILE", "controller --flags-file": "controller --flags-file FILE",
    "webhook --flags-file": "webhook --flags-file FILE", "webhook --crd FILE": "webhook --tls-cert /dev/null --tls-key /dev/null --unions --crd FILE",
}


class Failed(Exception):
    pass


def end_of(command, cwd=None, stdin=b"", ok=(0, 1, 2)):
    """Runs the command. Returns its exit code, its output and its maximum memory in MiB. Raises Failed if
    it crashes or does not end."""
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        output = process.communicate(stdin, timeout=SECONDS)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failed(f"does not end within {SECONDS} s")
    if process.returncode not in ok:
        raise Failed(f"ends with {process.returncode} after {time.monotonic() - began:.1f} s: {output[-300:]}")
    return process.returncode, output


class Attack:
    def __init__(self, structural, long):
        self.structural, self.long, self.bad, self.count = structural, long, [], 0
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="structural-files-"))
        self.good, self.object = self.folder / "good.yaml", self.folder / "object.yaml"
        self.good.write_text(CRD)
        self.object.write_text(OBJECT)

    def command(self, words, **places):
        at = {"GOOD": str(self.good), "OBJECT": str(self.object), **{k: str(v) for k, v in places.items()}}
        return [self.structural, *(at.get(word, word) for word in words.split())]

    def row(self, name, check):
        self.count += 1
        try:
            check()
        except Failed as failure:
            self.bad.append(f"{name}: {failure}")

    def tree(self, name):
        folder = self.folder / name
        folder.mkdir()
        (folder / "a.yaml").write_text(CRD)
        (folder / "object.yaml").write_text(OBJECT)
        (folder / "u.go").write_text(GO)
        return folder

    def every(self, name, folder, says=None, code=None, commands=COMMANDS):
        for command, words in commands.items():
            def check(words=words):
                returned, output = end_of(self.command(words, FOLDER=folder))
                if says and says not in output:
                    raise Failed(f"does not say {says!r}: {output[-300:]}")
                if code is not None and returned != code:
                    raise Failed(f"ends with {returned}: {output[-300:]}")
            self.row(f"{command}, {name}", check)

    def ignore_files(self):
        def fifo(path):
            os.mkfifo(path)

        def large(path):
            path.write_bytes(b"#" * (MIB + 1))

        kinds = {"a folder": pathlib.Path.mkdir, "a pipe": fifo, "more than 1 MiB": large,
                 "a link to /dev/zero": lambda path: path.symlink_to("/dev/zero"),
                 "a link to itself": lambda path: path.symlink_to(".gitignore")}
        for kind, make in kinds.items():
            folder = self.tree("ignore " + kind.replace("/", " "))
            make(folder / ".gitignore")
            some = COMMANDS if self.long or kind == "a link to /dev/zero" else {"lint": "lint FOLDER"}
            self.every(f".gitignore is {kind}", folder, says=".gitignore: ", code=2, commands=some)

    def globs(self):
        for count in (12, 100, 1000):
            folder = self.tree(f"globs {count}")
            deep = folder.joinpath(*["a"] * 200)
            deep.mkdir(parents=True)
            (deep / "b.yaml").write_text(CRD)
            (folder / ".gitignore").write_text("**/a/" * count + "c\n" + "**/a/" * count + "\n" + "*a" * count + "b\n")
            self.every(f"**/a/ x {count}", folder, commands={"lint": "lint -q FOLDER"})
            exclude = f"lint -q --exclude {'**/a/' * count}c FOLDER"
            self.every(f"--exclude **/a/ x {count}", folder, commands={"lint": exclude})

    def inputs(self):
        folder = self.tree("inputs")
        os.mkfifo(folder / "pipe.yaml")
        (folder / "zero.yaml").symlink_to("/dev/zero")
        (folder / "zero.go").symlink_to("/dev/zero")
        (folder / "self.yaml").symlink_to("self.yaml")
        (folder / "gone.yaml").symlink_to("nowhere")
        (folder / "folder.yaml").mkdir()
        (folder / "loop").symlink_to(".")
        with socket.socket(socket.AF_UNIX) as listener:
            # Binds a relative path, because the path of a socket can only be short.
            os.chdir(folder)
            listener.bind("socket.yaml")
            os.chdir("/")
        self.every("pipes, devices, loops", folder)

    def named(self):
        for command, words in FILES.items():
            self.row(f"{command} is /dev/zero", lambda words=words: self.zero(words))
            self.row(f"{command} is not there", lambda words=words: end_of(self.command(words, FILE=self.folder / "nothing")))
        self.row("lint of a pipe", self.pipe)

    def zero(self, words):
        if not self.long and "lint FILE" not in words and "--baseline" not in words and "--flags-file" not in words and "--config" not in words:
            return  # the short form runs only some of the commands, since each of them takes a second
        code, output = end_of(self.command(words, FILE="/dev/zero"))
        if code != 2 or "MiB" not in output:
            raise Failed(f"ends with {code}: {output[-300:]}")

    def pipe(self):
        done = subprocess.run(["bash", "-c", f"'{self.structural}' lint -q <(cat '{self.good}')"], timeout=SECONDS,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"process substitution: {done.returncode} {done.stderr}")

    def places(self):
        gone = self.folder / "gone"
        gone.mkdir()
        removing = f"cd '{gone}' && rmdir '{gone}' && exec '{self.structural}' "
        for words in ("lint .", "lint -j 1 .", "lint ./x.yaml", "fix .", "tree .", "lint --no-gitignore ."):
            def check(words=words):
                gone.mkdir(exist_ok=True)
                end_of(["bash", "-c", removing + words], ok=(0, 2))
            self.row(f"{words} in a folder that is removed", check)
        folder = self.tree("names")
        strange = os.fsencode(folder) + b"/\xff\xfe.yaml"
        with open(strange, "w") as file:
            file.write(CRD.replace("{type: string}", "{}"))
        for output in ("text", "json", "sarif", "rdjson", "github", "junit", "checkstyle"):
            self.row(f"lint -o {output} of a name that is not UTF-8",
                     lambda output=output: end_of(self.command(f"lint -o {output} FOLDER", FOLDER=folder)))
        for output in ("diff", "plan", "json"):
            self.row(f"fix -o {output} of a name that is not UTF-8",
                     lambda output=output: end_of(self.command(f"fix -o {output} FOLDER", FOLDER=folder)))

    def shrinking(self):
        file = self.folder / "shrinking.yaml"
        writer = subprocess.Popen([sys.executable, "-c", SHRINK, str(file)])
        try:
            for _ in range(200 if self.long else 5):
                self.row("a file that shrinks and grows", lambda: end_of(self.command("lint -q FILE", FILE=file)))
        finally:
            writer.kill()
            writer.wait()

    def unreadable(self):
        folder = self.tree("unreadable")
        (folder / "closed").mkdir(mode=0)
        if os.access(folder / "closed", os.R_OK):
            return  # skipped for root, who can read every folder
        self.every("a folder that cannot be read", folder, says="closed: ", code=2)


SHRINK = """
import os, sys
with open(sys.argv[1], "wb") as file:
    while True:
        file.truncate(0); os.pwrite(file.fileno(), b"a: 1\\n---\\n" * 2000, 0); os.truncate(sys.argv[1], 77)
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    structural = str(pathlib.Path(arguments.structural).resolve())
    # The memory limit of 3 GiB is enough for the largest input that commands read, 256 MiB, and the buffers with which
    # they read it.
    if not sanitized(structural):
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    attack = Attack(structural, arguments.long)
    try:
        for part in (attack.ignore_files, attack.globs, attack.inputs, attack.named, attack.places, attack.shrinking,
                     attack.unreadable):
            part()
    finally:
        shutil.rmtree(attack.folder, ignore_errors=True)
    print("\n".join(attack.bad) or f"all {attack.count} rows hold")
    sys.exit(1 if attack.bad else 0)


main()
