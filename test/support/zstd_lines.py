"""Lines of files, some of which zstd has compressed."""
import subprocess


def lines_of(path):
    """Yields bytes, each line with its end. A file that ends in .zst is decompressed while it is read."""
    if not str(path).endswith(".zst"):
        with open(path, "rb") as lines:
            yield from lines
        return
    with subprocess.Popen(["zstd", "-dqc", "--long=27", str(path)], stdout=subprocess.PIPE) as unpacking:
        yield from unpacking.stdout
        if unpacking.wait() != 0:
            raise OSError(f"zstd cannot unpack {path}")
