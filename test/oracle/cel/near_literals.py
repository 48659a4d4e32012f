"""Defines the types and literals of which near_values.py makes expressions."""
from near_objects import DURATIONS, TIMES, Objects

STRINGS = ["", "a", "b", "abc", "a b", "ü", "日本", "x1", "10", "-5", "1.5", "true", "2020-02-03T04:05:06Z", "1h", "\\n", "a.c",
           "[a-z]+", "^a", "(", "0x1F", "1e3", "NaN"]
INTS = ["0", "1", "2", "-1", "3", "7", "100", "9223372036854775807", "-9223372036854775808", "9007199254740993"]
UINTS = ["0u", "1u", "2u", "5u", "18446744073709551615u", "9223372036854775808u"]
DOUBLES = ["0.0", "1.0", "1.5", "-2.5", "1e6", "1e-5", "123456789.0", "1e300", "2.0", "9007199254740992.0", "0.1"]
ZONES = ["UTC", "", "-08:00", "+05:30", "02:00", "Europe/Berlin", "America/New_York", "x", "1:x", "-0:30", ":"]
SCALARS = ["int", "uint", "double", "string", "bool", "bytes", "timestamp", "duration"]
TIME_PARTS = ["getFullYear", "getMonth", "getDayOfYear", "getDayOfMonth", "getDate", "getDayOfWeek", "getHours", "getMinutes",
              "getSeconds", "getMilliseconds"]


def split(types):
    """Returns the types in a list that commas separate, such as "int,list(string)"."""
    parts, depth, part = [], 0, ''
    for c in types + ',':
        depth += (c == '(') - (c == ')')
        if c == ',' and depth == 0:
            parts += [part.strip().removeprefix('struct ')] if part.strip() else []
            part = ''
        else:
            part += c
    return parts


def parts(kind):
    """Returns the parameters of list(...), map(...,...) or optional(...)."""
    return split(kind[kind.index("(") + 1:-1])


class Literals(Objects):
    def __init__(self, seed, plain):
        super().__init__(seed)
        self.plain = plain
        self.variables = []
        self.count = 0

    def new_variable(self):
        self.count += 1
        return self.pick(["x", "y", "z", "v%d" % self.count])

    def any_type(self, depth=1):
        roll = self.r.randrange(10)
        if depth <= 0 or roll < 6:
            return self.pick(SCALARS[:5] + SCALARS)
        if roll < 8:
            return f"list({self.any_type(depth - 1)})"
        if roll < 9:
            return f"map({self.pick(['string', 'int', 'string', 'bool', 'uint'])},{self.any_type(depth - 1)})"
        return f"optional({self.any_type(depth - 1)})"

    def quoted(self, text):
        return self.pick(["'%s'", '"%s"']) % text

    def literal(self, kind):
        if kind == "int":
            return self.pick(INTS)
        if kind == "uint":
            return self.pick(UINTS)
        if kind == "double":
            return self.pick(DOUBLES)
        if kind == "string":
            return self.quoted(self.pick(STRINGS))
        if kind == "bool":
            return self.pick(["true", "false"])
        if kind == "bytes":
            return "b" + self.quoted(self.pick(STRINGS[:8]))
        if kind == "duration":
            return f"duration('{self.pick(DURATIONS)}')"
        if kind == "timestamp":
            return f"timestamp('{self.pick(TIMES)}')"
        if kind.startswith("list"):
            element = parts(kind)[0]
            return "[" + ", ".join(self.literal(element) for _ in range(self.r.randrange(4))) + "]"
        if kind.startswith("map"):
            key, value = parts(kind)
            return "{" + ", ".join(self.literal(key) + ": " + self.literal(value) for _ in range(self.r.randrange(3))) + "}"
        if kind.startswith("optional"):
            return self.pick(["optional.none()", f"optional.of({self.literal(parts(kind)[0])})"])
        return "null"
