"""Tests of structural batch as a process: streams, order, exit codes. usage: batch_test.py STRUCTURAL"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from sanitized import sanitized  # noqa: E402

STRUCTURAL = sys.argv.pop(1)
CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}


def batch(*arguments, stdin="", **more):
    return subprocess.run([STRUCTURAL, "batch", *arguments], input=stdin, capture_output=True, text=True, **more)


def crd(name):
    return json.dumps({**CRD, "metadata": {"name": name}})


def cpu_of(operation, stdin):
    """Runs the operation three times. Returns the CPU seconds of the fastest run."""
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        batch(operation, "--jobs", "1", stdin=stdin, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return min(once() for _ in range(3))


def deep_crd(outer, end, levels):
    """Returns a CRD with nested schemas. On each level, the text `outer` comes before the inner schema,
    and `end` after it."""
    schema = f'{{"type":"object","properties":{{"a":{outer * levels}{{"type":"string"}}{end * levels}}}}}'
    return crd("a")[:-1] + f',"spec":{{"versions":[{{"name":"v1","schema":{{"openAPIV3Schema":{schema}}}}}]}}}}\n'


class Batch(unittest.TestCase):
    def test_answers_in_order_whatever_the_jobs(self):
        names = [f"n{i}" for i in range(5000)]
        stdin = "".join(crd(n) + "\n" for n in names)
        for jobs in ("1", "3"):
            run = batch("condition", "--jobs", jobs, stdin=stdin)
            self.assertEqual(0, run.returncode)
            self.assertEqual("", run.stderr)
            self.assertEqual(names, [json.loads(line)["name"] for line in run.stdout.split("\n")[:-1]])

    def test_continues_after_an_invalid_line(self):
        run = batch("condition", stdin=f"nonsense\n\n  \n{crd('a')}\n[]\n{crd('b')}")
        answers = [json.loads(line) for line in run.stdout.split("\n")[:-1]]
        self.assertEqual(["error", None, "error", None], ["error" if "error" in a else None for a in answers])
        self.assertEqual(0, run.returncode)

    def test_answers_line_by_line(self):
        with subprocess.Popen([STRUCTURAL, "batch", "condition"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as process:
            for name in ("a", "b", "c"):
                process.stdin.write(crd(name) + "\n")
                process.stdin.flush()
                self.assertEqual(name, json.loads(process.stdout.readline())["name"])
            process.stdin.close()

    def test_names_in_small_letters_beyond_ascii(self):
        line = json.dumps({**CRD, "spec": {"names": {"kind": "ÜN\u0130"}}})
        self.assertEqual("üni", json.loads(batch("convert", stdin=line).stdout)["v1"]["spec"]["names"]["singular"])

    def test_an_element_without_name_is_an_index(self):
        line = json.dumps({"schema": {}, "path": ["", "a", ""]})
        self.assertTrue(json.loads(batch("structural", stdin=line).stdout)["message"].startswith("[].a[].type: "))

    def test_a_rule_has_no_empty_reason(self):
        rules = [{"rule": "", "reason": ""}]
        line = json.dumps({"schema": {"type": "object", "x-kubernetes-validations": rules}})
        self.assertEqual([{"rule": ""}], json.loads(batch("roundtrip", stdin=line).stdout)["schema"]["x-kubernetes-validations"])

    def test_only_the_last_of_several_schemas_is_checked(self):
        schema = '{"type": "object", "properties": {"a": {"type": "integer"}}}'
        for other in ('{"type": 1}', '{"default": 1e999}', 'null', '[]'):
            line = f'{{"schema": {other}, "object": {{"a": 1, "b": 2}}, "Schema": {schema}}}\n'
            self.assertEqual('{"object":{"a":1},"pruned":["b"]}\n', batch("prune", stdin=line).stdout, other)

    def test_empty_input_is_fine(self):
        self.assertEqual((0, ""), (batch("condition").returncode, batch("condition").stdout))

    def test_wrong_arguments_end_with_2(self):
        for arguments in ([], ["nonsense"], ["condition", "--jobs", "0"], ["condition", "--nonsense"],
                          ["condition", "--profile", "kep"], ["prune", "--profile", "nonsense"]):
            run = batch(*arguments)
            self.assertEqual(2, run.returncode, arguments)
            self.assertNotEqual("", run.stderr)

    def test_fix_names_what_a_server_would_still_refuse(self):
        version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
        names = {"plural": "as", "kind": "A"}
        for scope, refused in (("Namespaced", []), ("Nobody", [("scope", "/spec/scope")])):
            spec = {"group": "example.com", "scope": scope, "names": names, "versions": [version]}
            line = json.dumps({"crd": {**CRD, "metadata": {"name": "as.example.com"}, "spec": spec}})
            answer = json.loads(batch("fix", stdin=line).stdout)
            self.assertEqual((0, []), (answer["left"], answer["items"]))
            self.assertEqual(refused, [(each["rule"], each["path"]) for each in answer["refused"]])

    def test_help_names_the_operations(self):
        run = batch("--help")
        self.assertEqual(0, run.returncode)
        for operation in ("condition", "conditioninternal", "convert", "default", "prune", "roundtrip", "structural", "validate", "validatecr"):
            self.assertIn(f"  {operation}\t", run.stdout)

    def test_schemas_may_be_as_deep_as_json(self):
        for composition, levels in (('{"type":"object","not":', 1), ('{"not":', 9980), ('{"allOf":[', 4980)):
            line = deep_crd(composition, "]}" if composition.endswith("[") else "}", levels)
            for jobs in ("1", "2"):
                run = batch("condition", "--jobs", jobs, stdin=line)
                self.assertEqual(0, run.returncode)
                self.assertIn("type: Forbidden: must be empty to be structural", json.loads(run.stdout)["condition"]["message"])

    @unittest.skipIf(sanitized(STRUCTURAL), "what is freed is kept")
    def test_a_deep_schema_takes_little_memory(self):
        deep = deep_crd('{"type":"object","properties":{"a":', "}}", 2000)
        branches = json.dumps({"crd": "CRD", "allow": "wider"}).replace('"CRD"', deep_crd('{"allOf":[', "]}", 1200).strip())
        for operation, line in (("convert", deep), ("fix", branches)):
            process = subprocess.Popen([STRUCTURAL, "batch", operation], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            process.stdin.write(line)
            process.stdin.close()
            self.assertNotIn('"error"', process.stdout.read()[:100])
            process.stdout.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(0, process.returncode)
            self.assertLess(usage.ru_maxrss, 100 * 1024, operation)

    def test_converting_costs_a_few_times_as_much_as_evaluating(self):
        words = "what a field is for, in words that say no more than that, " * 2
        values = {f"p{i}": {"description": words, "type": "string", "minLength": 1} for i in range(8)}
        fields = {f"f{i}": {"description": words, "type": "object", "properties": values} for i in range(60)}
        schema = {"openAPIV3Schema": {"type": "object", "properties": fields}}
        lines = json.dumps({**CRD, "metadata": {"name": "a"}, "spec": {"versions": [{"name": "v1", "schema": schema}]}}) + "\n"
        judging = cpu_of("condition", lines * 200)
        self.assertLess(cpu_of("conditioninternal", lines * 200), 3 * judging)
        self.assertLess(cpu_of("convert", lines * 200), 6 * judging)

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([STRUCTURAL, "batch", "condition"], input=crd("a") + "\n", stdout=full,
                                 stderr=subprocess.PIPE, text=True)
        self.assertEqual(3, run.returncode)
        self.assertIn("cannot write the answers: No space left on device", run.stderr)


if __name__ == "__main__":
    unittest.main()
