"""Prints CRDs in protobuf, as Kubernetes' own code encodes them: two lines for each, v1 and v1beta1.

    proto_lines.py --judge JUDGE --seed 1 --n 1000            generated CRDs
    proto_lines.py --judge JUDGE --crds crds.ndjson.zst --every 20
    proto_lines.py --judge JUDGE --n 1000 --mistakes 5         and five lines more for each, with wrong bytes
"""
import argparse
import base64
import json
import random
import subprocess
import sys

# Special bytes to insert into messages, tags and lengths that a decoder must handle: groups, field numbers 0 and 2^32 +
# 1, wrong wire types, lengths of more than 63 bits, numbers without an end.
PIECES = [b'\x0b', b'\x0c', b'\x00', b'\x08\x00', b'\x09' + b'\1' * 8, b'\x0d\1\1\1\1', b'\x0e', b'\x0f',
          b'\xfb\x07\x08\x01\xfc\x07', b'\xfb\x07\x0c', b'\x8a\x80\x80\x80\x80\x01\x00', b'\x8a\x80\x80\x80\x80\x02\x00',
          b'\xff' * 9 + b'\x01', b'\xff' * 10 + b'\x01', b'\x0a' + b'\xff' * 9 + b'\x01', b'\x12\xff\xff\xff\xff\x0f',
          b'\xea\x01\x00', b'\xea\x01\x04\x0a\x02\x61\x62', b'\xc2\x01\x00', b'\x42\x00', b'\x42\x03\x0a\x01\x30',
          b'\xca\x02\x01\x6b', b'\xa2\x01\x02\x0a\x00', b'\xba\x01\x01\xff', b'\x80\x01\x00', b'\x8a\x00\x01\x61', b'\x2a\x80\x00']


def lines_of(args):
    if args.crds:
        source = subprocess.Popen(['zstd', '-dcq', '--long=27', args.crds], stdout=subprocess.PIPE)
    else:
        source = subprocess.Popen([args.judge, 'gen', '--kind', 'crd', '--seed', str(args.seed), '--n', str(args.n)],
                                  stdout=subprocess.PIPE)
    every = (line for i, line in enumerate(source.stdout) if i % args.every == 0)
    yield from every


def encoded(args):
    """Yields the bytes, in both versions, of each CRD that a server could have stored."""
    judge = subprocess.run([args.judge, 'protobuf'], input=b''.join(lines_of(args)), stdout=subprocess.PIPE, check=True)
    for line in judge.stdout.split(b'\n'):
        answer = json.loads(line or b'{}')
        for version in 'v1', 'v1beta1':
            if version in answer:
                yield base64.b64decode(answer[version])


def wrong(data, dice):
    """Returns the bytes with one or two mistakes after the first bytes, the magic number of Kubernetes'
    protobuf."""
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 2))):
        at = dice.randrange(4, len(data))
        kind = dice.randrange(6)
        if kind == 0:
            data[at] = dice.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 2:
            data[at:at] = dice.choice(PIECES)
        elif kind == 3:
            data[at:at + dice.randrange(1, 4)] = b''
        elif kind == 4:
            data[at:] = data[at:][:dice.randrange(1, 40)]
        else:
            begin = dice.randrange(4, len(data))
            data[at:at] = data[begin:begin + dice.randrange(1, 60)]
        if len(data) <= 5:
            break
    return data


def show(data):
    print(json.dumps({'protobuf': base64.b64encode(data).decode()}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--judge', required=True)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--n', type=int, default=1000)
    parser.add_argument('--crds')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--mistakes', type=int, default=0)
    args = parser.parse_args()
    dice = random.Random(args.seed)
    for data in encoded(args):
        show(data)
        for _ in range(args.mistakes):
            show(wrong(data, dice))
    return 0


if __name__ == '__main__':
    sys.exit(main())
