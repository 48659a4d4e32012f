"""Replaces names and values in lines for `admit` and `validate` by texts that look like errors of a
server. A program that decides by the text of an error then answers wrongly."""
import re

TEXTS = [': Too long', ': Too long: may not be more than 3 bytes', 'x: Required value', 'b: Unsupported value: c', ': Too many: 9', ': Invalid value',
         'a: Invalid value: "b": c', ': Duplicate value', ': Forbidden', ': field is immutable', 'field is immutable', '[0]', 'a[0].b', '.', '..', 'a.b', '"', '\\', '\n',
         'a\n: Required value: b', ']', '].b', '<nil>', '<nil>: Invalid value: null: x', ' in body must be of type string: "a"', "should match '^a$'", ' must validate',
         '"a" must not validate the schema (not)', 'estimated rule cost', 'because it is defined in ', 'must be no more than 3 bytes', ': too many to list', 'items', 'properties']
# Names that fields are not given, because Kubernetes or the API server gives these names a meaning.
RESERVED = {'apiVersion', 'kind', 'metadata', 'spec', 'status', ''}
IN_SCHEMA = {'properties', 'patternProperties', 'definitions', 'dependencies'}


def names_in(schema, names, values):
    """Collects the names of fields in the schema, and the texts that its values may have."""
    if isinstance(schema, list):
        for each in schema:
            names_in(each, names, values)
    if not isinstance(schema, dict):
        return
    properties = schema.get('properties')
    if isinstance(properties, dict):
        names.update(key for key in properties if key not in RESERVED)
        for each in properties.values():
            names_in(each, names, values)
    if isinstance(schema.get('enum'), list):
        values.update(text for text in schema['enum'] if isinstance(text, str))
    for key in ('items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not'):
        names_in(schema.get(key), names, values)


def renamed(value, texts):
    if isinstance(value, list):
        return [renamed(each, texts) for each in value]
    if isinstance(value, dict):
        return {texts.get(key, key): renamed(each, texts) for key, each in value.items()}
    return texts.get(value, value) if isinstance(value, str) else value


def renamed_in_schema(r, schema, texts):
    """Returns the schema with renamed fields. The keywords stay the same, but a pattern or the message of a rule may
    become one of the texts that look like errors."""
    if isinstance(schema, list):
        return [renamed_in_schema(r, each, texts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {}
    for key, inner in schema.items():
        if key in IN_SCHEMA and isinstance(inner, dict):
            made[key] = {texts.get(name, name): renamed_in_schema(r, each, texts) for name, each in inner.items()}
        elif key in ('enum', 'required', 'default', 'example', 'x-kubernetes-list-map-keys'):
            made[key] = renamed(inner, texts)
        elif key == 'pattern' and r.random() < 0.5:
            made[key] = '^' + re.escape(r.choice(TEXTS)).replace('\\\n', '\\n')
        elif key == 'x-kubernetes-validations' and isinstance(inner, list):
            made[key] = [dict(rule, message=r.choice(TEXTS)) if isinstance(rule, dict) and r.random() < 0.3 else rule for rule in inner]
        else:
            made[key] = renamed_in_schema(r, inner, texts)
    return made


def schemas_of(crd):
    """Yields the objects in the CRD that have the member openAPIV3Schema."""
    spec = crd.get('spec') if isinstance(crd, dict) else None
    if not isinstance(spec, dict):
        return
    versions = spec.get('versions')
    for holder in [spec.get('validation')] + [v.get('schema') for v in (versions if isinstance(versions, list) else []) if isinstance(v, dict)]:
        if isinstance(holder, dict) and isinstance(holder.get('openAPIV3Schema'), dict):
            yield holder


def texts_for(r, crds):
    names, values = set(), set()
    for crd in crds:
        for holder in schemas_of(crd):
            names_in(holder['openAPIV3Schema'], names, values)
    chosen = [*r.sample(sorted(names), min(len(names), r.randint(1, 4))), *r.sample(sorted(values), min(len(values), 2))]
    return dict(zip(chosen, r.sample(TEXTS, len(chosen))))


def with_rule(r, schema):
    """Adds a rule in CEL to some schemas. The rule fails in most cases, so its error shows whether the rules were
    run."""
    if r.random() < 0.6 and schema.get('type') == 'object':
        rule = {'rule': r.choice(['false', '1 == 2', 'true'])}
        if r.random() < 0.7:
            rule['message'] = r.choice([text for text in TEXTS if '\n' not in text])
        schema['x-kubernetes-validations'] = [rule, *(schema.get('x-kubernetes-validations') or [])]
    return schema


def make_hostile(r, crds, objects=()):
    """Gives the CRDs, in place, hostile names of fields, and rules. Returns the objects with the same names, and with
    hostile keys."""
    texts = texts_for(r, crds)
    for crd in crds:
        for holder in schemas_of(crd):
            holder['openAPIV3Schema'] = with_rule(r, renamed_in_schema(r, holder['openAPIV3Schema'], texts))
    return [with_hostile_keys(r, renamed_fields(each, texts)) for each in objects]


def renamed_fields(value, texts):
    if not isinstance(value, dict):
        return value
    return {key: inner if key in ('apiVersion', 'kind', 'metadata') else renamed(inner, texts) for key, inner in value.items()}


def with_hostile_keys(r, value, depth=0):
    """Returns the value with additional keys, of fields and of labels or annotations, that look like errors."""
    if isinstance(value, list):
        return [with_hostile_keys(r, each, depth + 1) for each in value]
    if isinstance(value, dict):
        made = {key: with_hostile_keys(r, each, depth + 1) for key, each in value.items()}
        if depth > 0 and made and r.random() < 0.15:
            key = r.choice(sorted(made))
            if key not in RESERVED:
                made[r.choice(TEXTS)] = made[key]
        if depth == 1 and 'name' in made and r.random() < 0.1:
            made[r.choice(['labels', 'annotations'])] = {r.choice(TEXTS): r.choice(TEXTS)}
        return made
    return r.choice(TEXTS) if depth > 1 and isinstance(value, str) and r.random() < 0.15 else value
