"""Executes every shell block of README.md, CONTRIBUTING.md and docs/.

usage: shell_blocks.py ROOT [FOLDER]   (FOLDER comes first on PATH: the folder of the built binary)

A block that starts with ```sh runs unchanged, in ROOT, and must succeed. A comment on the line before it may change
that:
  <!-- run: COMMAND -->      COMMAND runs in its place
  <!-- run: no, REASON -->   it is not run
  <!-- run: on a server -->  it runs with a kubeconfig of a real API server, which has the CRDs of
                             test/cases/demo; all such blocks of a document share it
A ```text block after the comment <!-- output --> must be the output of the shell block before it.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, ApiServer  # noqa: E402

FENCE = re.compile(r"^```(\S*)\s*$")
RUN = re.compile(r"^<!--\s*run\b(.*?)-->\s*$")
OUTPUT = re.compile(r"^<!--\s*output\s*-->\s*$")
SHELLS = {"bash", "shell", "console", "zsh", "shell-session"}
SECONDS = 300


class Malformed(Exception):
    pass


@dataclass
class Block:
    line: int
    script: str
    reason: str = ""  # reason why the block is not run; empty if it is run
    server: bool = False
    output: str | None = None


def annotated(line, script, comment):
    """Returns the block that starts at `line`. `comment`, the line before it, can replace its script, or prevent that
    it runs."""
    match = RUN.match(comment)
    if not match:
        if "run:" in comment and comment.lstrip().startswith("<!--"):
            raise Malformed(f"line {line}: not understood: {comment}")
        return Block(line, script)
    rest = match.group(1).strip()
    if not rest.startswith(":") or not rest[1:].strip():
        raise Malformed(f"line {line}: 'run:' and a command, or 'run: no, REASON', expected")
    command = rest[1:].strip()
    if command == "no" or command.startswith("no,"):
        reason = command[len("no,"):].strip()
        if not reason:
            raise Malformed(f"line {line}: 'run: no' needs a reason")
        return Block(line, script, reason=reason)
    if command == "on a server":
        return Block(line, script, server=True)
    return Block(line, command)


def blocks_in(text):
    found, before, inside = [], "", None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if inside is None and fence:
            inside = (number, fence.group(1), before, [])
        elif inside is not None and fence and not fence.group(1):
            start, language, comment, lines = inside
            body, inside = "".join(l + "\n" for l in lines), None
            if language in SHELLS:
                raise Malformed(f"line {start}: write ```sh, not ```{language}: only that is executed")
            if language == "sh":
                found.append(annotated(start, body, comment))
            elif OUTPUT.match(comment):
                if not found:
                    raise Malformed(f"line {start}: the output of what?")
                found[-1].output = body
        elif inside is not None:
            inside[3].append(line)
        if line.strip():
            before = line
    if inside is not None:
        raise Malformed(f"line {inside[0]}: the block has no end")
    return found


@contextlib.contextmanager
def server_for(blocks, root):
    """Starts an API server if one of the blocks needs it. Yields the additional environment variables for these
    blocks."""
    if not any(block.server for block in blocks):
        yield {}
        return
    crds = sorted((root / "test/cases/demo").glob("*structural.yaml"))
    with tempfile.TemporaryDirectory(prefix="shell-blocks-") as folder:
        seed = pathlib.Path(folder) / "seed.yaml"
        seed.write_text("\n---\n".join(file.read_text() for file in crds))
        with ApiServer(folder, "--in-tree-nonstructural=false", "--seed", str(seed)) as server:
            yield {"KUBECONFIG": str(server.kubeconfig)}


def run(block, root, folder, more):
    """Runs the block. Returns the reason of a failure, or None if the block succeeds."""
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}" if folder else os.environ["PATH"],
                   **(more if block.server else {})}
    try:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.script], cwd=root, env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS} s"
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    if block.output is not None and done.stdout != block.output:
        return f"printed\n{done.stdout}instead of\n{block.output}"
    return ""


def main(root, folder=None):
    root = pathlib.Path(root)
    files = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("**/*.md"))]
    failed = ran = 0
    for file in files:
        name = file.relative_to(root)
        try:
            blocks = blocks_in(file.read_text())
        except Malformed as e:
            print(f"{name}: {e}")
            failed += 1
            continue
        if not BINARY:
            for block in blocks:
                block.reason = block.reason or ("no STRUCTURAL_TEST_APISERVER" if block.server else "")
        with server_for([block for block in blocks if not block.reason], root) as more:
            for block in blocks:
                where = f"{name}:{block.line}"
                if block.reason:
                    print(f"{where}: not run: {block.reason}")
                    continue
                problem = run(block, root, folder, more)
                ran, failed = ran + 1, failed + bool(problem)
                print(f"{where}: {problem or 'ok'}", flush=True)
    print(f"{ran} blocks run, {failed} problems")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
