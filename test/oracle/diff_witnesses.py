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


def get(judge, shown, side, before):
    """What clients read of each where it is stored."""
    lines = (request(pair, side, None, version=change['version'], old=stored_form(pair['old'], said.get('object')) or {})
             for (pair, change, _), said in zip(shown, before))
    return ask([judge, 'get'], lines)


def answers_to(judge, shown):
    """(pair, change, answer of the old server, answer of the new one) of each."""
    admit = [judge, 'admit', '--once']
    store_old(admit, shown)
    store(admit, shown)
    before, after = (ask(admit, (request(pair, side, **line) for pair, _, line in shown)) for side in ('old', 'new'))
    read = [number for number, (_, change, _) in enumerate(shown) if 'read' in change['witness'] and accepted(before[number])]
    stored = [before[number] for number in read]
    for answers, side in ((before, 'old'), (after, 'new')):
        for number, said in zip(read, get(judge, [shown[number] for number in read], side, stored)):
            answers[number] = said
    return [(pair, change, *answers) for (pair, change, _), *answers in zip(shown, before, after)]


def shows(change, before, after):
    if not accepted(before):
        return False
    if change['aspect'] == 'objects':
        return not accepted(after)
    return accepted(after) and before['object'] != after['object']
