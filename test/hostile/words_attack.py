#!/usr/bin/env python3
"""Attacks with texts that contain commands: line breaks, escape sequences, bidi overrides, workflow commands and
formulas in every string of CRDs, objects, file names, reviews and answers of an API server. The output of commands and
logs must not contain them.

usage: words_attack.py --structural PATH [--long]
"""
import argparse
import csv
import io
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from webhook import Webhook, certificate  # noqa: E402
from words import EVIL, MARK, documents, serve, strings  # noqa: E402

# CONTROL: characters that no output must contain. UNPRINTABLE: characters that output for people must not contain.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f]")
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LOG_LINE = re.compile(r"[IWEF]\d{8} \d\d:\d\d:\d\d\.\d{6} +\d+ [\w.]+\.(cc|h):\d+\] ")


class Outcome:
    def __init__(self):
        self.failures, self.checked = [], 0

    def fail(self, what, why, text=""):
        at = re.search(re.escape(why), text) if why in text else None
        near = text[max(0, at.start() - 60):at.start() + 60] if at else text[:120]
        self.failures.append(f"{what}: {why!r}: {near!r}")

    def plain(self, what, text, pattern=UNPRINTABLE):
        """Checks that the text has no control characters except line breaks and tabs, and that no line of it begins
        inside EVIL."""
        self.checked += 1
        found = pattern.search(COLOUR.sub("", text))
        if found:
            self.fail(what, found.group(), COLOUR.sub("", text))
        for line in text.split("\n"):
            if line.startswith((MARK, "::error ::" + MARK)):
                return self.fail(what, "a forged line", line)

    def machine(self, what, text, read):
        self.plain(what, text, CONTROL)
        try:
            read(text)
        except Exception as error:
            self.fail(what, f"not well-formed: {error}", text)


def every_line(read):
    return lambda text: [read(line) for line in text.split("\n") if line]


def annotations(text):
    """Checks output of -o github: each line is one workflow command that structural wrote, or the
    sentence at the end."""
    for line in text.split("\n")[:-2]:
        if not re.match(r"::(error|warning) file=[^,:]*,line=\d+,col=\d+,title=[^,:]*::", line):
            raise ValueError(line)


READERS = {"json": json.loads, "sarif": json.loads, "rdjson": json.loads, "github": annotations,
           "junit": xml.etree.ElementTree.fromstring, "checkstyle": xml.etree.ElementTree.fromstring}


