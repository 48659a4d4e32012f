"""Checks with Kubernetes' own code that each witness of `diff` shows its change."""
import re

from diff_requests import accepted, ask, drops_status, request, stored_form


OF_SERVER = ('creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid')
# {keyword: text that Kubernetes' error must contain}. For other keywords, any error at the field is enough.
TEXTS = {'enum': 'Unsupported value', 'minLength': 'chars long', 'maxLength': 'Too long', 'pattern': 'should match', 'minItems': 'items',
         'maxItems': 'Too many', 'uniqueItems': 'duplicates', 'minProperties': 'properties', 'maxProperties': 'Too many',
         'required': 'Required value', 'minimum': 'should be greater', 'maximum': 'should be less', 'multipleOf': 'multiple of',
         'anyOf': '(anyOf)', 'oneOf': '(oneOf)', 'not': '(not)', 'type': 'must be of type', 'format': 'must be of type'}


STEP = re.compile(r'\[\]|\{\}|\.[^.\[\]{}]+')


def within(part, whole):
    """Reports whether `whole` has all values of `part`, apart from nulls. 1.0 in `part` equals 1 in `whole`, since a
    server stores 1."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(value is None if key not in whole else within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and len(part) == len(whole) and all(map(within, part, whole))
    return part is None or part == whole or (isinstance(part, (int, float)) and isinstance(whole, (int, float)))


def stores_all(line, answer):
    """Reports whether the old server stored everything that the witness sets, as read in the version of
    the request."""
    sent, stored = line['each'], answer.get('object') or {}
    if 'subresource' in line:
        return within(sent.get('status'), stored.get('status'))
    metadata = {key: value for key, value in sent.get('metadata', {}).items() if key not in OF_SERVER}
    return within({**sent, 'metadata': metadata}, stored)


def is_about(change, error):
    """Reports whether the error names the field of the change, and is about the keyword of the change."""
    steps = STEP.findall(change['field'])
    # An error about a field in .status may have a path that begins after .status.
    path = '' if steps[:1] != ['.status'] else '(status)?'
    for step in steps[1:] if path else steps:
        name = r'[^.\[\]: "]+' if step == '{}' else re.escape(step[1:])
        path += r'\[\d+\]' if step == '[]' else r'(\.?' + name + r'|\[' + name + r'\])'
    at_place = re.search(r'(?<!\w)' + path, error)
    text = TEXTS.get(change['keyword'], '')
    return bool(at_place) and text in error and not (change['keyword'] == 'x-kubernetes-validations' and ' in body ' in error)


def store(admit, shown):
    """Stores the objects whose status the witnesses update, since a request that updates the status needs
    the stored object."""
    updates = [(pair, line) for pair, _, line in shown if 'subresource' in line]
    lines = (request(pair, 'old', {key: value for key, value in line['each'].items() if key != 'status'}, version=line['version'])
             for pair, line in updates)
    for (pair, line), said in zip(updates, ask(admit, lines)):
        line['old'] = stored_form(pair['old'], said.get('object'))


def store_old(admit, shown):
    """Stores the objects that the witnesses update. A create drops the status of an object, so a second
    request sets it."""
    updates = [(pair, line) for pair, _, line in shown if 'old' in line]
    made = ask(admit, (request(pair, 'old', line['old'], version=line['version']) for pair, line in updates))
    lines = (request(pair, 'old', line['old'], version=line['version'], old=stored_form(pair['old'], said.get('object')) or {}, subresource='status')
             for (pair, line), said in zip(updates, made))
    has_status = ['status' in line['old'] and drops_status(pair['old'], line['version']) for pair, line in updates]
    for (pair, line), has, said, updated in zip(updates, has_status, made, ask(admit, lines)):
        line['old'] = stored_form(pair['old'], (updated if has else said).get('object'))


def get(judge, shown, side, before):
    """Returns the objects as clients read them after the server has stored them."""
    lines = (request(pair, side, None, version=change['version'], old=stored_form(pair['old'], said.get('object')) or {})
             for (pair, change, _), said in zip(shown, before))
    return ask([judge, 'get'], lines)


def answers_to(judge, shown):
    """Sends each witness. Returns [(pair, change, whether the old server stores the complete witness, the
    old server's answer, the new server's answer)]."""
    admit = [judge, 'admit', '--once']
    store_old(admit, shown)
    store(admit, shown)
    before, after = (ask(admit, (request(pair, side, **line) for pair, _, line in shown)) for side in ('old', 'new'))
    stored_whole = [stores_all(line, said) for (_, _, line), said in zip(shown, before)]
    read = [number for number, (_, change, _) in enumerate(shown) if 'read' in change['witness'] and accepted(before[number])]
    stored = [before[number] for number in read]
    for answers, side in ((before, 'old'), (after, 'new')):
        for number, said in zip(read, get(judge, [shown[number] for number in read], side, stored)):
            answers[number] = said
    return [(pair, change, *answers) for (pair, change, _), *answers in zip(shown, stored_whole, before, after)]


def shows(change, before, after):
    if not accepted(before):
        return False
    if change['aspect'] == 'objects':
        return not accepted(after) and any(is_about(change, error) for error in after.get('errors') or [])
    return accepted(after) and before['object'] != after['object']
