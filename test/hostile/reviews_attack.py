#!/usr/bin/env python3
"""Sends the reviews of the highest cost, twenty at a time, to `structural webhook` under the memory
limit of its manifest, together with a good client. Each row is a review of at most 6 MB, the
maximum of an API server.

usage: reviews_attack.py --structural PATH [--long]

Limits: the process is not killed; resident memory 192 MiB; the good client's 99th percentile below 1 s, unless the
webhook waits for a CPU three times as long as it runs; answers of at most 512 KiB, unless they have a patch; at most
512 KiB of log, and 64 KiB for each second. Every large review gets a 200, a 503, or no answer before the client's
timeout. A 200 has the expected decision, or reports that the review needs too much.
"""
import argparse
import functools
import json
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import WEBHOOK_MIB, Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402
from webhook import Webhook, certificate  # noqa: E402

RESIDENT_MIB, ANSWER, P99 = 192, 512 << 10, 1.0
MOST_WAITING = 3  # maximum ratio of the time for which the webhook waits for a CPU to its CPU time
# Limit of the 99th percentile in the short form, the API server's timeoutSeconds. It is higher than P99, since the
# short form has few answers and is for busy machines.
P99_BUSY = 5.0
LOG_BURST, LOG_PER_SECOND = 640 << 10, 80 << 10
AT_ONCE = 20
SMALL = {"type": "object", "properties": {"a": {"type": "string"}}}


def crd(schema='"SCHEMA"', versions=None, **spec):
    versions = versions or '[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":%s}}]' % schema
    rest = json.dumps({"group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Namespaced", **spec})
    return ('{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"foos.example.com"},'
            '"spec":%s,"versions":%s}}' % (rest[:-1], versions))


def review(after, before=None, uid="u", name="foos.example.com", user="jane", group="apiextensions.k8s.io",
           resource="customresourcedefinitions", kind="CustomResourceDefinition"):
    request = json.dumps({
        "uid": uid, "name": name, "userInfo": {"username": user}, "operation": "UPDATE" if before else "CREATE",
        "kind": {"group": group, "version": "v1", "kind": kind}, "resource": {"group": group, "version": "v1", "resource": resource}})
    old = ',"oldObject":' + before if before else ""
    return ('{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":%s,"object":%s%s}}'
            % (request[:-1], after, old)).encode()


def fields(n, value, name="p"):
    return ",".join(f'"{name}{i}":{value}' for i in range(n))


def object_of(properties):
    return '{"type":"object","properties":{%s}}' % properties


def nested(levels, inner):
    return '{"type":"object","properties":{"a":' * levels + inner + "}}" * levels


UNION = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "type": {"type": "string"}},
         "x-kubernetes-unions": [{"discriminator": "type", "fields": {"a": "A", "b": "B"}}]}
UNION_CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "things.example.com"}, "spec": {
                 "group": "example.com", "names": {"plural": "things", "kind": "Thing"}, "scope": "Namespaced", "versions": [
                     {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                         "type": "object", "properties": {"spec": {"type": "object", "additionalProperties": {
                             "type": "array", "items": UNION}}}}}}]}}


def thing(items, key="k", managed=""):
    return ('{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"t"%s},"spec":{"%s":[%s]}}'
            % (managed, key, ",".join(items)))


def of_things(after, before=None):
    return review(after, before, group="example.com", resource="things", kind="Thing")


def owners(n):
    keys = ",".join(f'"f:k{i}":{{"f:a":{{}},"f:b":{{}}}}' for i in range(n))
    return (',"managedFields":[{"manager":"m","operation":"Apply","apiVersion":"example.com/v1","fieldsType":"FieldsV1",'
            '"fieldsV1":{"f:spec":{%s}}}]' % keys)


SERVER = ("--server-verdict", "1.37")
COLUMNS = ('{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},'
           '"additionalPrinterColumns":[%s]}' % ",".join(['{"type":"<"}'] * 200_000))