class Attack:
    def __init__(self, structural, folder, long):
        self.structural, self.folder, self.long, self.outcome = structural, folder, long, Outcome()
        self.files = {}
        for name, document in documents().items():
            self.files[name] = folder / f"{name}.json"
            self.files[name].write_text(json.dumps(document))
        for name in (EVIL.replace("/", "_").replace("\0", "")[:80], "::error ::" + MARK, "bad\xff"):
            path = os.fsencode(folder) + b"/named/" + name.encode("latin-1", "replace")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy(self.files["wrong"], path + b".yaml")
        (folder / "broken.yaml").write_text("a: [\"" + EVIL.encode("unicode_escape").decode().replace('"', "") + "\n")

    def run(self, *words, stdin=None, read=None):
        """Runs a command. Returns both streams as text, or the result of `read` for standard output."""
        what = " ".join(str(word) for word in words if not str(word).startswith("/"))
        done = subprocess.run([self.structural, *map(os.fsencode, map(str, words))], input=stdin, capture_output=True,
                              timeout=60, cwd=self.folder)
        out, err = (stream.decode("utf-8", "surrogateescape") for stream in (done.stdout, done.stderr))
        if done.returncode not in (0, 1, 2):
            self.outcome.fail(what, f"exit code {done.returncode}", err)
        if re.search("[\udc80-\udcff]", out + err):
            self.outcome.fail(what, "invalid UTF-8", out + err)
        self.outcome.plain(what + " (stderr)", err)
        if read and out:
            self.outcome.machine(what, out, read)
        elif out:
            self.outcome.plain(what, out)

    def together(self, names):
        """Returns the files of each call of a command: with --long one file for each call, otherwise all files in one
        call, which takes less time."""
        files = [self.files[name] for name in names]
        return [[file] for file in files] if self.long else [files]

    def lint(self):
        everything = [self.files[name] for name in self.files] + [self.folder / "broken.yaml"]
        for output, strict in itertools.product(("text", *READERS), ((), ("--strict",))):
            self.run("lint", "-o", output, *strict, *everything, read=READERS.get(output))
            self.run("lint", "-o", output, *strict, "named", read=READERS.get(output))
        self.run("lint", "--write-baseline", "-", *everything)
        self.run("lint", "--against", self.files["right"], self.files["wrong"])
        self.run("lint", EVIL.replace("\0", ""))
        self.run("lint", "--baseline", EVIL.replace("\0", ""), self.files["right"])

    def fixes(self):
        for command, output in itertools.product(("fix", "upgrade"), ("diff", "plan", "json")):
            for paths in (*self.together(self.files), ["named", self.folder / "broken.yaml"]):
                self.run(command, "-o", output, *paths, read=json.loads if output == "json" else None)

    def printed(self):
        # A `read` that accepts any text: HTML, YAML and generated objects may contain characters of UNPRINTABLE.
        text = lambda shown: None  # noqa: E731
        names = ("right", "wrong", "old", "names", "unions", "annotated", "typed", "undecodable")
        for paths in self.together(names):
            self.run("tree", *paths)
            self.run("tree", "-o", "html", *paths, read=text)
            for output, read in (("yaml", text), ("json", every_line(json.loads))):
                self.run("unfold", "-o", output, *paths, read=read)
                for openapi in ("v2", "v3"):
                    self.run("publish", "-o", output, "--openapi", openapi, *paths, read=text)
        for name in names if self.long else ("right", "names"):
            path = self.files[name]
            self.run("generate", "go", path)
            self.run("generate", "proto", path)
            for command in ("validate", "default", "prune", "union normalize"):
                for thing in ("object", "foreign"):
                    self.run(*command.split(), "--crd", path, self.files[thing], read=text)
            self.run("prune", "--diff", "--crd", path, self.files["object"], read=text)
        for name in names:
            for output, read in (("text", None), ("json", json.loads)):
                self.run("cel", "--crd", self.files[name], "-o", output, read=read)
        for expression in ("self", "self.metadata", "self.map(k, self[k])"):
            self.run("cel", "--object", self.files["object"], expression)
            self.run("cel", "--object", self.files["object"], "-o", "json", "--explain", expression, read=json.loads)
        for command in ("tree", "validate", "fix", "generate"):
            self.run(*(("generate", "go") if command == "generate" else (command,)), "named")
        for words in (("explain", EVIL), ("man", EVIL), ("completion", EVIL), (EVIL,), ("lint", "--" + EVIL),
                      ("tree", "--version", EVIL, "right.json"), ("cel", EVIL), ("cel", "'" + EVIL + "' + x"),
                      ("cel", "--crd", "right.json", "--field", EVIL, "true"), ("webhook", "--mode", EVIL), ("help", EVIL)):
            self.run(*(word.replace("\0", "") for word in words))

    def batch(self):
        lines = b"".join(json.dumps(document).encode() + b"\n" for document in documents().values())
        pairs = json.dumps({"schema": strings(False), "object": documents()["object"], "old": {}, "new": documents()["object"],
                            "crd": documents()["wrong"]}).encode() + b"\n"
        operations = ("condition", "validatecr", "fix", "kubeopenapi", "compatibility", "convert", "structural", "default",
                      "prune", "upgrade", "union", "listtype", "unfold")
        for operation in operations if self.long else operations[:4]:
            self.run("batch", operation, stdin=lines + pairs + b'{"x": "\xff\x1b"\n', read=every_line(json.loads))

    def generated(self):
        """Checks that no text of a CRD ends a comment in generated code: the code contains the texts only in
        comments and strings."""
        for language in ("go", "proto"):
            done = subprocess.run([self.structural, "generate", language, self.files["right"]], capture_output=True, timeout=60)
            for line in done.stdout.decode().split("\n"):
                code = line.split("//")[0].strip()
                if MARK in re.sub(r'"(\\.|[^"\\])*"|`[^`]*`', "", code):
                    self.outcome.fail("generate " + language, "words as code", line)


