"""Prints the files of an archive as lines for `batch yaml` and the oracle. usage: yaml_lines.py ARCHIVE.tar.zst"""
import base64
import json
import subprocess
import sys
import tarfile


def line(text):
    try:
        return json.dumps({'yaml': text.decode()})
    except UnicodeDecodeError:
        return json.dumps({'base64': base64.b64encode(text).decode()})


def main(archive):
    with subprocess.Popen(['zstd', '-dcq', '--long=27', archive], stdout=subprocess.PIPE) as unpacked:
        with tarfile.open(fileobj=unpacked.stdout, mode='r|') as files:
            for file in files:
                if file.isfile():
                    print(line(files.extractfile(file).read()))
    return unpacked.returncode


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
