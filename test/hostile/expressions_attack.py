#!/usr/bin/env python3
"""Attacks with rules in CEL that are small as text, and large when they are compiled or run.

usage: expressions_attack.py --structural PATH [--long]

The operations `cel`, `crdcel` and `admit` of `structural batch` compile and run the rules. Each attack limits the peak
of memory and the CPU time, and asserts the answer. A server's cost limits end some of them. Nested values, which have
no cost on a server, end by the limits of schema/cel/eval/context.h.
"""
import json
import sys

from attacks import main, run

EXCEEDED = "actual cost limit exceeded"
# Maximum memory in MiB: the sum of RunBudget::kMaxBytes, the largest result of one function, and the answer.
MOST_MIB = 640
FIELDS = {"s": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}},
          "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
          "m": {"type": "object", "additionalProperties": {"type": "string"}}}
SELF = {"s": "x" * 8000, "l": ["a"] * 1000, "any": {"a": [{"b": i} for i in range(10_000)]}, "m": {f"k{i}": "" for i in range(10_000)}}
RULES = "x-kubernetes-validations"


def chain(start, step, times):
    """Returns the expression start.map(v0, step of v0).map(v1, step of v1)… with `times` steps."""
    return start + "".join(f".map(v{i}, {step.replace('$', f'v{i}')})" for i in range(times))


def pairs(times):
    """Returns an expression whose value has 2^times elements, in `times` nested lists of two elements each."""
    return chain("[dyn(1)]", "dyn([$, $])", times)


def sums(times, element="1"):
    """Returns an expression whose value is a list of 2^times elements. It consists of `times` additions
    of lists."""
    return chain(f"[[{element}]]", "$ + $", times) + "[0]"


def nested(times, levels):
    """Returns an expression whose value has times * levels nested levels."""
    return chain("[dyn(1)]", "dyn(" + "[" * levels + "$" + "]" * levels + ")", times)


def optionals(times):
    """Returns an expression that a macro expands to 2^times copies: the macro repeats its target."""
    return "optional.of(1)" + ".optMap(x, x + 1)" * times + ".hasValue()"


def evaluated(long):
    """Yields (name, expression, text that the answer must contain, maximum CPU seconds)."""
    much = 60 if long else 30
    yield "comparing 2^30 values", f"{pairs(much)} == {pairs(much)}", EXCEEDED, 30
    yield "printing 2^30 values", f"'%s'.format([{pairs(much)}])", "longer than 64 MiB", 30
    if long:
        yield "printing them into a map", f"'%s'.format([{chain('[dyn(1)]', 'dyn({1: $, 2: $})', much)}])", EXCEEDED, 30
    yield "answering 2^30 values", pairs(much), "the value is too large to print", 30
    yield "finding 2^30 values", f"{pairs(much)} in [{pairs(much)}]", EXCEEDED, 30
    yield "distinct ones", f"[{pairs(much)}, {pairs(much)}].distinct()", EXCEEDED, 30
    yield "sets of them", f"sets.equivalent([{pairs(much)}], [{pairs(much)}])", EXCEEDED, 30
    for function in "sum()", "max()", "isSorted()", "indexOf(2)", "reverse()", "sort()", "lastIndexOf(2)":
        yield f"{function} of 2^30 elements", f"{sums(30)}.{function} == {sums(30)}.{function}", EXCEEDED, 30
    yield "a slice of 2^30 elements", f"{sums(30)}.slice(0, 1000000000)", EXCEEDED, 30
    yield "one of 2^30 elements", f"2 in {sums(30)}", EXCEEDED, 30
    yield "joining 2^30 texts", sums(30, "'a'") + ".join()", "longer than 64 MiB", 30
    yield "texts that double", chain("['x']", "$ + $", 60), EXCEEDED, 5
    yield "texts that are squared", "lists.range(1000).map(x, self.s.replace('', self.s))", EXCEEDED, 30
    yield "12,000 levels", f"{nested(150, 80)} == {nested(150, 80)}", "true", 10
    yield "12,000 levels as text", f"'%s'.format([{nested(150, 80)}]).size()", "24003", 10
    yield "12,000 levels in a list", f"[dyn({nested(150, 80)})].indexOf(dyn(1))", "-1", 10
    yield "loops in loops", "self.l.all(a, " * 8 + "true" + ")" * 8, EXCEEDED, 5
    yield "unknown values in a loop", "self.l.all(x, self.l.all(y, self.any == self.any))", EXCEEDED, 30
    yield "keys in a loop", "self.l.all(x, self.l.all(y, self.m.exists(k, true)))", EXCEEDED, 30
    yield "a pattern that backtracks", "self.s.matches('" + "(x+x+)+" * 50 + "y')", "false", 5
    yield "a pattern in a loop", "self.l.all(x, self.l.all(y, self.s.matches(y + '(x+x+)+y$') == false))", EXCEEDED, 30