def rows(text):
    for row in list(csv.reader(io.StringIO(text)))[1:]:
        for cell in row:
            if cell[:1] in tuple("=+-@\t\r") and cell:
                raise ValueError("a formula: " + cell)


def cluster(attack):
    everything = documents()
    server, url = serve([everything[name] for name in ("wrong", "names", "right", "annotated", "formula", "typed")])
    for output, read in (("table", None), ("wide", None), ("json", every_line(json.loads)), ("csv", rows), ("html", len)):
        if output == "csv":
            check_csv(attack, url)
        elif output == "json":
            attack.run("scan", "-o", output, "--server", url, read=json.loads)
        else:
            attack.run("scan", "-o", output, "--server", url, read=read)
    attack.run("scan", "--server", url, EVIL.replace("\0", ""))
    logs(attack, url)
    server.shutdown()


def check_csv(attack, url):
    done = subprocess.run([attack.structural, "scan", "-o", "csv", "--server", url], capture_output=True, timeout=60)
    text = done.stdout.decode().replace("\r\n", "\n")
    attack.outcome.plain("scan -o csv", text)
    try:
        rows(text)
    except ValueError as error:
        attack.outcome.fail("scan -o csv", str(error))


def check_log(attack, what, text, form):
    """Checks that each record of the log is one line with the usual beginning."""
    attack.outcome.plain(what, text)
    if MARK not in text:
        attack.outcome.fail(what, "the words are not in the log at all", text)
    for line in text.split("\n")[:-1]:
        if form == "json":
            try:
                attack.outcome.plain(what + " msg", json.loads(line)["msg"] + "\n")
            except ValueError:
                attack.outcome.fail(what, "no JSON", line)
        elif not LOG_LINE.match(line):
            attack.outcome.fail(what, "no record", line)


def logs(attack, url):
    for form in ("text", "json"):
        process = subprocess.Popen([attack.structural, "controller", "--server", url, "--log-format", form, "-v", "2",
                                    "--leader-elect=false", "--metrics-bind-address", "0", "--health-probe-bind-address", "0"],
                                   stderr=subprocess.PIPE)
        time.sleep(2)
        process.terminate()
        text = process.communicate(timeout=30)[1].decode("utf-8", "replace")
        check_log(attack, f"controller --log-format {form}", text, form)


def review(body, **request):
    kind = {"group": "apiextensions.k8s.io", "version": "v1", "kind": "CustomResourceDefinition"}
    return json.dumps({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": EVIL, "kind": kind, "name": EVIL, "operation": "CREATE", "userInfo": {"username": EVIL}, "dryRun": True,
        "resource": {**kind, "resource": "customresourcedefinitions"}, "object": body, **request}})


def reviews(attack):
    everything = documents()
    for form in ("text", "json"):
        webhook = Webhook(attack.structural, attack.folder, "--strict", "--unions", "--crd", str(attack.files["right"]),
                          "--log-format", form, "-v", "2")
        try:
            begun = len(webhook.log)
            for body in (*everything.values(), EVIL, [EVIL], 5):
                for path in ("/validate", "/mutate-unions", "/" + MARK):
                    status, answer = webhook.ask(review(body), path=path)
                    if status == 200:
                        attack.outcome.machine("review", answer.decode(), json.loads)
            webhook.ask(b'{"' + EVIL.encode("unicode_escape") + b'\xff": 5')
            time.sleep(0.2)
            check_log(attack, f"webhook --log-format {form}", "".join(webhook.log[begun:]), form)
        finally:
            webhook.process.kill()
            webhook.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        return 77
    with tempfile.TemporaryDirectory(prefix="words-") as folder:
        attack = Attack(arguments.structural, pathlib.Path(folder), arguments.long)
        certificate(attack.folder)
        attack.lint()
        attack.fixes()
        attack.printed()
        attack.batch()
        attack.generated()
        reviews(attack)
        cluster(attack)
    for failure in attack.outcome.failures:
        print(failure)
    print(f"{attack.outcome.checked} texts, {len(attack.outcome.failures)} failures")
    return 1 if attack.outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
