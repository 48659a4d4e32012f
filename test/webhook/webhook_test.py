#!/usr/bin/env python3
"""Tests structural webhook as the admission webhook of real API servers, which call it with Kubernetes' own webhook
code.

usage: webhook_test.py STRUCTURAL [ARGUMENTS OF unittest] Needs the servers in STRUCTURAL_TEST_APISERVER and
STRUCTURAL_TEST_APISERVER_CURRENT, and openssl.
"""
import pathlib
import shutil
import sys
import tempfile
import unittest

from case import WebhookTest
from servers import BINARY, CURRENT, Servers

TESTS = ["crd_test", "modes_test", "union_test", "trouble_test"]


def run(structural, arguments):
    with tempfile.TemporaryDirectory(prefix="webhook-") as folder:
        WebhookTest.servers = Servers(structural, folder)
        try:
            return unittest.main(module=None, argv=[__file__, *(arguments or TESTS)], exit=False, warnings="ignore").result
        finally:
            WebhookTest.servers.close()


if __name__ == "__main__":
    if not BINARY or not CURRENT or not shutil.which("openssl"):
        print("skipped: openssl, STRUCTURAL_TEST_APISERVER or _APISERVER_CURRENT is missing; hack/test sets them")
        sys.exit(77)
    sys.exit(not run(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]).wasSuccessful())
