"""Generates small CRDs for changed_crds.py. They have a few fields, and similar versions."""
import copy

from near_schemas import crd_of

LIMITS = {'string': ['minLength', 'maxLength'], 'integer': ['minimum', 'maximum'], 'number': ['minimum', 'maximum'],
          'array': ['minItems', 'maxItems'], 'object': ['minProperties', 'maxProperties']}
SAMPLES = {'string': 'abc', 'integer': 2, 'number': 2.5, 'boolean': True, 'object': {}, 'array': []}
LEAVES = ['string', 'integer', 'number', 'boolean']


def untyped_schema(r):
    node = r.choice([{'x-kubernetes-preserve-unknown-fields': True}, {'x-kubernetes-int-or-string': True}])
    return dict(node, nullable=True) if r.random() < 0.3 else copy.deepcopy(node)


def small_schema(r, depth):
    if depth and r.random() < 0.1:
        return untyped_schema(r)
    kind = r.choice(['object'] * (5 - 2 * depth) + ['array'] * (depth < 2) + LEAVES)
    node = {'type': kind}
    if kind == 'object' and r.random() < 0.3:
        node['additionalProperties'] = r.choice([True, False]) if r.random() < 0.15 else small_schema(r, depth + 1)
        if r.random() < 0.25:
            node['required'] = ['a']
    elif kind == 'object':
        names = r.sample(['a', 'b', 'c'], r.choice([0, 1, 1, 2, 2]))
        node['properties'] = {name: small_schema(r, depth + 1) for name in names}
        own = {'apiVersion': 'string', 'kind': 'string', 'metadata': 'object'}
        node['properties'] |= {name: {'type': own[name]} for name in r.sample(sorted(own), r.choice([0, 0, 0, 1, 2]))}
        for key, share in (('preserve-unknown-fields', 0.3), ('embedded-resource', 0.2)):
            if r.random() < share:
                node['x-kubernetes-' + key] = True
        if names and r.random() < 0.3:
            node['required'] = names[:1]
    elif kind == 'array':
        node['items'] = small_schema(r, depth + 1)
    if kind in LIMITS and r.random() < 0.3:
        node[r.choice(LIMITS[kind])] = r.choice([1, 1, 2])
    if r.random() < 0.2:
        node['nullable'] = True
    if depth and r.random() < 0.25:
        node['default'] = SAMPLES[kind]
    return node


def small_crd(r, change):
    """Returns a CRD with a generated first version. Each other version is the result of change() for a copy of the
    first one."""
    fields = {name: dict(small_schema(r, 0), type='object') for name in r.choice([['spec'], ['spec', 'status']])}
    for field in fields.values():
        for key in ('nullable', 'items', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'):
            field.pop(key, None)
    crd = crd_of(r)
    schema = {'type': 'object', 'properties': fields}
    crd['spec'].pop('preserveUnknownFields', None)
    crd['spec']['versions'] = versions = []
    for i in range(r.choice([2, 2, 3])):
        subresources = {'status': {}} if 'status' in fields and r.random() < 0.5 else {}
        if r.random() < 0.1:
            subresources['scale'] = {'specReplicasPath': '.spec.' + r.choice('abc'), 'statusReplicasPath': '.status.a'}
        versions.append({'name': f'v{i + 1}', 'served': True, 'storage': i == 0, 'schema': {'openAPIV3Schema': copy.deepcopy(schema)},
                         'subresources': subresources})
        if i:
            change(versions[i]['schema']['openAPIV3Schema'])
    return crd
