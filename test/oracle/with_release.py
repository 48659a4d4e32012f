"""with_release.py 1.N: copies lines of JSON objects, and adds the member "kubernetesVersion" to each, for `structural
batch`."""
import json
import sys


def with_release(line, release):
    """Returns the line with the member "kubernetesVersion" as its first one. A line that is not an object stays as it
    is."""
    text = line.lstrip()
    if not text.startswith(b'{'):
        return line
    rest = text[1:].lstrip()
    comma = b'' if rest.startswith(b'}') else b','
    return b'{"kubernetesVersion":' + json.dumps(release).encode() + comma + rest


def main():
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(with_release(line, sys.argv[1]))


if __name__ == '__main__':
    main()