# {name: (flags of the webhook, path, function that makes the review, whether the webhook must allow the review; None:
# it must answer 400)}.
ROWS = {
    "violations": ((), "/validate", lambda: review(crd(object_of(fields(390_000, "{}")))), False),
    "violations, strict": (("--strict",), "/validate", lambda: review(crd(object_of(fields(390_000, "{}")))), False),
    "violations, server": (("--policy", "server"), "/validate", lambda: review(crd(object_of(fields(390_000, "{}")))), False),
    "violations, server verdict": (SERVER, "/validate", lambda: review(crd(object_of(fields(390_000, "{}")))), False),
    "errors of an update, server verdict": (SERVER, "/validate", lambda: review(
        crd(versions="[%s]" % COLUMNS), crd(object_of(fields(180_000, "{}", "q")))), False),
    "long paths": ((), "/validate", lambda: review(crd(nested(4900, object_of(fields(100_000, '{"not":{"type":"string"}}'))))), False),
    "a long key": ((), "/validate", lambda: review(crd('{"type":"object","properties":{"%s":{"properties":{%s}}}}' % (
        "k" * 1_000_000, fields(300_000, "{}")))), False),
    "small schemas": ((), "/validate", lambda: review(crd('{"type":"object","allOf":[%s]}' % ",".join(["{}"] * 2_000_000))), True),
    "values, strict": (("--strict",), "/validate", lambda: review(crd('{"type":"object","enum":[%s]}' % ",".join(["1"] * 3_000_000))), False),
    "unknown keys, strict": (("--strict",), "/validate", lambda: review(crd('{"type":"object",%s}' % fields(450_000, "1"))), False),
    "versions": ((), "/validate", lambda: review(crd(versions="[%s]" % ",".join(
        f'{{"name":"v{i}","schema":{{"openAPIV3Schema":{{}}}}}}' for i in range(100_000)))), False),
    "versions, strict": (("--strict",), "/validate", lambda: review(crd(versions="[%s]" % ",".join(
        f'{{"name":"v{i}","schema":{{"openAPIV3Schema":{{}}}}}}' for i in range(100_000)))), False),
    "both objects": (("--strict",), "/validate", lambda: review(
        crd(object_of(fields(180_000, "{}"))), crd(object_of(fields(180_000, "{}", "q")))), False),
    "deep": (("--strict",), "/validate", lambda: review(crd('{"not":' * 9000 + "{}" + "}" * 9000)), False),
    "names": ((), "/validate", lambda: review(crd(object_of('"a":{}')), name="\x01\x1b" * 300_000, user="\u202e\n" * 300_000), False),
    "a long uid": ((), "/validate", lambda: review(crd(), uid="u" * 6_000_000), None),
    "a big patch": (("--unions",), "/mutate-unions", lambda: of_things(thing(['{"a":"x"}'] * 400_000)), True),
    "a big patch below a long key": (("--unions",), "/mutate-unions", lambda: of_things(thing(['{"a":"x"}'] * 300_000, "k/~" * 500_000)), True),
    "undecided": (("--unions",), "/mutate-unions", lambda: of_things(thing(['{"a":"x","b":"y"}'] * 250_000, "k" * 500_000)), False),
    "owners": (("--unions",), "/mutate-unions", lambda: of_things(thing(['{"a":"x"}'] * 50_000, "k1", owners(100_000))), True),
}
SHORT = ("violations, strict", "errors of an update, server verdict", "long paths", "values, strict", "unknown keys, strict", "names", "a big patch below a long key")


class Good(threading.Thread):
    """A client that sends reviews continuously, by default of a small CRD."""

    def __init__(self, webhook, seconds, body=None):
        super().__init__(daemon=True)
        self.webhook, self.until, self.took, self.errors = webhook, time.monotonic() + seconds, [], []
        self.body = body or review(crd(json.dumps(SMALL)))
        self.start()

    def run(self):
        while time.monotonic() < self.until:
            begin = time.monotonic()
            try:
                status, answer = self.webhook.ask(self.body)
                if status != 200 or not json.loads(answer)["response"]["allowed"]:
                    self.errors.append(f"{status}: {answer[:200]}")
            except Exception as error:
                self.errors.append(repr(error))
                break
            self.took.append(time.monotonic() - begin)
            time.sleep(0.01)

    def p99(self):
        return statistics.quantiles(self.took, n=100)[98] if len(self.took) > 1 else float("inf")


