#!/usr/bin/env python3
"""Prints lines of the oracle's operation cel: expressions that have a type and may fail when they run, with a schema
and objects of it.

usage: near_values.py --seed S --n N [--plain]

--plain: the expressions contain no sums and no equality of data. Line i depends on the seed and i only.
"""
import argparse
import json

from near_literals import ZONES, SCALARS, TIME_PARTS, Literals, parts
from near_objects import FIELDS, OBJECT_LISTS, SCHEMA


class Generator(Literals):
    def leaf(self, kind):
        known = [name for name, of in self.variables if of == kind]
        if known and self.chance(70):
            return self.pick(known)
        fields = FIELDS.get(kind)
        if fields and self.chance(60):
            path = self.pick(fields)
            root = self.pick(["self", "self", "self", "oldSelf"])
            return f"{root}.{path}"
        if self.chance(4):
            return f"dyn({self.literal(self.pick(SCALARS))})"
        return self.literal(kind)

    def expr(self, kind, depth):
        if depth <= 0 or self.chance(12):
            return self.leaf(kind)
        roll = self.r.randrange(100)
        if roll < 8:
            return f"({self.expr('bool', depth - 1)} ? {self.expr(kind, depth - 1)} : {self.expr(kind, depth - 1)})"
        if roll < 13:
            return f"[{self.some(kind, depth - 1)}][{self.expr('int', depth - 2)}]"
        if roll < 17:
            key = self.pick(["string", "int"])
            return f"{self.expr(f'map({key},{kind})', depth - 1)}[{self.expr(key, depth - 2)}]"
        if roll < 20:
            return f"{self.expr(f'optional({kind})', depth - 1)}.{self.pick(['value()', f'orValue({self.expr(kind, depth - 1)})'])}"
        if roll < 22:
            return f"dyn({self.expr(kind, depth - 1)})"
        head = kind.split("(")[0]
        return getattr(self, "of_" + head)(kind, depth - 1)

    def some(self, kind, depth):
        return ", ".join(self.expr(kind, depth) for _ in range(1 + self.r.randrange(3)))

    def binary(self, kind, operators, depth):
        return f"({self.expr(kind, depth)} {self.pick(operators)} {self.expr(kind, depth)})"

    def of_int(self, kind, depth):
        roll = self.r.randrange(12)
        if roll < 5:
            return self.binary("int", ["+", "-", "*", "/", "%"], depth)
        if roll < 6:
            return f"-({self.expr('int', depth)})"
        if roll < 8:
            of = self.pick(["string", "bytes", "list(int)", "map(string,int)", "list(string)"])
            return self.pick([f"size({self.expr(of, depth)})", f"{self.expr(of, depth)}.size()"])
        if roll < 10:
            return f"int({self.expr(self.pick(['double', 'uint', 'string', 'timestamp', 'duration']), depth)})"
        if roll < 11:
            part = self.pick(TIME_PARTS)
            zone = self.pick(["", "", self.quoted(self.pick(ZONES))])
            return f"{self.expr('timestamp', depth)}.{part}({zone})"
        return f"{self.expr('duration', depth)}.{self.pick(TIME_PARTS[-4:])}()"

    def of_uint(self, kind, depth):
        if self.chance(60):
            return self.binary("uint", ["+", "-", "*", "/", "%"], depth)
        return f"uint({self.expr(self.pick(['double', 'int', 'string']), depth)})"

    def of_double(self, kind, depth):
        if self.chance(60):
            return self.binary("double", ["+", "-", "*", "/"], depth)
        return self.pick([f"double({self.expr(self.pick(['uint', 'int', 'string']), depth)})", f"-({self.expr('double', depth)})"])

    def of_string(self, kind, depth):
        if self.chance(60):
            return self.binary("string", ["+"], depth)
        return f"string({self.expr(self.pick(SCALARS), depth)})"

    def of_bytes(self, kind, depth):
        # Sums of bytes are generated only if no variable is declared: cel-go appends to bytes in place, so two sums of
        # one variable may share memory, and one would change the other.
        if self.variables:
            return f"bytes({self.expr('string', depth)})"
        return self.pick([self.binary("bytes", ["+"], depth), f"bytes({self.expr('string', depth)})"])

    def of_duration(self, kind, depth):
        roll = self.r.randrange(4)
        if roll == 0:
            return self.binary("timestamp", ["-"], depth)
        if roll == 1:
            return f"duration({self.expr('string', depth)})"
        return self.binary("duration", ["+", "-"], depth)

    def of_timestamp(self, kind, depth):
        roll = self.r.randrange(4)
        if roll == 0:
            return f"timestamp({self.expr(self.pick(['string', 'int']), depth)})"
        if roll == 1:
            return f"({self.expr('duration', depth)} + {self.expr('timestamp', depth)})"
        return f"({self.expr('timestamp', depth)} {self.pick('+-')} {self.expr('duration', depth)})"

    def of_bool(self, kind, depth):
        roll = self.r.randrange(20)
        if roll < 3:
            of = self.any_type()
            return f"({self.expr(of, depth)} {self.pick(['==', '!='])} {self.expr(of, depth)})"
        if roll < 5:
            return self.binary(self.pick(SCALARS), ["<", "<=", ">", ">="], depth)
        if roll < 6:
            a, b = self.pick(SCALARS[:3]), self.pick(SCALARS[:3])
            return f"({self.expr(a, depth)} {self.pick(['<', '<=', '>', '>='])} {self.expr(b, depth)})"
        if roll < 7:
            return f"(dyn({self.expr(self.any_type(), depth)}) == {self.expr(self.any_type(), depth)})"
        if roll < 10:
            return self.binary("bool", ["&&", "||"], depth)
        if roll < 11:
            return f"!{self.expr('bool', depth)}"
        if roll < 13:
            of = self.any_type(0)
            return f"({self.expr(of, depth)} in {self.expr(f'list({of})', depth)})"
        if roll < 14:
            return f"({self.expr('string', depth)} in {self.expr(self.pick(['map(string,int)', 'map(string,string)']), depth)})"
        if roll < 15:
            method = self.pick(["contains", "startsWith", "endsWith", "matches", "matches"])
            return f"{self.expr('string', depth)}.{method}({self.expr('string', depth)})"
        if roll < 16:
            return "has(%s.%s)" % (self.pick(["self", "oldSelf"]), self.pick([f for some in FIELDS.values() for f in some]
                                                                              + ["msi.a", "mss.b", "msi.zz"]))
        if roll < 17:
            return f"{self.expr(f'optional({self.any_type(0)})', depth)}.hasValue()"
        if roll < 18:
            return f"(type({self.expr(self.any_type(), depth)}) == {self.pick(['int', 'uint', 'string', 'list', 'map', 'bool', 'type', 'null_type'])})"
        return self.loop(self.pick(["all", "exists", "exists_one"]), "bool", depth)

    def loop(self, macro, result, depth):
        """Returns a call of a macro such as list.all(x, ...) or map.exists(k, v, ...). The elements of the list can be
        objects."""
        if self.chance(25):
            name = self.pick(list(OBJECT_LISTS))
            variable = self.new_variable()
            field, of = self.pick(OBJECT_LISTS[name])
            return self.body(f"self.{name}", macro, [(f"{variable}.{field}", of)], [variable], result, depth)
        key, value = self.pick(["string", "int"]), self.any_type(0)
        if self.chance(25):
            names = [self.new_variable(), self.new_variable()]
            if names[0] == names[1] or macro == "filter" or macro == "map":
                names = names[:1]
            range_ = self.expr(f"map({key},{value})", depth)
            return self.body(range_, macro, list(zip(names, [key, value])), names, result, depth)
        names = [self.new_variable()]
        kinds = [(names[0], value)]
        if self.chance(20) and macro in ("all", "exists", "exists_one"):
            names = ["i0", names[0]]
            kinds.insert(0, ("i0", "int"))
        return self.body(self.expr(f"list({value})", depth), macro, kinds, names, result, depth)

    def body(self, range_, macro, kinds, names, result, depth):
        before = list(self.variables)
        self.variables = [v for v in before if v[0].split(".")[0] not in names] + kinds
        inner = self.expr(result, depth)
        if macro == "map" and self.chance(30):
            inner = f"{self.expr('bool', depth - 1)}, {inner}"
        self.variables = before
        return f"{range_}.{macro}({', '.join(names)}, {inner})"

    def of_list(self, kind, depth):
        element = parts(kind)[0]
        roll = self.r.randrange(12)
        if roll < 3:
            return f"[{self.some(element, depth)}]"
        if roll < 5:
            return self.binary(kind, ["+"], depth)
        if roll < 8:
            return self.loop("map", element, depth)
        if roll < 10:
            variable = self.new_variable()
            return self.body(self.expr(kind, depth), "filter", [(variable, element)], [variable], "bool", depth)
        if roll < 11:
            value = self.any_type(0)
            names = ["k1", "w1"]
            return self.body(self.expr(f"map(string,{value})", depth), "transformList",
                             list(zip(names, ["string", value])), names, element, depth)
        return f"[?{self.expr(f'optional({element})', depth)}, {self.expr(element, depth)}]"

    def of_map(self, kind, depth):
        key, value = parts(kind)
        roll = self.r.randrange(5)
        if roll == 0:
            names = ["k2", "w2"]
            return self.body(self.expr(f"map({key},{value})", depth), "transformMap", list(zip(names, [key, value])), names,
                             value, depth)
        if roll == 1:
            return f"{{?{self.expr(key, depth)}: {self.expr(f'optional({value})', depth)}}}"
        entries = [f"{self.expr(key, depth)}: {self.expr(value, depth)}" for _ in range(self.r.randrange(3))]
        return "{" + ", ".join(entries) + "}"

    def of_optional(self, kind, depth):
        of = parts(kind)[0]
        roll = self.r.randrange(8)
        if roll == 0:
            return f"optional.of({self.expr(of, depth)})"
        if roll == 1:
            return f"optional.ofNonZeroValue({self.expr(of, depth)})"
        if roll == 2:
            variable, other = self.new_variable(), self.any_type(0)
            return self.body(self.expr(f"optional({other})", depth), "optMap", [(variable, other)], [variable], of, depth)
        if roll == 3:
            return f"{self.expr(kind, depth)}.or({self.expr(kind, depth)})"
        if roll == 4:
            return f"{self.expr(f'list({of})', depth)}[?{self.expr('int', depth)}]"
        if roll == 5 and of in FIELDS:
            return "self.?" + self.pick(FIELDS[of]).replace(".", self.pick([".", ".?"]))
        key = self.pick(["string", "int"])
        return f"{self.expr(f'map({key},{of})', depth)}[?{self.expr(key, depth)}]"

    def list_operation(self):
        """Returns a random CEL expression that applies +, == or != to two fields of the data, most of which are lists
        of the list type set or map."""
        name = self.pick(["ml", "m2", "si", "ss", "lo", "o", "any", "emb", "msi"])
        left = self.pick([f"self.{name}", f"oldSelf.{name}"])
        if name in ("o", "any", "emb", "msi"):
            return f"{left} {self.pick(['==', '!='])} {self.pick(['self', 'oldSelf'])}.{name}"
        right = self.pick([f"self.{name}", f"oldSelf.{name}", f"self.{name}.filter(x, {self.pick(['true', 'self.b', 'x == x'])})"])
        total = f"({left} + {right})"
        return self.pick([f"{left} == {right}", f"{left} != {right}", total, f"{total} == {left}", f"{total} == ({right} + {left})",
                          f"size({total})", f"{right}.all(x, x in {left})", f"{total}[0] == {right}[0]", f"({total} + {left}).size()"])

    def line(self):
        kind = self.any_type(2)
        text = self.list_operation() if not self.plain and self.chance(12) else self.expr(kind, 1 + self.r.randrange(4))
        line = {"expr": text, "schema": SCHEMA, "self": self.value(SCHEMA)}
        if self.chance(85):
            line["oldSelf"] = self.value(SCHEMA)
        return line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    for i in range(arguments.n):
        print(json.dumps(Generator(arguments.seed * 1000003 + i, arguments.plain).line(), ensure_ascii=False))


main()
