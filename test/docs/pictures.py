"""Writes docs/pictures/*.svg, terminals with the program's output, or fails if they differ from the current output.

usage: pictures.py STRUCTURAL [--write]

The picture of scan needs a real API server (STRUCTURAL_TEST_APISERVER); without one it is skipped.
"""
import contextlib
import fcntl
import html
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, ApiServer  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs/pictures"
COLUMNS, CELL, LINE, MARGIN = 114, 8.4, 19, 20
COLORS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea"}
SGR = re.compile(r"\x1b\[([\d;]*)m")
HEAD = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" aria-label="{title}">\n'
        '<title>{title}</title>\n<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#e6edf3">\n')
TEXT = '<text x="{x}" y="{y:.1f}" xml:space="preserve">{line}</text>\n'


def on_terminal(command, **more):
    """Returns the output of the command on a terminal."""
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment, **more)
    os.close(follower)
    output = b""
    with contextlib.suppress(OSError):  # EIO: the program has closed the terminal
        while chunk := os.read(leader, 65536):
            output += chunk
    os.close(leader)
    process.wait()
    return output.decode().replace("\r\n", "\n")


def spans(line):
    """Returns the SVG of one line of the terminal, with its colors."""
    found, style = "", ""
    for number, piece in enumerate(SGR.split(line)):
        if number % 2 == 0:
            text = html.escape(piece, quote=False)
            found += f"<tspan{style}>{text}</tspan>" if style and text else text
        else:
            codes = [int(code or 0) for code in piece.split(";")]
            color = next((f' fill="{COLORS[code]}"' for code in codes if code in COLORS), "")
            style = color + (' font-weight="bold"' if 1 in codes else "")
    return found


def picture(title, output):
    lines = [f"\x1b[32m$\x1b[0m \x1b[1m{title}\x1b[0m"]
    for line in output.rstrip("\n").split("\n"):  # a long line continues below, as on a terminal
        lines += [line] if "\x1b" in line else [line[at:at + COLUMNS] for at in range(0, len(line) or 1, COLUMNS)]
    width = max(len(SGR.sub("", line)) for line in lines) * CELL + 2 * MARGIN
    body = "".join(TEXT.format(x=MARGIN, y=MARGIN + LINE * (row + 0.7), line=spans(line))
                   for row, line in enumerate(lines) if line)
    return HEAD.format(width=width, height=LINE * len(lines) + 2 * MARGIN, title=title) + body + "</g>\n</svg>\n"


def pictures(structural):
    """Yields (name, SVG) of each picture."""
    yield "lint", picture("structural lint crds/jobs.yaml",
                          on_terminal([structural, "lint", "crds/jobs.yaml"], cwd=FOLDER))
    if not BINARY:
        print("no STRUCTURAL_TEST_APISERVER: scan.svg is not compared")
        return
    with tempfile.TemporaryDirectory() as folder:
        seed = pathlib.Path(folder) / "seed.yaml"
        seed.write_text("\n---\n".join(file.read_text() for file in sorted((FOLDER / "crds").glob("*.yaml"))))
        with ApiServer(folder, "--in-tree-nonstructural=false", "--seed", str(seed)) as server:
            command = [structural, "scan", "--kubeconfig", server.kubeconfig]
            yield "scan", picture("structural scan", on_terminal(command))


def main(structural, *flags):
    old = []
    for name, svg in pictures(pathlib.Path(structural).resolve()):
        file = FOLDER / f"{name}.svg"
        if flags == ("--write",):
            file.write_text(svg)
        elif not file.exists() or file.read_text() != svg:
            old.append(f"{file.name} shows other output than today's: run hack/update/pictures\n{svg}")
    print(*old, sep="\n")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