class Bad(threading.Thread):
    """A client that sends the same review continuously. After a 503, it soon tries again."""

    def __init__(self, webhook, body, path, seconds):
        super().__init__(daemon=True)
        self.webhook, self.body, self.path, self.until = webhook, body, path, time.monotonic() + seconds
        self.answers = []
        self.start()

    def run(self):
        while time.monotonic() < self.until:
            try:
                self.answers.append(self.webhook.ask(self.body, path=self.path))
            except Exception as error:  # recorded as an answer with status 0, which is a failure except for a timeout
                self.answers.append((0, repr(error).encode()))
                break
            if self.answers[-1][0] == 503:
                time.sleep(random.uniform(0.05, 0.5))


def verdict(answer):
    """Returns (whether the review is allowed, whether the webhook reports that it could not complete the
    check)."""
    response = json.loads(answer)["response"]
    return response["allowed"], "the check needs more than" in response.get("status", {}).get("message", "")


def wrong_answers(answers, allowed):
    for status, answer in answers:
        # A timeout or a 503 is not a failure: 2 s of CPU time can take 20 s if other programs use the cores.
        if status == 503 or answer.startswith(b"TimeoutError"):
            continue
        if allowed is None:
            if status != 400:
                yield f"status {status}"
            continue
        if status != 200:
            yield f"status {status}: {answer[:200]}"
            continue
        found, too_large = verdict(answer)
        if found != allowed and not too_large:
            yield f"allowed: {found}"
        if len(answer) > ANSWER and b'"patch"' not in answer:
            yield f"an answer of {len(answer)} bytes"


def attack(structural, folder, row, seconds, p99=P99):
    flags, path, make, allowed = ROWS[row]
    if "--unions" in flags:
        (folder / "crd.json").write_text(json.dumps(UNION_CRD))
        flags = (*flags, "--crd", folder / "crd.json")
    body = make()
    webhook = Webhook(structural, folder, *flags, start=functools.partial(Confined, mib=WEBHOOK_MIB))
    begun, wrong = time.monotonic(), []
    try:
        good = Good(webhook, seconds)
        bad = [Bad(webhook, body, path, seconds) for _ in range(AT_ONCE)]
        good.join(seconds + 60)
        for each in bad:
            each.join(60)
        took = time.monotonic() - begun
        alive, peak, had, waited = webhook.process.measured()
        answers = [answer for each in bad for answer in each.answers]
        log = sum(map(len, webhook.log))
        judged = sum(1 for status, _ in answers if status == 200)
        print(f"{row}: {len(body) / 1e6:.1f} MB, {len(answers)} answers, {judged} of them 200; {peak:.0f} MiB; "
              f"good: {len(good.took)}, p99 {good.p99():.2f} s; log {log >> 10} KiB; {had:.1f} s of CPU, waited {waited:.1f} s for it", flush=True)
        wrong += [] if alive else ["killed"]
        wrong += sorted(set(wrong_answers(answers, allowed)))[:5] + good.errors[:5]
        if not sanitized(structural):
            wrong += [f"{peak:.0f} MiB"] if peak > RESIDENT_MIB else []
            wrong += [f"p99 {good.p99():.2f} s"] if good.p99() > p99 and waited <= MOST_WAITING * had else []
        wrong += [f"{log} bytes of log"] if log > LOG_BURST + LOG_PER_SECOND * took else []
    finally:
        webhook.process.kill()
        webhook.process.__exit__(None, None, None)
    return wrong


def report(prefix, rows, wrong_in):
    """Runs the attack, and returns the exit code. `wrong_in(folder, row)` returns the failures of a row;
    `folder` has a certificate."""
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        return 77
    failed = False
    with tempfile.TemporaryDirectory(prefix=prefix) as folder:
        certificate(pathlib.Path(folder))
        for row in rows:
            for wrong in wrong_in(pathlib.Path(folder), row):
                failed = True
                print(f"  {row}: {wrong}", flush=True)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--row", help="only this one")
    arguments = parser.parse_args()
    rows = [arguments.row] if arguments.row else list(ROWS) if arguments.long else SHORT
    bounds = (20, P99) if arguments.long else (2, P99_BUSY)
    return report("reviews-", rows, lambda folder, row: attack(arguments.structural, folder, row, *bounds))


if __name__ == "__main__":
    sys.exit(main())
