"""Requests the metrics over TLS with tokens of clients without rights, while the API server is silent and while it
answers. A client that was accepted before must still be able to read the metrics.

usage: metrics_tokens_attack.py --structural PATH [--long]
"""
import argparse
import itertools
import json
import multiprocessing
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import CONTROLLER_MIB, Confined
from eventually import eventually
from sanitized import sanitized

from lying_server import LyingServer

GOOD = "good-token-of-the-scraper"
MOST_SECONDS = 2  # maximum seconds until a request with an accepted token is answered; some milliseconds are usual
# Minimum seconds for which the program must cache an accepted token. By design, it does so for a minute.
MIN_CACHED_SECONDS = 50
MOST_MIB = 96


class Reviews:
    def __init__(self):
        self.silent, self.count, self.lock = threading.Event(), 0, threading.Lock()
        self.over = threading.Event()
        self.remembered = []  # for each further review of GOOD: seconds since the previous one, for which it was cached
        self.accepted = None

    def answer(self, request):
        if request.command != "POST":
            return None
        with self.lock:
            self.count += 1
        if self.silent.is_set():
            self.over.wait()
        if request.path.endswith("subjectaccessreviews"):
            return 201, json.dumps({"status": {"allowed": True}})
        good = json.loads(request.text)["spec"]["token"] == GOOD
        if good:
            now = time.monotonic()
            self.remembered += [now - self.accepted] if self.accepted is not None else []
            self.accepted = now
        return 201, json.dumps({"status": {"authenticated": good, "user": {"username": "prometheus"}}})


class Scraper:
    def __init__(self, address):
        self.url = f"https://{address}/metrics"
        self.context = ssl.create_default_context()
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def get(self, token):
        """Requests the metrics with a token. Returns the HTTP status and the seconds until the answer."""
        request = urllib.request.Request(self.url, headers={"Authorization": "Bearer " + token})
        begun = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=30, context=self.context) as response:
                response.read()
                return response.status, time.monotonic() - begun
        except urllib.error.HTTPError as error:
            return error.code, time.monotonic() - begun
        except OSError:
            return 0, time.monotonic() - begun


def send_tokens(scraper, count, refused):
    """Sends tokens from `count` threads. They are in another process, which does not compete for Python's
    lock."""
    def send(number):
        for i in itertools.count():
            if scraper.get(f"unknown-{number}-{i}")[0] == 503:
                refused.set()
                time.sleep(0.01)

    threads = [threading.Thread(target=send, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()


def attack(scraper, reviews, peers, scrapes):
    """Runs the attack. Returns messages about its failures."""
    wrong = []
    status, _ = scraper.get(GOOD)
    if status != 200:
        return [f"an accepted token was answered {status}"]
    end = time.monotonic() + MIN_CACHED_SECONDS
    reviews.silent.set()
    before, refused = reviews.count, multiprocessing.Event()
    attacker = multiprocessing.Process(target=send_tokens, args=(scraper, peers, refused), daemon=True)
    attacker.start()
    # The attack has begun when the API server has received three TokenReviews for the attacker's tokens.
    while reviews.count < before + 3 and time.monotonic() < end:
        time.sleep(0.05)
    done = 0
    while done < scrapes and time.monotonic() < end:
        status, seconds = scraper.get(GOOD)
        done += 1
        if status != 200 or seconds > MOST_SECONDS:
            wrong.append(f"silent API server: {status} after {seconds:.1f} s for an accepted token")
        time.sleep(0.2)
    if not refused.wait(10):
        wrong.append("nobody was told to come again")
    attacker.kill()
    attacker.join()
    reviews.silent.clear()
    reviews.over.set()
    eventually("reviews that waited are over", lambda: scraper.get("after-the-attack")[0] == 401)
    return wrong + ([] if done > 10 else [f"{done} scrapes within {MIN_CACHED_SECONDS} s"])


def flood(scraper, reviews, tokens):
    """Sends many tokens, and checks that they do not displace the accepted token from the cache."""
    statuses = set()
    for i in range(tokens):
        statuses.add(scraper.get(f"flood-{i}")[0])
        if i % 100 == 99 or i == tokens - 1:
            status, _ = scraper.get(GOOD)
            if status != 200:
                return [f"after {i + 1} tokens the accepted one was answered {status}"]
    wrong = [f"the accepted token was reviewed again after {seconds:.0f} s" for seconds in reviews.remembered
             if seconds < MIN_CACHED_SECONDS]
    return wrong + ([] if statuses == {401} else [f"unknown tokens were answered {statuses}"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    reviews = Reviews()
    with tempfile.TemporaryDirectory() as folder, LyingServer(arguments.structural, folder, reviews.answer) as server:
        config = server.kubeconfig({"token": "of-the-controller"})
        certs = pathlib.Path(folder) / "server"
        command = [arguments.structural, "controller", "--kubeconfig", config, "--metrics-bind-address", "127.0.0.1:0",
                   "--metrics-cert", certs / "tls.crt", "--metrics-key", certs / "tls.key",
                   "--health-probe-bind-address", "0"]
        log = pathlib.Path(folder) / "log"
        with Confined(command, CONTROLLER_MIB, stderr=log.open("w")) as process:
            address = None
            while process.poll() is None and not address:
                address = re.search(r"metrics on (\S+)", log.read_text())
                time.sleep(0.05)
            scraper = Scraper(address[1])
            wrong = attack(scraper, reviews, 50 if arguments.long else 8, 100 if arguments.long else 15)
            wrong += flood(scraper, reviews, 3000 if arguments.long else 100)
            if process.poll() is not None:
                wrong.append("the controller ended")
            else:
                peak = process.peak_mib()
                print(f"peak {peak:.0f} MiB, {reviews.count} reviews, {len(log.read_text())} bytes of log")
                if peak > MOST_MIB and not sanitized(arguments.structural):
                    wrong.append(f"{peak:.0f} MiB")
            if len(log.read_text()) > 20_000:
                wrong.append("send_tokens fill the log")
    for what in wrong:
        print("FAILED", what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
