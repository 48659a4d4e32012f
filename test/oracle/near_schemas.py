"""Generates random CRDs with schemas of all kinds, for near_admits.py."""
import copy

WORDS = ['', 'a', 'b', 'abc', 'A b', '10.0.0.1', '2020-01-02', 'é', 'x' * 12]


# Names of fields.
NAMES = ['a', 'b', 'c', 'key', 'name', 'kind', 'metadata', 'items', 'x-y']


def leaf(r):
    kind = r.choice(['string', 'string', 'integer', 'number', 'boolean'])
    schema = {'type': kind}
    some = {'string': {'minLength': 2, 'maxLength': 3, 'pattern': '^[a-z]*$', 'enum': ['a', 'b'], 'format': r.choice(['date', 'ipv4', 'byte', 'duration', 'what']), 'default': r.choice(WORDS[1:4])},
            'integer': {'minimum': 1, 'maximum': 5, 'multipleOf': 2, 'enum': [1, 2], 'format': r.choice(['int32', 'int64']), 'default': 1},
            'number': {'minimum': 0.5, 'maximum': 10, 'format': 'float', 'default': 1.5},
            'boolean': {'default': True}}[kind]
    for key, value in some.items():
        if r.random() < 0.2:
            schema[key] = value
    if r.random() < 0.15:
        schema['nullable'] = True
    if r.random() < 0.1:
        schema[r.choice(['allOf', 'anyOf', 'oneOf'])] = [{'enum': ['a', 1, 2.5, True]}, {'minLength': 2, 'minimum': 2}]
    if r.random() < 0.03:
        schema['not'] = {'enum': ['a', 1]}
    if r.random() < 0.9 and schema.keys() - {'type', 'default', 'nullable'}:
        schema.pop('default', None)  # removes most defaults, since a server refuses a CRD with an invalid default
    return schema


def fields(r, depth):
    return {name: node(r, depth) for name in r.sample(NAMES, r.randint(1, 4))}


def map_list(r, depth):
    keys = r.choice([['key'], ['key'], ['key', 'name']])
    properties = fields(r, depth)
    for key in keys:
        properties[key] = {'type': r.choice(['string', 'string', 'integer', 'number'])}
        if r.random() < 0.2:
            properties[key]['default'] = {'string': 'a', 'integer': 1, 'number': 1}[properties[key]['type']]
    required = [key for key in keys if 'default' not in properties[key]]
    items = {'type': 'object', 'properties': properties}
    return {'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys,
            'items': dict(items, required=required) if required else items}


def array(r, depth):
    which = r.random()
    if which < 0.4:
        schema = map_list(r, depth)
    elif which < 0.6:
        schema = {'type': 'array', 'x-kubernetes-list-type': 'set', 'items': {'type': r.choice(['string', 'integer', 'number'])}}
    else:
        schema = {'type': 'array', 'items': node(r, depth)}
        if r.random() < 0.3:
            schema['x-kubernetes-list-type'] = 'atomic'
    if r.random() < 0.2:
        schema[r.choice(['minItems', 'maxItems'])] = r.choice([1, 2])
    return schema


def object_schema(r, depth):
    which = r.random()
    if which < 0.15:
        return {'type': 'object', 'additionalProperties': node(r, depth)}
    if which < 0.22:
        return {'type': 'object', 'x-kubernetes-preserve-unknown-fields': True}
    if which < 0.32:
        return {'type': 'object', 'x-kubernetes-embedded-resource': True, r.choice(['x-kubernetes-preserve-unknown-fields', 'nullable']): True,
                'properties': {'spec': node(r, depth)}}
    schema = {'type': 'object', 'properties': fields(r, depth)}
    if r.random() < 0.3:
        schema['required'] = r.sample(sorted(schema['properties']), 1)
    if r.random() < 0.15:
        schema[r.choice(['minProperties', 'maxProperties'])] = r.choice([1, 2])
    if r.random() < (0.1 if schema.keys() == {'type', 'properties'} else 0.005):
        schema['default'] = {}
    if r.random() < 0.1:
        schema['x-kubernetes-preserve-unknown-fields'] = True
    return schema


def node(r, depth):
    if depth <= 0 or r.random() < 0.35:
        return {'x-kubernetes-int-or-string': True} if r.random() < 0.1 else leaf(r)
    return array(r, depth - 1) if r.random() < 0.45 else object_schema(r, depth - 1)


def version(r, name, storage):
    properties = {'spec': object_schema(r, 3)}
    if r.random() < 0.6:
        properties['status'] = object_schema(r, 2)
    if r.random() < 0.15:
        properties['metadata'] = {'type': 'object', 'properties': {'name': {'type': 'string', 'maxLength': 3, 'pattern': '^a'}}}
    schema = {'type': 'object', 'properties': properties}
    if r.random() < 0.2:
        schema['required'] = ['spec']
    made = {'name': name, 'served': r.random() < 0.9 or storage, 'storage': storage, 'schema': {'openAPIV3Schema': schema}, 'subresources': {}}
    if r.random() < 0.6:
        made['subresources']['status'] = {}
    if r.random() < 0.25:
        made['subresources']['scale'] = {'specReplicasPath': '.spec.' + r.choice(['a', 'b', 'a.b']), 'statusReplicasPath': '.status.' + r.choice(['a', 'b.c'])}
        if r.random() < 0.5:
            made['subresources']['scale']['labelSelectorPath'] = r.choice(['.status.c', '.spec.name'])
    if r.random() < 0.15:
        made['deprecated'] = True
        if r.random() < 0.4:
            made['deprecationWarning'] = 'old'
    return made


def crd_of(r):
    names = r.sample(['v1', 'v2', 'v1beta1', 'v1alpha1', 'x'], r.choice([1, 1, 2, 3]))
    versions = [version(r, name, i == 0) for i, name in enumerate(names)]
    if len(versions) > 1 and r.random() < 0.3:
        for other in versions[1:]:
            other['schema'] = copy.deepcopy(versions[0]['schema'])
    r.shuffle(versions)
    crd = {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition', 'metadata': {'name': 'foos.example.com'},
           'spec': {'group': 'example.com', 'scope': r.choice(['Namespaced', 'Namespaced', 'Cluster']), 'names': {'plural': 'foos', 'kind': 'Foo'}, 'versions': versions}}
    if r.random() < 0.1:
        crd['spec']['preserveUnknownFields'] = True
        for each in versions:
            each['schema']['openAPIV3Schema'].pop('default', None)
    if r.random() < 0.1:
        crd['spec']['conversion'] = {'strategy': 'Webhook', 'webhook': {'conversionReviewVersions': ['v1'], 'clientConfig': {'url': 'https://example.com'}}}
    return crd
