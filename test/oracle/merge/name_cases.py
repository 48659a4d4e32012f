#!/usr/bin/env python3
"""Names the cases that hack/update/merge-cases collects: the test and a number. A case keeps its number if others change.

The tables are Go maps, so the cases of a test arrive in any order: they are sorted by their texts.
"""
import json
import sys

tests = {}
for line in sys.stdin:
    case = json.loads(line)
    tests.setdefault(case["test"], []).append(case)
for test in sorted(tests):
    cases = sorted(json.dumps(case, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for case in tests[test])
    for number, text in enumerate(cases, 1):
        print(json.dumps({"name": f"{test} {number}"} | json.loads(text), ensure_ascii=False, separators=(",", ":")))
