"""Compares the program and structural.wasm in a worker of headless Chromium: commands on the files of test/cases, and
each operation of `structural batch` on their lines.

usage: browser_test.py STRUCTURAL [FOLDER]   (STRUCTURAL_TEST_WASM: the module; FOLDER: published CRDs, instead of test/cases)
"""
import functools
import http.server
import json
import pathlib
import shutil
import sys
import tempfile
import threading

import equal_test
import module

sys.path.insert(0, str(equal_test.ROOT / "test/page"))
import browser  # noqa: E402

WORKER = """import {Structural} from "./structural.mjs";
const structural = await Structural.load(await (await fetch("structural.wasm")).arrayBuffer());
onmessage = ({data}) => postMessage(data.map(({words, files, stdin}) => structural.run(words, {files, stdin})));
postMessage("ready");
"""
PAGE = """<!doctype html><title>test</title>"""
START = """new Promise((ready, failed) => {
  window.worker = new Worker("worker.mjs", {type: "module"});
  worker.onmessage = ready;
  worker.onerror = event => failed(event.message);
  window.run = commands => new Promise(done => { worker.onmessage = ({data}) => done(data); worker.postMessage(commands); });
}).then(() => 0)"""
AT_ONCE = 50


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def served(folder):
    """Serves the folder on loopback, and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def site(folder, path):
    for file in (equal_test.ROOT / "cli/wasm/js").glob("*.mjs"):
        shutil.copy(file, folder)
    shutil.copy(path, pathlib.Path(folder) / "structural.wasm")
    (pathlib.Path(folder) / "worker.mjs").write_text(WORKER)
    (pathlib.Path(folder) / "index.html").write_text(PAGE)


def utf8(path):
    return path.read_bytes().decode(errors="surrogateescape")


@functools.cache
def companions(path):
    """Returns the other files of the chart or suite to which the file belongs. The program reads them, too, so the
    browser needs them."""
    above = [folder for folder in path.parents if folder.name in ("templates", "suites", "rollout")]
    return sorted(above[-1].rglob("*.yaml")) if above else []


def requests(program, cases):
    """Yields (words, {name in the words: text}, standard input) of each command."""
    for words, stdin in equal_test.all_commands(program, cases):
        names = {equal_test.ROOT / word for word in words if word.endswith(".yaml")}
        names |= {near for name in names for near in companions(name)}
        texts = {str(name).removeprefix(f"{equal_test.ROOT}/"): utf8(name) for name in names}
        if any("\\udc" in ascii(text) for text in texts.values()):
            continue  # skips a text that is not UTF-8, since the JSON that is sent to the browser cannot contain it
        yield words, texts, stdin


def main(program, folder=None):
    path = module.module()
    if not browser.find():
        print("SKIPPED: no Chromium")
        return module.SKIPPED
    with tempfile.TemporaryDirectory() as pages:
        site(pages, path)
        chromium = browser.Browser()
        chromium.open(served(pages) + "index.html")
        chromium.js(START)
        compared = differences = 0
        waiting = list(requests(program, folder))
        for at in range(0, len(waiting), AT_ONCE):
            part = waiting[at:at + AT_ONCE]
            data = json.dumps([{"words": words, "files": files, "stdin": stdin} for words, files, stdin in part])
            for (words, _, stdin), got in zip(part, chromium.js(f"run({data})")):
                compared += 1
                differences += equal_test.differs(words, module.native(program, *words, stdin=stdin, folder=equal_test.ROOT), got)
        chromium.close()
    print(f"{compared} commands compared, {differences} differences")
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