def compiled(long):
    """Yields (name, rule, text that the error must contain, maximum CPU seconds)."""
    yield "brackets", "(" * 100_000, "", 10
    yield "deep brackets", "(" * 240 + "true" + ")" * 240, "", 5
    yield "macros of macros", optionals(50), "parts", 10
    yield "a long literal", "'" + "a" * 99_000 + "' != ''", "", 5
    yield "a long list", "[" + "1," * 49_000 + "1].size() > 0", "", 10
    yield "a long sum", "1" + "+1" * 49_000 + " > 0", "", 20
    yield "a long disjunction", "||".join(["true"] * 16_000), "", 20
    yield "a long chain of members", "self" + ".a" * 45_000, "", 20
    yield "a type of types", "[" * 120 + "1" + "]" * 120 + " == []", "", 10
    yield "loops in loops", "[1].all(a, " * 200 + "true" + ")" * 200, "", 20
    yield "every symbol", "!@#$%^&*~`" * (9_000 if long else 2_000), "", 20


def crd(schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Cluster",
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}}}]}}


def with_rules(*rules):
    return {"type": "object", "properties": FIELDS, RULES: list(rules)}


def admitted(schema, spec):
    item = {"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "a"}, "spec": spec}
    return {"crd": crd(schema), "crdStored": True, "object": item}


def deep(levels):
    value = {}
    for _ in range(levels):
        value = {"a": value}
    return value


def served():
    """Yields (name, line of `admit`, text that the answer must contain, maximum CPU seconds)."""
    message = {"rule": "false", "message": "no", "messageExpression": "lists.range(600).map(x, self.s).join()"}
    yield "a message of megabytes", admitted(with_rules(message), SELF), 'Invalid value: no"', 10
    endless = {"rule": "false", "message": "no", "messageExpression": chain("['x']", "$ + $", 60) + ".join()"}
    yield "a message that costs too much", admitted(with_rules(endless), SELF), "limit for messageExpression", 10
    dear = {"rule": "lists.range(20000).all(x, lists.range(10).all(y, true))"}
    yield "a call that costs too much", admitted(with_rules(dear), SELF), "call cost exceeds limit", 10
    near = {"rule": "lists.range(20000).all(x, x < 100000)"}
    yield "an object that costs too much", admitted(with_rules(*[near] * 300), SELF), "out of cost budget", 10
    squared = {"rule": "lists.range(3).map(x, self.s.replace('', self.s)).size() > 0"}
    yield "memory is given back after a rule", admitted(with_rules(*[squared] * 20), {**SELF, "s": "x" * 5000}), '"errors":[]', 30
    same = {"rule": "self.any == self.any && self.any != {}"}
    yield "data of 4,000 levels", admitted(with_rules(same), {"any": deep(4_000)}), "", 10
    elements = {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}
    wide = {"type": "object", "properties": {"e": elements}, RULES: [{"rule": "self.e.all(x, self.e == self.e)"}]}
    patterns = {"rule": r"lists.range(100000).all(x, !'a'.matches(string(x) + '(\\pL{500}){2}'))"}
    yield "new patterns in a loop", admitted(with_rules(*[patterns] * 20), SELF), "call cost exceeds limit", 10
    yield "comparing data in a loop", admitted(wide, {"e": [{"a": "x"}] * 2_000}), '"errors":[]', 30
    yield "comparing much data in a loop", admitted(wide, {"e": [{"a": "x"}] * 20_000}), "call cost exceeds limit", 30


def attack(structural, long):
    """Runs each attack. Yields its name, and whether the program passed it."""
    schema = {"type": "object", "properties": FIELDS}
    rows = [(name, "cel", {"expr": text, "schema": schema, "self": SELF, "mode": "stored"}, *rest) for name, text, *rest in evaluated(long)]
    rows += [(name, "crdcel", crd(with_rules({"rule": text})), *rest) for name, text, *rest in compiled(long)]
    rows += [(name, "admit", line, *rest) for name, line, *rest in served()]
    defaulted = {"type": "object", "properties": {f"p{i}": {
        "type": "integer", "default": i, RULES: [{"rule": r"lists.range(9000).all(x, !'a'.matches(string(x + self) + '(\\pL{500}){2}'))"}]} for i in range(40)}}
    rows.append(("new patterns for each default", "validate", {"new": crd(defaulted)}, "", 10))
    half = {"rule": optionals(17)}
    rows.append(("a CRD of macros", "crdcel", crd(with_rules(*[half] * 100)), "4000000 parts", 30))
    for name, operation, line, expected, seconds in rows:
        answers, took, needed = run(structural, operation, [line], 2 * MOST_MIB)
        text = json.dumps(answers, separators=(",", ":"))
        held = len(answers) == 1 and expected in text and "internal error" not in text and took <= seconds and needed <= MOST_MIB
        print(f"{operation}: {name}: {took:.2f} s, {needed:.0f} MiB, {text[:120]} {text[-80:]}", flush=True)
        yield name, held


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    sys.exit(main(attack))
