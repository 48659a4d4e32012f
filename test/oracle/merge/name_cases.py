#!/usr/bin/env python3
"""Names the cases that hack/update/merge-cases collects: the test and a number. A case keeps its number if others
change.

The cases have few different schemas. A case whose schema is that of an earlier case has the earlier case's name
instead.

The tables are Go maps, so the cases of a test arrive in any order: they are sorted by their texts.
"""
import json
import sys

tests, first_with = {}, {}
for line in sys.stdin:
    case = json.loads(line)
    tests.setdefault(case["test"], []).append(case)
for test in sorted(tests):
    cases = sorted(json.dumps(case, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for case in tests[test])
    for number, text in enumerate(cases, 1):
        name, case = f"{test} {number}", json.loads(text)
        first = first_with.setdefault(json.dumps(case["schema"]), name)
        case["schema"] = case["schema"] if first == name else first
        print(json.dumps({"name": name} | case, ensure_ascii=False, separators=(",", ":")))
