"""Runs hostile input in structural.wasm. Each command ends with an error or a result, within the time and the memory of
this test, and the next command gives the right answer.

usage: limits_test.py   (STRUCTURAL_TEST_WASM: the module)
"""
import pathlib
import sys
import tempfile

import module

HEAD = ('{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"things.example.com"},'
        '"spec":{"group":"example.com","names":{"plural":"things","kind":"Thing"},"scope":"Namespaced",'
        '"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":%s}}]}}')
OBJECT = '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":%s}'
GOOD = HEAD % '{"type":"object"}'
PRESERVES = HEAD % '{"type":"object","x-kubernetes-preserve-unknown-fields":true}'
MEMORY = 1 << 30


def nested(depth):
    return '{"type":"object","properties":{"a":' * depth + '{"type":"string"}' + "}}" * depth


def rules(count):
    rule = "'a'.matches(self.s + '(\\\\\\\\pL{500}){2}')"
    schema = '{"type":"object","properties":{"s":{"type":"string","default":"a"}},"x-kubernetes-validations":[%s]}'
    return schema % ",".join('{"rule":"%s || %d > 0"}' % (rule, i + 1) for i in range(count))


def files():
    """Returns {name of a file: its text} of the hostile input."""
    made = {"good.json": GOOD, "preserves.json": PRESERVES, "rules.json": HEAD % rules(40),
            "pattern.json": HEAD % '{"type":"object","properties":{"s":{"type":"string","pattern":"((a{100}){100}){100}"}}}',
            "large.yaml": "a: " + "x" * 30_000_000, "many.yaml": "---\na: 1\n" * 200_000, "aliases.yaml": aliases()}
    for depth in (500, 900, 2_000, 6_000, 60_000):
        made[f"schema{depth}.json"] = HEAD % nested(depth)
        made[f"object{depth}.json"] = OBJECT % ('{"a":' * depth + "1" + "}" * depth)
        made[f"list{depth}.json"] = OBJECT % ("[" * depth + "]" * depth)
        made[f"flow{depth}.yaml"] = "a: " + "[" * depth + "]" * depth
        made[f"expression{depth}.txt"] = "(" * depth + "1" + ")" * depth
    return made


def aliases():
    return "a: &a [1, 2]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(24))


def commands(names):
    """Yields the words of each command, and the name of a file for standard input."""
    for name in names:
        if name.startswith("expression"):
            yield ["cel", "-"], name
            continue
        for command in (["lint"], ["fix"], ["tree"], ["example"], ["publish"], ["diff", "good.json"], ["validate", "--crd", "preserves.json"],
                        ["apply", "--crd", "preserves.json"], ["prune", "--crd", "preserves.json"], ["owners"]):
            yield [*command, name], None


def main():
    path = module.module()
    with tempfile.TemporaryDirectory() as folder:
        made = files()
        for name, text in made.items():
            (pathlib.Path(folder) / name).write_text(text)
        served, failures, slowest, largest, deep = module.Served(path, folder), 0, (0, []), (0, []), 0
        for words, stdin in commands(made):
            done = served.run(*words, stdin=made[stdin] if stdin else "")
            after = served.run("lint", "good.json")
            slowest, largest = max(slowest, (done["milliseconds"], words)), max(largest, (done["memory"], words))
            deep += "JavaScript engine" in done["stderr"]
            if done["exitCode"] not in (0, 1, 2) and "nested too deeply" not in done["stderr"] or after["exitCode"] != 0:
                failures += 1
                print(f"{' '.join(words)} ({stdin}): exit {done['exitCode']}, {done['stderr'][-300:]!r}; after it exit {after['exitCode']}")
        served.close()
    print(f"slowest: {slowest[0] / 1000:.1f} s, {' '.join(slowest[1])}; most memory: {largest[0] >> 20} MiB, {' '.join(largest[1])}; "
          f"{deep} commands ended because of the engine's stack")
    if largest[0] > MEMORY:
        failures += 1
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
