"""Tests of the check: it finds each forbidden edge, and accepts each allowed one."""
import unittest

from check_layers import parse_contract, violations_in

ROOMS, HEADERS = parse_contract("""
[rooms]
schema/base:
schema/rules: schema/base  # comment
kube: schema/base
[headers]
simdjson.h: schema/rules
yaml.h:
""")


def found(path, text):
    return list(violations_in(path, text, ROOMS, HEADERS))


class CheckLayers(unittest.TestCase):
    def test_allowed(self):
        self.assertEqual([], found("schema/rules/a.cc", '#include "schema/base/result.h"\n#include <simdjson.h>\n#include <vector>'))
        self.assertEqual([], found("schema/base/a.cc", '#include "schema/base/result.h"'))

    def test_upward_edge(self):
        self.assertIn("schema/base may not include schema/rules", found("schema/base/a.cc", '#include "schema/rules/x.h"')[0])

    def test_sideward_edge(self):
        self.assertEqual(1, len(found("kube/a.cc", '#include "schema/rules/x.h"')))

    def test_third_party_outside_its_owner(self):
        self.assertEqual(1, len(found("kube/a.cc", "#include <simdjson.h>")))
        self.assertEqual(1, len(found("kube/a.cc", "#  include <yaml.h>")))

    def test_unknown_room_and_relative_path(self):
        self.assertEqual(1, len(found("kube/a.cc", '#include "schema/other/x.h"')))
        self.assertEqual(1, len(found("kube/a.cc", '#include "client.h"')))


if __name__ == "__main__":
    unittest.main()
