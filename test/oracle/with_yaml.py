#!/usr/bin/env python3
"""Runs a command with STRUCTURAL_TEST_YAML, a folder of published YAML files.

    with_yaml.py [--every N] ARCHIVE.tar.zst COMMAND...

The folder has every Nth file of the archive. Exit code: the command's; 77 without the archive.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile


def unpack(archive, every, folder):
    with subprocess.Popen(['zstd', '-dcq', '--long=27', archive], stdout=subprocess.PIPE) as unpacked:
        with tarfile.open(fileobj=unpacked.stdout, mode='r|') as files:
            for number, file in enumerate(each for each in files if each.isfile()):
                if number % every == 0:
                    pathlib.Path(folder, f'{number}{pathlib.Path(file.name).suffix}').write_bytes(files.extractfile(file).read())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('archive')
    parser.add_argument('command', nargs=argparse.REMAINDER)
    args = parser.parse_args()
    if not os.path.exists(args.archive):
        print('skipped: no ' + args.archive)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        unpack(args.archive, args.every, folder)
        sys.exit(subprocess.run(args.command, env=os.environ | {'STRUCTURAL_TEST_YAML': folder}).returncode)


if __name__ == '__main__':
    main()
