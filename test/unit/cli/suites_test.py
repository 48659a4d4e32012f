"""Tests of structural test as a process. usage: suites_test.py STRUCTURAL ROOT"""
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(sys.argv.pop(2)).resolve()
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CASES = ROOT / "test/cases/suites"
sys.path.insert(0, str(ROOT / "test/support"))
from json_schema import problems  # noqa: E402

ORDERS = "openshift/shop/v1/tests/orders.shop.example.com"
OWN = """apiVersion: structural.lint/v1alpha1
kind: TestSuite
crds: [machines.yaml]
cases:
"""


class Suites(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "suites"
        shutil.copytree(CASES, self.folder)

    def run_test(self, *arguments, stdin=""):
        return subprocess.run([STRUCTURAL, "test", *arguments], input=stdin, capture_output=True, text=True,
                              cwd=self.folder, timeout=600)

    def own(self, cases, name="new.yaml"):
        """Runs structural test with a suite in this project's format that has these cases."""
        (self.folder / "own" / name).write_text(OWN + cases)
        return self.run_test(f"own/{name}")

    def edit(self, file, old, new):
        path = self.folder / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def test_suites_pass(self):
        done = self.run_test("own/suite.yaml", "openshift")
        self.assertEqual((0, "", "14 cases passed in 4 suites on 4 CRDs: 27 runs, 45 requests; 6 with errors in words of "
                                 "older releases\n"), (done.returncode, done.stderr, done.stdout))

    def test_a_case_that_demands_nothing_is_a_mistake(self):
        good = "- name: a\n  create: {spec: {replicas: 6}}\n  error: replicas must not exceed limit\n"
        self.assertEqual(0, self.own(good).returncode)
        for old, new, key in (("error: replicas must not exceed limit", "error: ''", "error"), ("error: replicas must not exceed limit", "error: ' '", "error"),
                              ("error: replicas must not exceed limit", "error:", "error"), ("error: replicas must not exceed limit", "error: []", "error"),
                              ("error: replicas must not exceed limit", "error: [replicas must not exceed limit, '']", "error"),
                              ("replicas: 6}}\n  error: replicas must not exceed limit", "replicas: 1}}\n  assert: {}", "assert"),
                              ("replicas: 6}}\n  error: replicas must not exceed limit", "replicas: 1}}\n  assert:", "assert"),
                              ("replicas: 6}}\n  error: replicas must not exceed limit", "replicas: 1}}\n  assert: ''", "assert"),
                              ("replicas: 6}}\n  error: replicas must not exceed limit", "replicas: 1}}\n  expected: ' '", "expected"),
                              ("  error:", "  update:\n  error:", "update"), ("  error:", "  update: ''\n  error:", "update"),
                              ("  error:", "  crdPatches: []\n  error:", "crdPatches"), ("name: a", "name: ''", "name")):
            self.assertIn(old, good)
            done = self.own(good.replace(old, new))
            self.assertEqual(2, done.returncode, (new, done.stdout, done.stderr))
            self.assertRegex(done.stderr, rf'own/new\.yaml:\d+:\d+: "{key}" is empty; remove it, or write what it demands\n', new)
        done = self.own("- create: {spec: {replicas: 1}}\n  assert: {spec: {replicas: 1}}\n  expected: {spec: {replicas: 2}}\n")
        self.assertEqual(2, done.returncode)
        self.assertIn('a case has "assert" or "expected", and not both', done.stderr)
        self.assertEqual(0, self.own("- create: {}\n  update: {}\n").returncode)

    APPLY = "- name: a\n  onApply:\n  - {manager: flux, apply: {spec: {limit: 7}}}\n  - "

    def test_requests_of_managers_have_expectations(self):
        flux = "{manager: argo, apply: {spec: {limit: 8}}"
        for request, says in (
                (f"{flux}, conflicts: {{.spec.limit: flux}}}}", ""), (f"{flux}, force: true, owners: {{.spec.limit: argo}}}}", ""),
                (f"{flux}, error: 'conflict with \"flux\": .spec.limit'}}", ""),
                ("{manager: argo, apply: {spec: {limit: 7}}, owners: {.spec.limit: [flux, argo], .spec.mode: null}}", ""),
                ("{manager: argo, patch: {spec: {limit: 8}}, owners: {.spec.limit: argo (Update)}, assert: {spec: {limit: 8}}}", ""),
                ("{manager: argo, update: {spec: {limit: 8}}, owners: {.spec.limit: argo (Update)}}", ""),
                ("{manager: argo, create: {spec: {}}, error: already exists}", ""),
                ("{manager: argo, apply: {status: {phase: A}}, subresource: status, owners: {.status.phase: 'argo (Apply, status)'}}", ""),
                (f"{flux}}}", "apply: the API server refuses the apply\n    CRD: own/machines.yaml\n    + conflict with flux: .spec.limit\n"),
                (f"{flux}, conflicts: {{.spec.limit: helm}}}}",
                 "conflicts: the conflicts of the apply differ\n    CRD: own/machines.yaml\n    @@ -1,1 +1,1 @@\n    -.spec.limit: helm\n    +.spec.limit: flux\n"),
                (f"{flux}, error: other}}", "error: the API server refuses the apply with another error\n    CRD: own/machines.yaml\n    - other\n    + conflict with flux"),
                ("{manager: argo, apply: {spec: {limit: 7}}, conflicts: {.spec.limit: flux}}",
                 "conflicts: the API server accepts the apply\n    CRD: own/machines.yaml\n    - conflict with flux: .spec.limit\n"),
                ("{manager: argo, apply: {spec: {limit: 7}}, owners: {.spec.limit: argo}}",
                 "owners: the owners differ after the apply\n    CRD: own/machines.yaml\n    @@ -1,1 +1,3 @@\n    -.spec.limit: argo\n    +.spec.limit:\n    +- argo\n    +- flux\n"),
                ("{manager: argo, patch: {spec: {limit: 8}}, assert: {spec: {limit: 7}}}", "assert: the stored object differs\n"),
                ("{manager: argo, apply: {spec: {limmit: 7}}}",
                 "apply: the API server refuses the apply\n    CRD: own/machines.yaml\n    + failed to create typed patch object (/test; "
                 'example.com/v1, Kind=Machine): .spec.limmit: field not declared in schema; did you mean "spec.limit"?\n')):
            done = self.own(self.APPLY + request + "\n")
            if not says:
                self.assertEqual((0, "1 case passed in 1 suite on 1 CRD, 2 requests\n"), (done.returncode, done.stdout), request)
                continue
            self.assertEqual((1, ""), (done.returncode, done.stderr), request)
            key, message = says.split(": ", 1)
            self.assertIn(f"own/new.yaml:8:{request.index(key + ':') + 5}: FAIL a: {message}", done.stdout, request)
            before = done.stdout
            self.assertEqual(0, self.run_test("--update", "own/new.yaml").returncode, request)
            again = self.run_test("own/new.yaml")
            self.assertEqual(0, again.returncode, (before, again.stdout, (self.folder / "own/new.yaml").read_text()))

    def test_a_live_object_is_stored_before(self):
        live = "- live: {metadata: {name: one, managedFields: [{manager: helm, operation: Apply, apiVersion: example.com/v1, " \
               "fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:limit': {}}}}]}, spec: {limit: 3}}\n  onApply:\n  - "
        for request in ("{manager: argo, apply: {spec: {limit: 4}}, conflicts: {.spec.limit: helm}}",
                        "{manager: helm, apply: {spec: {}}, assert: {metadata: {name: one, namespace: default}, spec: {limit: 5}}}"):
            done = self.own(live + request + "\n")
            self.assertEqual(0, done.returncode, (request, done.stdout, done.stderr))

    def test_mistakes_in_requests_are_explained(self):
        for request, says in (
                ("{manager: m, apply: {}, eror: a}", '8:29: unknown field "eror"; did you mean "error"?'), ("{manager: m}", 'a request has one of "apply",'),
                ("{manager: m, apply: {}, create: {}}", 'a request has one of "apply",'), ("{apply: {}}", '8:5: the request has no "manager"'),
                ("{manager: '', apply: {}}", '"manager" is empty'), ("{manager: m, apply: 5}", '8:25: "apply" must be an object'),
                ("{manager: m, apply: ''}", '"apply" is empty'), ("{manager: m, apply: {}, conflicts: {}}", '"conflicts" is empty'),
                ("{manager: m, apply: {}, conflicts: [a]}", '"conflicts" must be an object with the owners of fields'),
                ("{manager: m, apply: {}, conflicts: {.a: null}}", '".a" is empty'), ("{manager: m, apply: {}, conflicts: {.a: ''}}", '".a" is empty'),
                ("{manager: m, apply: {}, owners: {.a: []}}", '".a" is empty'), ("{manager: m, apply: {}, owners: {.a: 5}}", '".a" must be a string or a list of strings'),
                ("{manager: m, apply: {}, owners: {a: b}}", 'a field begins with a dot, as in conflicts: ".a"'), ("{manager: m, apply: {}, owners: {}}", '"owners" is empty'),
                ("{manager: m, apply: {}, error: ''}", '"error" is empty'), ("{manager: m, apply: {}, error: a, conflicts: {.a: b}}", 'a request has "error" or "conflicts", and not both'),
                ("{manager: m, apply: {}, error: a, assert: {a: 1}}", 'a request has "error", or "assert" or "expected", and not both'),
                ("{manager: m, apply: {}, conflicts: {.a: b}, assert: {a: 1}}", 'a request has "conflicts", or'),
                ("{manager: m, apply: {}, error: a, owners: {.a: b}}", 'a request that is refused does not change "owners"'),
                ("{manager: m, patch: {}, force: true}", 'only "apply" has "force"'), ("{manager: m, patch: {}, conflicts: {.a: b}}", 'only "apply" has "conflicts"'),
                ("{manager: m, apply: {}, force: 1}", '"force" must be true or false'), ("{manager: m, apply: {}, subresource: log}", '"subresource" must be "status" or "scale"'),
                ("{manager: m, apply: {}, fieldValidation: strict}", '"fieldValidation" must be "Strict", "Warn" or "Ignore"'),
                ("{manager: m, apply: {}, fieldValidation: ''}", '"fieldValidation" is empty'),
                ("5", 'an element of "onApply" must be an object')):
            done = self.own(self.APPLY + request + "\n")
            self.assertEqual(2, done.returncode, (request, done.stdout))
            self.assertIn(says, done.stderr, request)
        for case, says in (("- onApply: []\n", '"onApply" is empty'), ("- onApply: {}\n", '"onApply" is empty'), ("- live: {}\n  create: {}\n", '"live" is empty'),
                           ("- live: {spec: {}}\n  create: {}\n", 'a case with "live" has "onApply"'),
                           (self.APPLY + "{manager: a, apply: {}}\n  create: {}\n", 'a case with "onApply" has no "create"'),
                           (self.APPLY + "{manager: a, apply: {}}\n  error: a\n", 'a case with "onApply" has no "error"')):
            done = self.own(case)
            self.assertEqual(2, done.returncode, (case, done.stdout))
            self.assertIn(says, done.stderr, case)

    def test_requests_count_for_the_coverage(self):
        done = self.run_test("--coverage", "apply/kubernetes.yaml")
        self.assertEqual(0, done.returncode, done.stdout)
        self.assertIn("coverage of workloads.example.com v1: ", done.stdout)
        self.assertNotIn("spec.image", done.stdout)

    def test_a_suite_that_names_nothing_is_a_mistake(self):
        case = "cases:\n- create: {spec: {replicas: 1}}\n"
        head = "apiVersion: structural.lint/v1alpha1\nkind: TestSuite\n"
        for text, says in (("crds: [machines.yaml]\nversion: ''\n" + case, '"version" is empty'), ("crds: []\n" + case, '"crds" is empty'),
                           ("crds: [machines.yaml, '']\n" + case, '"crds" is empty'), ("crds:\n" + case, '"crds" is empty'), (case, ""),
                           ("crds: [machines.yaml]\nname: ''\n" + case, '"name" is empty'), ("crds: ['*.yaml']\n" + case, "*.yaml"),
                           ("crds: [machines.yaml]\ncases: []\n", "has no cases"), ("crds: [machines.yaml]\ncases:\n", "has no cases"),
                           ("crds: [machines.yaml]\n", "has no cases"), ("crds: [suite.yaml]\n" + case, ""),
                           ("crds: [machines.yaml]\n" + case + "case: 1\n", 'unknown field "case"'),
                           ("crds: [machines.yaml]\n" + case + "...\n" + case, "kubectl ignores text after the end"),
                           ("crds: [machines.yaml]\n" + case.replace("{spec: {replicas: 1}}", "|\n    spec: {replicas: 1}\n    ---\n    spec: {replicas: 9}"),
                            '"create" must be one document')):
            (self.folder / "own/new.yaml").write_text(head + text)
            for paths in (["own/new.yaml"], ["own/suite.yaml", "own/new.yaml"]):
                done = self.run_test(*paths)
                self.assertEqual(2, done.returncode, (text, paths, done.stdout, done.stderr))
                self.assertIn(says, done.stderr)

    def test_a_failure_has_its_place_and_difference(self):
        done = self.run_test("own")
        self.assertEqual((1, ""), (done.returncode, done.stderr))
        lines = done.stdout.splitlines()
        self.assertEqual([["own/failing.yaml:7:3", "the API server accepts the create"],
                          ["own/failing.yaml:8:3", "the API server refuses the create"],
                          ["own/failing.yaml:12:3", "the API server refuses the create with another error"],
                          ["own/failing.yaml:15:3", "the stored object differs"]],
                         [[line.split(": FAIL ")[0], line.split(": ", 2)[2]] for line in lines if "FAIL" in line])
        self.assertIn("    -  limit: 6\n    +  limit: 5\n", done.stdout)
        self.assertEqual("4 of 10 cases failed in 2 suites on 1 CRD, 13 requests", lines[-1])

    def test_the_manifests_are_those_of_the_feature_gates(self):
        for suite, crds in (("AAA_ungated", 3), ("Gifts", 2), ("Gifts-off", 1)):
            done = self.run_test(f"{ORDERS}/{suite}.yaml")
            self.assertIn(f" on {crds} CRD", done.stdout, done.stderr)
        done = self.run_test("--crd", "openshift/shop/v1/zz_generated.crd-manifests/0000_10_orders-Default.crd.yaml",
                             f"{ORDERS}/Gifts.yaml")
        self.assertEqual(1, done.returncode, "the manifest that is named has no gifts")
        self.edit(f"{ORDERS}/Gifts.yaml", "- Gifts", "- Nosuch")
        done = self.run_test(f"{ORDERS}/Gifts.yaml")
        self.assertEqual(2, done.returncode)
        self.assertIn('no FeatureGate has the gate "Nosuch"', done.stderr)

    def test_exact_words_require_the_texts_of_this_release(self):
        done = self.run_test("--words", "exact", "openshift")
        self.assertEqual(1, done.returncode)
        self.assertIn('    - spec.count: Invalid value: "integer": too many\n    + Order.shop.example.com "test-xxxxx" is '
                      "invalid: spec.count: Invalid value: 10: too many\n", done.stdout)
        self.assertIn("2 of 8 cases failed", done.stdout)

    def test_run_selects_cases_by_name(self):
        done = self.run_test("--run", "^onUpdate: .*status", "--verbose", "openshift")
        self.assertEqual(0, done.returncode)
        self.assertEqual(2, len(done.stdout.splitlines()))
        self.assertIn(": PASS onUpdate: Should refuse a bad status\n", done.stdout)
        self.assertIn("(", self.run_test("--run", "(", "openshift").stderr)
        done = self.run_test("--fail-fast", "own")
        self.assertIn("4 of 4 cases failed in 1 suite", done.stdout)

    def test_a_pattern_that_selects_nothing(self):
        for pattern, says in (("zzz", 'no case matches --run "zzz"; the files have the cases: "defaults are set", "unknown fields '
                                      'are dropped", "replicas stay below the limit" and 3 more'),
                              ("replcas", 'no case matches --run "replcas"; did you mean "replicas"?'),
                              ("defaults is set", 'no case matches --run "defaults is set"; did you mean "defaults are set"?')):
            done = self.run_test("--run", pattern, "own/suite.yaml")
            self.assertEqual((2, f"structural test: {says}\n"), (done.returncode, done.stderr), "nothing was tested")

    def test_reports(self):
        junit = xml.etree.ElementTree.fromstring(self.run_test("-o", "junit", ".").stdout)
        self.assertEqual([("4", "0"), ("1", "0"), ("20", "0"), ("6", "0"), ("1", "0"), ("1", "0"), ("4", "4"), ("6", "0")],
                         [(suite.get("tests"), suite.get("failures")) for suite in junit])
        self.assertEqual(4, len(junit.findall(".//failure")))
        tap = self.run_test("-o", "tap", ".").stdout.splitlines()
        self.assertEqual("TAP version 13", tap[0])
        self.assertIn("1..43", tap)
        self.assertEqual(4, sum(line.startswith("not ok ") for line in tap))
        self.assertEqual([], [line for line in tap[1:] if not line.startswith(("ok ", "not ok ", "# ", "1.."))])
        value = json.loads(self.run_test("-o", "json", "--coverage", ".").stdout)
        self.assertEqual([], problems(value, "test.json"))
        self.assertEqual((43, 4), (value["summary"]["cases"], value["summary"]["failed"]))
        self.assertEqual(["machines.example.com v1", "orders.shop.example.com v1", "workloads.example.com v1"],
                         [each["crd"] for each in value["coverage"]])

    def test_coverage_lists_untested_rules_and_fields(self):
        done = self.run_test("--coverage", f"{ORDERS}/Gifts-off.yaml")
        self.assertEqual(["coverage of orders.shop.example.com v1: 0 of 3 rules, 2 of 5 fields",
                          "  spec.count: no case fails the rule: self < 10",
                          "  spec.name: no case has this field",
                          "  status: no case has this field"], done.stdout.splitlines()[:-1])

    def test_update_writes_expectations(self):
        done = self.run_test("--update", "own")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("4 expectations updated", done.stdout)
        self.assertEqual((CASES / "own/suite.yaml").read_text(), (self.folder / "own/suite.yaml").read_text())
        text = (self.folder / "own/failing.yaml").read_text()
        self.assertIn("  assert: {spec: {replicas: 2, limit: 5}}\n", text)
        self.assertIn('  error: "spec: Invalid value: replicas must not exceed limit"\n', text)
        self.assertEqual(0, self.run_test("own").returncode)
        for old, new in (("count: 2\n", "count: 2\n        junk: 1\n"), ('"string": bad phase', "other")):
            self.edit(f"{ORDERS}/AAA_ungated.yaml", old, new)
        self.edit(f"{ORDERS}/AAA_ungated.yaml", '"integer": too many', "other")
        done = self.run_test("--update", "openshift")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(0, self.run_test("openshift").returncode)
        text = (self.folder / ORDERS / "AAA_ungated.yaml").read_text()
        self.assertIn("    expected: |\n      apiVersion: shop.example.com/v1\n      kind: Order\n      spec:\n        count: 2\n", text)
        self.assertIn("# Hack because", text, "comments stay")

    def test_update_keeps_parts_without_an_expectation(self):
        done = self.own("- name: x\n  create: {spec: {replicas: 6}}\n  update: {spec: {}}\n")
        self.assertEqual(1, done.returncode)
        before = (self.folder / "own/new.yaml").read_text()
        self.assertEqual(1, self.run_test("--update", "own/new.yaml").returncode)
        self.assertEqual(before, (self.folder / "own/new.yaml").read_text())

    def test_watch_runs_again(self):
        with subprocess.Popen([STRUCTURAL, "test", "--watch", "own/suite.yaml"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                self.assertIn("6 cases passed", process.stdout.readline())
                self.edit("own/suite.yaml", "error: phase must not be Bad", "error: other")
                lines = [process.stdout.readline() for _ in range(5)]
                self.assertIn("FAIL a phase is checked", lines[1], lines)
                self.edit("own/machines.yaml", "message: phase must not be Bad", "message: other")
                while "passed" not in lines[-1]:
                    self.assertNotEqual("", lines[-1])
                    lines.append(process.stdout.readline())
            finally:
                process.send_signal(signal.SIGTERM)
            self.assertEqual(0, process.wait(30))

    def test_mistakes_in_a_suite_have_their_place(self):
        for cases, message in (
                ("- create: {}\n  eror: x\n", '6:3: unknown field "eror"; did you mean "error"?'),
                ("- create: {spec: {mode: Auto, mode: Manual}}\n", '5:31: the key "mode" is already in line 5'),
                ("- create: {}\n  create: {}\n", '6:3: the key "create" is already in line 5'),
                ("- create: |\n    spec: {}\n    spec: {}\n", 'the key "spec" is already in line 6'),
                ("- create: 5\n", '5:11: "create" must be an object'),
                ("- error: x\n", '5:3: the case has no "create"'),
                ("- create: {}\n  error: [1]\n", '6:10: "error" must be a string or a list of strings'),
                ("- create: {}\n  error: x\n  assert: {a: 1}\n", '5:3: a case has "error", or'),
                ("- create: |\n    a: [\n", '"create" is not YAML'),
                ("- 5\n", '5:3: an element of "cases" must be an object'),
                ("  5\n", '"cases" must be a list'),
                ("  []\n", "the suite has no cases"),
                ("- create: {}\n  crdPatches: {}\n", '6:15: "crdPatches" must be a list')):
            done = self.own(cases)
            self.assertEqual(2, done.returncode, (cases, done.stdout))
            self.assertIn(message, done.stderr, cases)
        done = self.own("- create: |\n    spec:\n      a: b: c\n")
        self.assertIn("own/new.yaml:7:1: ", done.stderr, "the line in the text")

    def test_unknown_fields_are_errors_unless_the_case_expects_their_loss(self):
        done = self.own("- name: a\n  create: {spec: {replcas: 2}}\n")
        self.assertEqual((1, ["own/new.yaml:6:3: FAIL a: the API server refuses the create for unknown fields; \"assert\" has "
                              "null for a field that is to be dropped", "    CRD: own/machines.yaml",
                              '    + Machine in version "v1" cannot be handled as a Machine: strict decoding error: unknown field '
                              '"spec.replcas"; did you mean "spec.replicas"?']),
                         (done.returncode, done.stdout.splitlines()[:-1]))
        for case, passes in (("create: {spec: {replcas: 9}}\n  error: replicas must not exceed limit", False),
                             ("create: {spec: {x: {y: 1}}}\n  assert: {spec: {limit: 5}}", False),
                             ("create: {spec: {x: 1, y: 1}}\n  assert: {spec: {x: null}}", False),
                             ("create: {spec: {}}\n  update: {spec: {x: 1}}", False),
                             ("create: {metadata: {lables: {}}}", False),
                             ("create: {spec: {}, status: {x: 1}}", False),
                             ("create: {spec: {replcas: 9}}\n  error: unknown field \"spec.replcas\"", True),
                             ("create: {spec: {x: {y: 1}}}\n  assert: {spec: {x: null}}", True),
                             ("create: {spec: {}}\n  update: {spec: {x: 1}}\n  assert: {spec: {x: null}}", True),
                             ("create: {spec: {}, status: {x: 1}}\n  assert: {status: {x: null}}", True),
                             ("create: {spec: {x: 1}}\n  expected: {apiVersion: example.com/v1, kind: Machine, spec: "
                              "{limit: 5, replicas: 1}}", True)):
            done = self.own(f"- {case}\n")
            self.assertEqual(0 if passes else 1, done.returncode, (case, done.stdout, done.stderr))
        done = self.own("- create: {spec: {x: {}}}\n", "more.yaml")
        done = self.run_test("--update", "own/more.yaml")
        self.assertIn('cannot be handled as a Machine: strict decoding error: unknown field \\"spec.x\\""', (self.folder / "own/more.yaml").read_text())

    def test_objects_select_their_crd(self):
        text = (CASES / "own/machines.yaml").read_text()
        (self.folder / "own/gadgets.yaml").write_text(text.replace("machines", "gadgets").replace("machine,", "gadget,")
                                                      .replace("Machine", "Gadget").replace("limit: {type: integer, default: 5}",
                                                                                            "limit: {type: integer, default: 7}"))
        self.edit("own/suite.yaml", "crds: [machines.yaml]", "crds: [machines.yaml, gadgets.yaml]")
        done = self.run_test("own/suite.yaml")
        self.assertEqual(1, done.returncode)
        self.assertEqual(6, done.stdout.count("no CRD is certain"))
        gadget = "apiVersion: example.com/v1, kind: Gadget, "
        (self.folder / "own/new.yaml").write_text(OWN.replace("machines.yaml", ".") +
                                                  f"- create: {{{gadget}spec: {{}}}}\n  assert: {{spec: {{limit: 7}}}}\n")
        done = self.run_test("own/new.yaml")
        self.assertEqual((0, "1 case passed in 1 suite on 1 CRD, 1 request\n"), (done.returncode, done.stdout))

    def test_mistakes_in_patches_and_rules_are_reported(self):
        done = self.own("- name: x\n  create: {}\n  update: {}\n  crdPatches: [{op: remove, path: /nosuch}]\n")
        self.assertEqual(1, done.returncode)
        self.assertIn('the patch of the CRD cannot be applied: operation 1: "/nosuch" is not there', done.stdout)
        done = self.own("- create: {}\n  update: {}\n  crdPatches: [{op: remove, path: /spec/names/kind}]\n")
        self.assertEqual(1, done.returncode)
        self.assertIn("spec.names.kind: Required value", done.stdout)
        self.edit("own/machines.yaml", "self >= oldSelf", "self >= nosuch")
        done = self.run_test("own/suite.yaml")
        self.assertEqual(1, done.returncode)
        self.assertIn("the API server refuses the CRD: ", done.stdout)
        (self.folder / "own/machines.yaml").unlink()
        done = self.run_test("own/suite.yaml")
        self.assertEqual((2, "0 cases passed"), (done.returncode, done.stdout[:14]))
        self.assertIn("crds: own/machines.yaml: cannot be read: No such file", done.stderr)
        shutil.rmtree(self.folder / "openshift/shop/v1/zz_generated.crd-manifests")
        done = self.run_test("openshift")
        self.assertEqual(2, done.returncode)
        self.assertIn('no manifest of the CRD "orders.shop.example.com" in openshift/shop/v1/zz_generated.crd-manifests',
                      done.stderr)

    def test_unknown_fields_of_openshift_suites_are_warnings(self):
        self.edit(f"{ORDERS}/Gifts.yaml", "crdName", "onUpdate: []\ncrdName")
        done = self.run_test("openshift")
        self.assertEqual((0, f'{ORDERS}/Gifts.yaml:2:1: warning: unknown field "onUpdate"\n'),
                         (done.returncode, done.stderr))

    def test_suites_of_openshift_without_cases_are_warnings(self):
        (self.folder / "openshift/a.yaml").write_text("crdName: orders.shop.example.com\ntests: {onCreate: []}\n---\ncrdName: a\ntest: {}\n")
        done = self.run_test("openshift")
        self.assertEqual((0, "openshift/a.yaml:1:1: warning: the suite has no cases\nopenshift/a.yaml:4:1: warning: a suite without \"tests\" is not run\n"),
                         (done.returncode, done.stderr))

    def test_a_run_without_cases_is_an_error(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertEqual(2, self.run_test("empty").returncode)
        self.assertEqual(2, self.run_test("nosuch").returncode)
        done = self.run_test("own/machines.yaml")
        self.assertEqual((2, "own/machines.yaml: no test suite in the file\n"), (done.returncode, done.stderr))

    def test_a_suite_is_read_from_standard_input(self):
        suite = (CASES / "own/suite.yaml").read_text().replace("crds: [", "crds: [own/")
        self.assertEqual(0, self.run_test("-", stdin=suite).returncode)
        self.assertEqual(0, self.run_test("--crd", "own/machines.yaml", "-", stdin=suite).returncode)
        self.assertEqual(2, self.run_test("-", "-", stdin=suite).returncode)
        self.assertEqual(2, self.run_test("--watch", "-", stdin=suite).returncode)

    def test_the_schema_of_suites_has_the_fields_that_are_read(self):
        schema = json.loads((ROOT / "docs/schemas/suite.json").read_text())
        case = schema["properties"]["cases"]["items"]["properties"]
        text = "".join(f"{field}: null\n" for field in schema["properties"].keys() - {"apiVersion", "kind", "crds", "cases"})
        done = self.own("- create: {}\n" + "".join(f"  {field}: null\n" for field in case.keys() - {"create"}) + text)
        self.assertEqual(2, done.returncode)
        self.assertNotIn("unknown field", done.stderr)
        self.assertEqual(len(case) - 1 + 2, done.stderr.count(" is empty; "))

    def test_hostile_suites_have_short_errors(self):
        deep = '{"a":' * 9000 + "1" + "}" * 9000
        for cases in (f"- create: {{spec: {deep}}}\n  assert: {{spec: {deep}}}\n",
                      f"- create: '{deep}'\n  expected: '{deep}'\n",
                      "- create: {spec: &a [x, x, x, x, x, x, x, x]}\n"
                      + "".join(f"- create: {{spec: &{chr(98 + i)} [" + ", ".join([f"*{chr(97 + i)}"] * 8) + "]}\n"
                                for i in range(9)),
                      "".join(f"- create: {{}}\n  x{i}: 1\n" for i in range(3000))):
            done = self.own(cases)
            self.assertIn(done.returncode, (1, 2), done.stderr[:300])
            self.assertLess(len(done.stderr), 100_000)


if __name__ == "__main__":
    unittest.main()
