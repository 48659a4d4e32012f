"""Reads the lines of files, which zstd may have compressed."""
import subprocess


def lines_of(path):
    """Yields the lines as bytes, each with its line end. Decompresses a file that ends in .zst while
    reading it."""
    if not str(path).endswith(".zst"):
        with open(path, "rb") as lines:
            yield from lines
        return
    with subprocess.Popen(["zstd", "-dqc", "--long=27", str(path)], stdout=subprocess.PIPE) as unpacking:
        yield from unpacking.stdout
        if unpacking.wait() != 0:
            raise OSError(f"zstd cannot unpack {path}")
