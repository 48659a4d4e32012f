"""Measures client-go and this project's client on one real API server, and prints both.

usage: client_against_go.py --apiserver CRD_APISERVER --clientgo CLIENTGO_BENCH --ours CLIENT_BENCH [--rounds N]

The two clients take turns; a figure is the median of the rounds. The server has no CRDs, so nearly
all of a figure is the client's own.

Start to first request: one process that reads a kubeconfig, sends one request over TLS and ends, as
wall time and as CPU. New TLS connection: CPU of a request that needs a new connection. Idle watch:
the resident memory of the process with one watch, and the addition for each further one (client-go
has all of them on one HTTP/2 connection, here each has a connection and a thread).
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import ApiServer  # noqa: E402

CONNECTIONS = 200
WATCHES = 51


def first(command):
    """Returns (wall milliseconds, CPU milliseconds) of the whole process."""
    before = time.monotonic()
    process = subprocess.Popen([*command, "first", os.environ["KUBECONFIG"]])
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed: {process.returncode}")
    return wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000


def numbers(command, mode, n):
    done = subprocess.run([*command, mode, os.environ["KUBECONFIG"], str(n)], stdout=subprocess.PIPE, check=True)
    return [float(number) for number in done.stdout.split()]


def measure(command):
    """Returns the figure for each row of the table."""
    wall, cpu = first(command)
    (connection,) = numbers(command, "connections", CONNECTIONS)
    one, all_watches = numbers(command, "watches", WATCHES)
    return [wall, cpu, connection, one / 1024, (all_watches - one) / (WATCHES - 1)]


ROWS = [("start to first request, wall", "ms"), ("start to first request, CPU", "ms"),
        ("new TLS connection, CPU", "ms"), ("process with an idle watch", "MiB"),
        ("each further idle watch", "KiB")]


def main():
    parser = argparse.ArgumentParser()
    for name in ("--apiserver", "--clientgo", "--ours"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with ApiServer(folder, binary=args.apiserver) as server:
            os.environ["KUBECONFIG"] = str(server.kubeconfig)
            rounds = [(measure([args.clientgo]), measure([args.ours])) for _ in range(args.rounds)]
    print(f"{'API-server client':<32} {'client-go':>10} {'structural':>12}        times")
    for at, (name, unit) in enumerate(ROWS):
        theirs = statistics.median(go[at] for go, _ in rounds)
        ours = statistics.median(own[at] for _, own in rounds)
        print(f"{name:<32} {theirs:>10.1f} {ours:>12.1f}  {unit:<4} {theirs / ours:>7.1f}")


if __name__ == "__main__":
    main()
