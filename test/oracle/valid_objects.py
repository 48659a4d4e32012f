"""Generates objects that are valid, but need not match patterns, so that a server runs
the rules in CEL."""
import json
import re

from objects_of_crds import TEXTS, WORDS, Maker, part

# A text in quotes in a rule in CEL. Many rules compare fields with such texts, so generated objects have them as
# values.
QUOTED = re.compile(r"'([^'\\]*)'")
RULE = re.compile(r'"rule": "((?:[^"\\]|\\.)*)"')


def words_of(crd):
    """Returns WORDS and the words that occur in the rules of the CRD."""
    rules = RULE.findall(json.dumps(crd))
    return WORDS + [word for rule in rules for word in QUOTED.findall(rule)]


class ValidMaker(Maker):
    def __init__(self, chance, words):
        super().__init__(chance)
        self.words = words

    def value(self, schema, depth=0):
        if not isinstance(schema, dict) or self.odds(300):
            return super().value(schema, depth)
        self.left -= 1
        if schema.get('nullable') and self.odds(6):
            return None
        if part(schema, 'enum', list):
            return self.chance.choice(schema['enum'])
        if 'default' in schema and self.odds(4):
            return schema['default']
        if schema.get('x-kubernetes-int-or-string'):
            return self.chance.choice([0, 1, 80, 8080, '50%', 'http', '100m', '1Gi'])
        if schema.get('type') is None:
            return self.chance.choice([{}, {'a': 1}])
        return self.typed(schema, depth)

    def bounds(self, schema, least, most, otherwise):
        limits = [schema.get(least), schema.get(most)]
        low = limits[0] if isinstance(limits[0], (int, float)) else 0
        high = limits[1] if isinstance(limits[1], (int, float)) else max(otherwise, low)
        return low, max(low, high)

    def number(self, schema):
        low, high = self.bounds(schema, 'minimum', 'maximum', 100)
        near = [low, low + 1, high - 1, high, (low + high) / 2]
        return self.chance.choice(near) if schema['type'] == 'number' else int(self.chance.choice(near))

    def text(self, schema):
        low, high = self.bounds(schema, 'minLength', 'maxLength', 300)
        if schema.get('format') in TEXTS:
            return TEXTS[schema['format']][0]
        fitting = [word for word in self.words if low <= len(word) <= high]
        return self.chance.choice(fitting) if fitting else 'a' * int(low)

    def array(self, schema, depth):
        low, high = self.bounds(schema, 'minItems', 'maxItems', 3)
        size = self.chance.randint(int(low), int(min(high, low + 3)))
        if self.left <= 0:
            size = int(low)
        items = [self.value(schema.get('items'), depth + 1) for _ in range(min(size, 50))]
        kind = schema.get('x-kubernetes-list-type')
        if kind == 'map':
            self.add_keys(items, schema)
        if kind == 'set':
            items = [item for at, item in enumerate(items) if item not in items[:at]]
        return items

    def add_keys(self, items, schema):
        """Changes the key fields of the list's elements so that no two elements have the same keys. Keys with an enum
        stay."""
        properties = part(part(schema, 'items', dict), 'properties', dict)
        for at, item in enumerate(items):
            for key in schema.get('x-kubernetes-list-map-keys') or []:
                of = properties.get(key) or {}
                if isinstance(item, dict) and not of.get('enum'):
                    item[key] = f'a{at}' if of.get('type') == 'string' else at + 1

    def object(self, schema, depth):
        required = part(schema, 'required', list)
        usual = (0.6 if depth < 3 else 0.3) if self.left > 0 else 0
        made = {key: self.value(of, depth + 1) for key, of in part(schema, 'properties', dict).items()
                if key in required or self.chance.random() < usual}
        additional = schema.get('additionalProperties')
        if isinstance(additional, dict):
            for key in self.chance.sample(['a', 'b.c', 'x/y'], self.chance.choice([0, 1, 2])):
                made[key] = self.value(additional, depth + 1)
        if schema.get('x-kubernetes-embedded-resource'):
            made.update({'apiVersion': 'example.com/v1', 'kind': 'Kind', 'metadata': {'name': 'a'}})
        return made
