"""Tests of check_layers.py: it finds each forbidden include, and accepts each allowed one."""
import unittest

from check_layers import Contract, unused_in, violations_in, violations_in_drawing, violations_of

TEXT = """
[rooms]
# Results.
schema/base:
# Rules.
schema/rules: schema/base | schema/json # comment
# JSON.
schema/json: schema/base
# The client.
kube: schema/base
[folders]
kube = config . calls
[headers]
simdjson.h: schema/rules
openssl/: kube/tls
yaml.h:
"""
CONTRACT = Contract(TEXT)


def found(path, text, used=None):
    return list(violations_in(path, text, CONTRACT, used))


class CheckLayers(unittest.TestCase):
    def test_arrows_of_the_contract_are_allowed(self):
        self.assertEqual([], found("schema/rules/a.cc", '#include "schema/base/result.h"\n#include <simdjson.h>\n#include <vector>'))
        self.assertEqual([], found("schema/base/a.cc", '#include "schema/base/result.h"'))
        self.assertEqual([], found("schema/rules/a.cc", '#include "schema/json/value.h"'))
        self.assertEqual([], list(violations_of(CONTRACT)))

    def test_an_include_of_a_higher_room_is_reported(self):
        self.assertIn("schema/base may not include schema/rules", found("schema/base/a.cc", '#include "schema/rules/x.h"')[0])

    def test_an_include_without_an_arrow_is_reported(self):
        self.assertEqual(1, len(found("kube/a.cc", '#include "schema/rules/x.h"')))

    def test_a_header_may_not_use_an_arrow_for_sources(self):
        self.assertIn("only sources of schema/rules", found("schema/rules/a.h", '#include "schema/json/value.h"')[0])

    def test_a_folder_includes_only_those_before_it(self):
        for path, target, number in (("kube/config/a.cc", "kube/client.h", 1), ("kube/client.cc", "kube/config/a.h", 0),
                                     ("kube/client.cc", "kube/calls/a.h", 1), ("kube/calls/a.cc", "kube/other/b.h", 0),
                                     ("kube/config/a.cc", "kube/other/b.h", 1), ("kube/config/a.cc", "kube/config/b.h", 0)):
            self.assertEqual(number, len(found(path, f'#include "{target}"')), (path, target))

    def test_a_third_party_header_outside_its_owners_is_reported(self):
        self.assertEqual(1, len(found("kube/a.cc", "#include <simdjson.h>")))
        self.assertEqual(1, len(found("kube/a.cc", "#  include <yaml.h>")))
        self.assertEqual(1, len(found("kube/a.cc", "#include <openssl/ssl.h>")))
        self.assertEqual(0, len(found("kube/tls/a.cc", "#include <openssl/ssl.h>")))

    def test_unknown_rooms_and_relative_paths_are_reported(self):
        self.assertEqual(1, len(found("kube/a.cc", '#include "schema/other/x.h"')))
        self.assertEqual(1, len(found("kube/a.cc", '#include "client.h"')))

    def test_a_namespace_must_be_a_folder_of_the_file(self):
        def wrong(path, namespace):
            return len(found(path, f"namespace structural::{namespace} {{\n\nint a;\n}}"))
        self.assertEqual([0, 0, 1], [wrong("kube/tls/a.cc", name) for name in ("kube", "tls::x", "http")])
        self.assertEqual([], found("kube/a.h", "namespace structural::http {\nstruct Server;\n}"))

    def test_a_drawing_with_other_floors_is_reported(self):
        self.assertEqual([], list(violations_in_drawing(CONTRACT, " 3  schema/rules\n 2  schema/json   kube\n 1  schema/base\n")))
        self.assertEqual(3, len(list(violations_in_drawing(CONTRACT, " 3  schema/rules other\n 2  schema/json\n 2  schema/base\n"))))

    def test_unused_arrows_are_reported(self):
        used = set()
        found("schema/rules/a.cc", '#include "schema/base/result.h"\n#include "schema/json/value.h"', used)
        found("schema/json/a.h", '#include "schema/base/result.h"', used)
        self.assertEqual(["hack/layers.txt: no header of schema/rules includes schema/base",
                          "hack/layers.txt: no file of kube includes schema/base"], list(unused_in(CONTRACT, used)))

    def test_mistakes_in_the_contract_are_reported(self):
        def wrong(text):
            return list(violations_of(Contract("[rooms]\n" + text)))
        self.assertIn("must say what the room is", wrong("a:")[0])
        self.assertIn("cycle", wrong("# A.\na: b\n# B.\nb: a")[0])
        self.assertIn("is no room", wrong("# A.\na: b")[0])
        self.assertIn("the command cli/a", wrong("# A.\ncli/a: cli/b\n# B.\ncli/b:")[0])
        self.assertEqual([], wrong("# A.\ncli/a: cli/report\n# B.\ncli/report:"))
        rows = [f"# A.\nr{i}:" + "".join(f" r{j}" for j in range(i)) for i in range(40)]
        self.assertEqual(3, len(wrong("\n".join(rows))))


if __name__ == "__main__":
    unittest.main()
