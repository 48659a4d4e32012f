"""Adds defaults to the schemas of near_rules.py. Most of the defaults are valid, so the rules run on
them."""
TEXTS = ['', 'a', 'abc', 'abcdefghij', 'ä€😀', '1.2.3', '10.0.0.1', '10.0.0.0/8', '1Gi', 'https://a/b']
OF_FORMAT = {'byte': ['YWI=', '', 'a'], 'date-time': ['2020-01-01T00:00:00Z', 'x'], 'duration': ['1h', '3s', 'x']}
PLAIN = {'integer': [0, 1, 2, -1, 10], 'number': [0, 1.5, -2, 1e300], 'boolean': [True, False]}


class Defaults:
    def __init__(self, random):
        self.random = random

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def add(self, schema):
        """Gives some nodes a default, except below additionalProperties, where Kubernetes allows none."""
        for property in schema.get('properties', {}).values():
            if self.chance(30):
                property['default'] = self.value(property)
            self.add(property)
        if 'items' in schema and self.chance(10):
            schema['items']['default'] = self.value(schema['items'])
        if 'items' in schema:
            self.add(schema['items'])

    def value(self, schema):
        if self.chance(2):
            return self.random.choice([None, 1, 'a', {}, []])
        kind = schema.get('type')
        if kind == 'object':
            return self.object(schema)
        if kind == 'array':
            return [self.value(schema['items']) for _ in range(self.random.randrange(4))]
        if kind is None:
            return self.random.choice([1, 'a', 80, 'http'])
        return self.random.choice(schema.get('enum') or PLAIN.get(kind) or OF_FORMAT.get(schema.get('format'), TEXTS))

    def object(self, schema):
        made = {name: self.value(of) for name, of in schema.get('properties', {}).items() if self.chance(60) or name in schema.get('required', [])}
        if 'additionalProperties' in schema:
            made |= {key: self.value(schema['additionalProperties']) for key in ('a', 'b') if self.chance(50)}
        if schema.get('x-kubernetes-embedded-resource'):
            made |= {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'a'}}
        return made
