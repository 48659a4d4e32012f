"""Whether witnesses of `diff` show what they are said to show, by Kubernetes' own code."""
from diff_requests import accepted, ask, drops_status, request, stored_form


def store(admit, shown):
    """An update of the status needs an object that is there, as the old server stores it."""
    updates = [(pair, line) for pair, _, line in shown if 'subresource' in line]
    lines = (request(pair, 'old', {key: value for key, value in line['each'].items() if key != 'status'}, version=line['version'])
             for pair, line in updates)
    for (pair, line), said in zip(updates, ask(admit, lines)):
        line['old'] = stored_form(pair['old'], said.get('object'))


def store_old(admit, shown):
    """What is stored of an object that is updated: its status comes with an update of its own."""
    updates = [(pair, line) for pair, _, line in shown if 'old' in line]
    made = ask(admit, (request(pair, 'old', line['old'], version=line['version']) for pair, line in updates))
    lines = (request(pair, 'old', line['old'], version=line['version'], old=stored_form(pair['old'], said.get('object')) or {}, subresource='status')
             for (pair, line), said in zip(updates, made))
    has_status = ['status' in line['old'] and drops_status(pair['old'], line['version']) for pair, line in updates]
    for (pair, line), has, said, updated in zip(updates, has_status, made, ask(admit, lines)):
        line['old'] = stored_form(pair['old'], (updated if has else said).get('object'))


def answers_to(admit, shown):
    """(pair, change, answer of the old server, answer of the new one) of each."""
    store_old(admit, shown)
    store(admit, shown)
    answers = [ask(admit, (request(pair, side, **line) for pair, _, line in shown)) for side in ('old', 'new')]
    return [(pair, change, before, after) for (pair, change, _), before, after in zip(shown, *answers)]


def shows(change, before, after):
    if not accepted(before):
        return False
    if not accepted(after):
        return True
    return change['aspect'] != 'objects' and before['object'] != after['object']
