"""Validates a value by a schema of docs/schemas/, as strictly as this project's own output must be:
an unknown field is an error, although readers of the output must accept unknown fields. An unknown
keyword of the schema is an error, too."""
import functools
import json
import pathlib

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs/schemas"
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
         "null": type(None)}
ASIDE = {"$schema", "$defs", "title", "description", "required", "additionalProperties"}


@functools.cache
def load(name):
    return json.loads((SCHEMAS / name).read_text())


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not (name in ("integer", "number") and isinstance(value, bool))


def check_type(value, types, *_):
    names = types if isinstance(types, list) else [types]
    if not any(is_type(value, name) for name in names):
        yield "", f"{value!r} is not {types}"


def check_enum(value, values, *_):
    if value not in values:
        yield "", f"{value!r} is not one of {values}"


def check_minimum(value, least, *_):
    if isinstance(value, int) and value < least:
        yield "", f"{value} is less than {least}"


def check_length(value, least, *_):
    if isinstance(value, str) and len(value) < least:
        yield "", f"{value!r} is too short"


def check_names(value, names, _, name):
    for field in value if isinstance(value, dict) else []:
        yield from ((f".{field}{path}", text) for path, text in errors(field, names, name))


def check_properties(value, properties, schema, name):
    if not isinstance(value, dict):
        return
    yield from (("", f"{field} is missing") for field in schema.get("required", []) if field not in value)
    yield from (("", f"{field} is not described") for field in value if field not in properties)
    for field in value.keys() & properties.keys():
        yield from ((f".{field}{path}", text) for path, text in errors(value[field], properties[field], name))


def check_map(value, schema, name):
    if not isinstance(value, dict) or not schema:
        return
    for field, each in value.items():
        yield from ((f".{field}{path}", text) for path, text in errors(each, schema, name))


def check_items(value, items, _, name):
    for index, each in enumerate(value if isinstance(value, list) else []):
        yield from ((f"[{index}]{path}", text) for path, text in errors(each, items, name))


def check_reference(value, reference, _, name):
    file, _, definition = reference.partition("#/$defs/")
    yield from errors(value, load(file or name)["$defs"][definition], file or name)


CHECKS = {"type": check_type, "enum": check_enum, "minimum": check_minimum, "properties": check_properties,
          "minLength": check_length, "propertyNames": check_names, "items": check_items, "$ref": check_reference}


def errors(value, schema, name):
    """Yields (path, text) of each error of the value under the schema."""
    for keyword in schema.keys() - ASIDE:
        yield from CHECKS[keyword](value, schema[keyword], schema, name)
    if "additionalProperties" in schema:
        yield from check_map(value, schema["additionalProperties"], name)


def problems(value, name):
    return [f"{path or '.'}: {text}" for path, text in errors(value, load(name), name)]
