"""Checks that the guide for operators (docs/operations.md) agrees with the program and the chart.
usage: operations_test.py STRUCTURAL"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/operations.md").read_text()
# Log texts in the guide for which no single literal exists in the sources: they come from the system, from servers, or
# from several parts of the program.
NOT_IN_ONE_PLACE = {"401 Unauthorized", "403 Forbidden", "Address already in use", "metrics: certificate", "OOMKilled"}
FLAG = re.compile(r"^  (?:-\w,)?(--[\w-]+)")
DEFAULT = re.compile(r"=(\S+)| \[([^\s\]]+)\]")  # a default in the text of --help: "=5", or "[5]" with CLI11 2.4


def section(title):
    return re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL).group(1)


def rows(title):
    """Returns the cells of the section's table, without its head."""
    lines = [line[1:-1] for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")] for line in lines if not line.startswith("---")][1:]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def flags_of(text):
    """Returns {flag: default} for the text of --help. Omits the flags in the section "API server", which have no
    defaults."""
    own, _, server = text.partition("\nAPI server:\n")
    found = {}
    for line in own.splitlines():
        head = re.split(r"\s{2,}", line.strip())[0]
        if match := FLAG.match(line):
            default = DEFAULT.search(head)
            found[match[1]] = default[1] or default[2] if default else ""
    return found | {match[1]: "" for match in map(FLAG.match, server.splitlines()) if match}


def takes(schema, value):
    for part in value.split("."):
        schema = schema.get("properties", {}).get(part)
        if schema is None:
            return False
    return True


class Operations(unittest.TestCase):
    maxDiff = None

    def test_every_flag_with_its_default(self):
        text = subprocess.run([STRUCTURAL, "controller", "--help"], capture_output=True, text=True, check=True).stdout
        wanted = flags_of(text)
        del wanted["--help"]
        self.assertIn("--leader-elect", wanted)
        documented = {}
        for names, default, *_ in rows("Flags"):
            for name in quoted(names):
                self.assertNotIn(name, documented)
                documented[name] = "".join(quoted(default))
        self.assertEqual({**wanted, "--flags-file": ""}, documented)

    def test_every_value_of_the_chart(self):
        schema = json.loads((ROOT / "manifests/chart/values.schema.json").read_text())
        named = [value for row in rows("Flags") for value in quoted(row[3])]
        named += [value for row in rows("Install")[-5:] for value in quoted(row[2])]
        self.assertGreater(len(named), 15)
        self.assertEqual([], [value for value in named if not takes(schema, value)])

    def test_the_log_has_the_documented_texts(self):
        sources = "".join(file.read_text() for folder in ("cli", "controller", "kube", "http")
                          for file in (ROOT / folder).rglob("*.cc"))
        quotes = [words for row in rows("Troubleshooting") for words in quoted(row[0])]
        self.assertGreater(len(quotes), 10)
        self.assertEqual([], [words for words in quotes if words not in NOT_IN_ONE_PLACE and words not in sources])

    def test_cost_of_an_input(self):
        units = {"KiB": 1 << 10, "MiB": 1 << 20}
        table = (ROOT / "docs/threat-model.md").read_text().partition("\n## Cost of an input\n")[2]
        cells = re.findall(r"^\|.*\| `(\w+)` \| (\d+) \| (\d+) (\w+) \|$", table, re.MULTILINE)
        documented = {name: (int(each), int(fixed) * units[unit]) for name, each, fixed, unit in cells}
        constants = {}
        for file in (ROOT / "test/fuzz").glob("*_fuzz.cc"):
            cost = re.search(r"kCost\{\.bytes_per_byte = (\d+), \.fixed_bytes = (\d+) << (\d+)", file.read_text())
            if cost:
                constants[file.name.removesuffix("_fuzz.cc")] = int(cost[1]), int(cost[2]) << int(cost[3])
        self.assertGreater(len(constants), 10)
        self.assertEqual(constants, {name: documented.get(name) for name in constants})
        targets = {file.name.removesuffix("_fuzz.cc") for file in (ROOT / "test/fuzz").glob("*_fuzz.cc")}
        self.assertEqual(targets, set(documented))

    def test_resource_requests_of_pods(self):
        deployment = (ROOT / "manifests/base/deployment.yaml").read_text()
        cpu, memory = re.search(r"requests:\s+cpu: (\S+)\s+memory: (\S+)", deployment).groups()
        limit = re.search(r"limits:\s+memory: (\S+)", deployment)[1]
        self.assertIn(f"requests {cpu} of CPU and {memory} of memory, and limits memory to {limit}",
                      " ".join(section("Sizing").split()))


if __name__ == "__main__":
    STRUCTURAL = sys.argv.pop(1)
    unittest.main()
