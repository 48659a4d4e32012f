#!/usr/bin/env python3
"""Changes all CRDs of a real API server continuously. `structural controller` must stay within the memory limit of its
manifest, and write no more often than the CRDs change. Each condition must be right at the end.

usage: churn_attack.py --structural PATH [--long]

Limits: the process is not killed; resident memory 96 MiB; at most one write for each change. Needs the API server's
path in STRUCTURAL_TEST_APISERVER and the oracle's in STRUCTURAL_TEST_JUDGE.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "endurance")]
from api_server import BINARY  # noqa: E402
from cluster import CRDS, Cluster, Fleet  # noqa: E402
from confined import CONTROLLER_MIB, Confined  # noqa: E402
from eventually import eventually  # noqa: E402
from sanitized import sanitized  # noqa: E402

RESIDENT_MIB, MOST_PER_SECOND = 96, 1000


def parts_of(count, threads):
    """Returns the ranges of the numbers of the CRDs, one range for each thread."""
    return [range(count * i // threads, count * (i + 1) // threads) for i in range(threads)]


def any_wrong(cluster, fleets):
    items = cluster.ask("GET", CRDS)["items"]
    return any(fleet.wrong(items) for fleet in fleets)


def attack(structural, folder, count, seconds, threads):
    cluster, bad = Cluster(folder), []
    with contextlib.ExitStack() as stack:
        stack.callback(cluster.stop)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            fleets = list(pool.map(lambda part: Fleet(cluster, part), parts_of(count, threads)))
        log = folder / "controller.log"
        controller = stack.enter_context(Confined(
            [structural, "controller", "--kubeconfig", cluster.server.kubeconfig, "--no-events", "--metrics-bind-address", "0",
             "--health-probe-bind-address", "0"], CONTROLLER_MIB, stderr=log.open("w")))
        eventually("it has judged all", lambda: f"{count} evaluated" in log.read_text() or controller.poll() is not None, 120)
        with contextlib.ExitStack() as changes:
            for fleet in fleets:
                changes.enter_context(fleet.churn(MOST_PER_SECOND))
            time.sleep(seconds)
        begun = time.monotonic()
        eventually("each condition is right", lambda: controller.poll() is not None or not any_wrong(cluster, fleets), 300)
        settled, (alive, peak, had, _) = time.monotonic() - begun, controller.measured()
        flips, writes = sum(fleet.flips for fleet in fleets), cluster.status_writes()
        print(f"{count} CRDs, {flips} changes in {seconds} s: {writes} writes, {peak:.0f} MiB, {had:.1f} s of CPU, right "
              f"{settled:.1f} s after the last change", flush=True)
        bad += [] if alive else [f"it ended with {controller.returncode}: {log.read_text()[-500:]}"]
        bad += [f"{peak:.0f} MiB"] if peak > RESIDENT_MIB else []
        bad += [f"{writes} writes for {flips} changes"] if writes > flips else []
        bad += ["nothing was written"] if writes == 0 else []
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if not BINARY or not os.environ.get("STRUCTURAL_TEST_JUDGE") or sanitized(arguments.structural):
        print("skipped: STRUCTURAL_TEST_APISERVER or _JUDGE is not set, or the memory of a sanitized program says nothing")
        return 77
    sizes = (5000, 60, 8) if arguments.long else (300, 5, 4)
    with tempfile.TemporaryDirectory(prefix="churn-") as folder:
        bad = attack(arguments.structural, pathlib.Path(folder), *sizes)
    print("\n".join(bad) or "the bounds hold")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
