"""Strangers send tokens to the metrics by TLS, while the API server is silent and while it is not: whoever was
accepted reads them all the same.

usage: metrics_tokens_attack.py --structural PATH [--long]
"""
import argparse
import json
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
from sanitized import sanitized

from lying_server import LyingServer

GOOD = "good-token-of-the-scraper"
MOST_SECONDS = 2  # for an accepted token; it is some milliseconds
MOST_MIB = 96


class Reviews:
    def __init__(self):
        self.silent, self.count, self.lock = threading.Event(), 0, threading.Lock()
        self.over = threading.Event()

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
        return 201, json.dumps({"status": {"authenticated": good, "user": {"username": "prometheus"}}})


class Scraper:
    def __init__(self, address):
        self.url = f"https://{address}/metrics"
        self.context = ssl.create_default_context()
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def get(self, token):
        """-> status, seconds"""
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


def strangers(scraper, count, over, statuses):
    """Each sends one token after the other."""
    def send(number):
        for i in range(1_000_000):
            if over.is_set():
                return
            statuses.append(scraper.get(f"unknown-{number}-{i}")[0])
    threads = [threading.Thread(target=send, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    return threads


def attack(scraper, reviews, peers, scrapes):
    """-> what went wrong"""
    wrong = []
    status, _ = scraper.get(GOOD)
    if status != 200:
        return [f"an accepted token was answered {status}"]
    reviews.silent.set()
    over, statuses = threading.Event(), []
    threads = strangers(scraper, peers, over, statuses)
    waiting = time.monotonic() + 10
    while reviews.count < 5 and time.monotonic() < waiting:  # the good one's two, and three that wait
        time.sleep(0.05)
    for _ in range(scrapes):
        status, seconds = scraper.get(GOOD)
        if status != 200 or seconds > MOST_SECONDS:
            wrong.append(f"silent API server: {status} after {seconds:.1f} s for an accepted token")
        time.sleep(0.2)
    over.set()
    for thread in threads:
        thread.join(60)
    if peers > 3 and 503 not in statuses:
        wrong.append(f"nobody was told to come again: {set(statuses)}")
    reviews.silent.clear()
    reviews.over.set()
    return wrong


def flood(scraper, reviews, tokens):
    """Tokens without end leave what is remembered in place."""
    scraper.get(GOOD)
    statuses = [scraper.get(f"flood-{i}")[0] for i in range(tokens)]
    before = reviews.count
    status, seconds = scraper.get(GOOD)
    if status != 200 or reviews.count != before:
        return [f"after {tokens} tokens the accepted one was reviewed again ({status})"]
    return [] if set(statuses) == {401} else [f"unknown tokens were answered {set(statuses)}"]


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
            wrong += flood(scraper, reviews, 3000 if arguments.long else 150)
            if process.poll() is not None:
                wrong.append("the controller ended")
            else:
                peak = process.peak_mib()
                print(f"peak {peak:.0f} MiB, {reviews.count} reviews, {len(log.read_text())} bytes of log")
                if peak > MOST_MIB and not sanitized(arguments.structural):
                    wrong.append(f"{peak:.0f} MiB")
            if len(log.read_text()) > 20_000:
                wrong.append("strangers fill the log")
    for what in wrong:
        print("FAILED", what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
