"""Runs structural webhook certs --watch while the wall clock jumps by days and years, forwards and backwards. Soon
after each jump, the certificate must be valid at the new time, with its key. usage: clock_attack.py --structural PATH
[--long]

libfaketime changes the wall clock of the program, but not the clock of its waits. Skipped if it is not installed."""
import argparse
import datetime
import glob
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sanitized import sanitized  # noqa: E402

LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1"
JUMPS = (50, 65, -400, 0, 3650, -3650, 0)  # offsets of the clock from now, in days
# Maximum seconds from a jump of the clock to a certificate that is valid at the new time. The program checks its
# certificate each second.
SECONDS = 20


def openssl(*words):
    return subprocess.run(["openssl", *words], capture_output=True, text=True)


class Attack:
    def __init__(self, folder):
        self.out, self.offset, self.bad = folder / "out", folder / "offset", []

    def jump(self, days):
        new = self.offset.with_suffix(".new")
        new.write_text(f"{days:+}d\n")
        new.replace(self.offset)

    def wrong(self, days):
        """Checks the certificate as a client would whose clock is `days` ahead. Returns the error, or None if the
        certificate is valid."""
        read = openssl("x509", "-in", self.out / "tls.crt", "-noout", "-dates", "-pubkey")
        if read.returncode != 0:
            return "there is no certificate"
        begin, end = (datetime.datetime.strptime(line.split("=")[1], "%b %d %H:%M:%S %Y %Z")
                      for line in read.stdout.splitlines() if line.startswith("not"))
        now = datetime.datetime.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None) + datetime.timedelta(days=days)
        if not begin <= now < end:
            return f"it is valid from {begin} to {end}, and it is {now}"
        key = openssl("pkey", "-in", self.out / "tls.key", "-pubout").stdout
        return None if key and key in read.stdout else "the key is of another certificate"

    def check(self, process, days):
        self.jump(days)
        began = time.monotonic()
        while wrong := self.wrong(days):
            if process.poll() is not None or time.monotonic() - began > SECONDS:
                self.bad.append(f"{days:+} days: {wrong} ({process.poll()})")
                return
            time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    libraries = glob.glob(LIBRARIES)
    if not libraries or not shutil.which("openssl") or sanitized(arguments.structural):
        print("libfaketime or openssl is not installed, or the program is sanitized")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="structural-clock-") as folder:
        attack = Attack(pathlib.Path(folder))
        attack.jump(0)
        environment = {**os.environ, "LD_PRELOAD": libraries[0], "FAKETIME_TIMESTAMP_FILE": str(attack.offset),
                       "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        process = subprocess.Popen([arguments.structural, "webhook", "certs", "--output-dir", attack.out, "--host", "a", "--watch",
                                    "--interval", "1s", "--health-probe-bind-address", "0"], env=environment,
                                   stderr=subprocess.DEVNULL)
        jumps = [*JUMPS, *(random.randrange(-5000, 5000) for _ in range(50 if arguments.long else 0))]
        for days in jumps:
            attack.check(process, days)
        process.send_signal(signal.SIGTERM)
        if process.wait(20) != 0:
            attack.bad.append(f"ends with {process.returncode}")
    print("\n".join(attack.bad) or f"the certificate is valid after each of {len(jumps)} jumps")
    sys.exit(1 if attack.bad else 0)


main()
