#!/usr/bin/env python3
"""Measures the memory of `structural controller` while it watches many CRDs that change continuously.

The server is test/faultproxy with generated CRDs: its path is in STRUCTURAL_TEST_FAULTPROXY.
Watches end repeatedly; a few of them end by a reset of the connection. Resident memory must be
constant after the first tenth.

usage: soak.py --structural PATH [--events N] [--reconnects N] [--resets N] [--crds N]
"""
import argparse
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

STEPS = 100
# Maximum growth of resident memory, in KiB, that counts as constant. The growth is measured after the first tenth of
# the events. The allocator may take and return one or two megabytes. A leak of five bytes for each of a million events
# exceeds the maximum.
MORE_KIB = 4096


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--reconnects", type=int, default=1_000)
    parser.add_argument("--resets", type=int, default=3)
    parser.add_argument("--crds", type=int, default=300)
    return parser.parse_args()


def script(options):
    """Returns a script for faultproxy. Each watch ends after an equal share of the events; some watches are reset in
    the middle of an event."""
    share = options.events // options.reconnects
    watches = {"watch": True, "without": "sendInitialEvents"}
    resets = [{"on": watches, "from": options.reconnects * (i + 1) // (options.resets + 1),
               "pass": {"lines": share}, "then": "reset"} for i in range(options.resets)]
    return {"name": "soak", "rules": [*resets, {"on": watches, "times": -1, "pass": {"lines": share}, "then": "end"}]}


class Proxy:
    def __init__(self, folder, options):
        (folder / "script.json").write_text(json.dumps(script(options)))
        self.process = subprocess.Popen(
            [os.environ["STRUCTURAL_TEST_FAULTPROXY"], "--exit-with-parent", "--folder", str(folder),
             "--script", str(folder / "script.json"), "--generate", str(options.crds)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = re.search(r"http\S+", self.process.stdout.readline()).group()

    def get(self, path):
        return json.load(urllib.request.urlopen(self.url + path, timeout=600))

    def post(self, path):
        return json.load(urllib.request.urlopen(urllib.request.Request(self.url + path, method="POST"), timeout=600))


def resident(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1))


def wait_until(what, holds, seconds=120):
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            sys.exit(f"soak: not within {seconds} s: {what}")
        time.sleep(0.05)


def storm(options, proxy, controller):
    """Makes the server send its events in STEPS steps. Returns the controller's resident memory in KiB after each
    step."""
    memory = []
    for _ in range(STEPS):
        proxy.post(f"/storm?updates={options.events // STEPS}")
        memory.append(resident(controller.pid))
    return memory


def check(options, proxy, memory):
    fleet, totals = proxy.get("/fleet"), proxy.get("/totals")
    watches = sum(n for kind, n in totals["by"].items() if kind.startswith("WATCH"))
    early, late = statistics.median(memory[STEPS // 10:STEPS // 5]), statistics.median(memory[-STEPS // 10:])
    print(f"{fleet['delivered']} events, {watches} watches, {totals['hits'][:-1]} resets, {fleet['writes']} writes")
    print(f"resident memory: {memory[0]} KiB first, {early:.0f} KiB after a tenth, {late:.0f} KiB at the end, "
          f"{max(memory)} KiB at most")
    problems = []
    if fleet["delivered"] < options.events or watches < options.reconnects:
        problems.append("too few events or watches")
    if fleet["nonStructural"] != expected(options):
        problems.append(f"{fleet['nonStructural']} conditions, not {expected(options)}")
    if late > early + MORE_KIB:
        problems.append("memory grows")
    return problems


def expected(options):
    return (options.crds + 2) // 3


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="structural-soak-") as name:
        folder = pathlib.Path(name)
        proxy = Proxy(folder, options)
        log = open(folder / "log", "w+")
        controller = subprocess.Popen([options.structural, "controller", "--kubeconfig", str(folder / "kubeconfig"), "--metrics-bind-address", "0", "--health-probe-bind-address", "0"],
                                      stdout=log, stderr=log)
        try:
            start = time.monotonic()
            wait_until("the first conditions", lambda: proxy.get("/fleet")["nonStructural"] == expected(options))
            memory = storm(options, proxy, controller)
            print(f"{time.monotonic() - start:.0f} s")
            problems = check(options, proxy, memory)
            controller.send_signal(signal.SIGTERM)
            if controller.wait(30) != 0:
                problems.append("the controller ended with an error")
        finally:
            controller.kill()
            proxy.process.kill()
            log.seek(0)
            tail = log.read().splitlines()[-5:]
        print(*tail, sep="\n")
    return "; ".join(problems)


if __name__ == "__main__":
    if "STRUCTURAL_TEST_FAULTPROXY" not in os.environ:
        print("skipped: STRUCTURAL_TEST_FAULTPROXY is not set; hack/test sets it")
        sys.exit(77)
    sys.exit(main() or 0)
