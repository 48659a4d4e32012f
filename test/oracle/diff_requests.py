"""Makes the requests to two servers, one with the old CRD and one with the new CRD, as lines for `admit` of this
program or of Kubernetes' code."""
import json
import subprocess

MOST_BYTES = 32 << 20  # maximum size of the lines for one run of a program, in bytes


def ask_once(command, lines):
    done = subprocess.run(command, input=''.join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.split('\n') if line]
    assert len(answers) == len(lines), (len(answers), len(lines), done.stderr[-500:])
    return answers


def ask(command, lines):
    """Returns the answers to the lines, which are JSON texts or requests. In lines for Kubernetes' code,
    a request omits its CRD if the previous request has the same one."""
    answers, waiting, size, last = [], [], 0, None
    for line in lines:
        crd, line = (None, line) if isinstance(line, str) else (line[0], '{' + line[1] if line[0] is last else whole(line))
        last = crd
        waiting.append(line + '\n')
        size += len(line)
        if size > MOST_BYTES:
            answers += ask_once(command, waiting)
            waiting, size, last = [], 0, None
    return answers + (ask_once(command, waiting) if waiting else [])


def first_served(crd):
    versions = crd['spec'].get('versions') or []
    return next((version['name'] for version in versions if version.get('served')), '')


def stored_form(crd, answered):
    """Returns the object as etcd stores it, in the storage version. If the CRD converts with a webhook,
    returns the object unchanged."""
    spec = crd['spec']
    storage = next((version['name'] for version in spec.get('versions') or [] if version.get('storage')), None)
    if not answered or not storage or (spec.get('conversion') or {}).get('strategy') == 'Webhook':
        return answered
    return {**answered, 'apiVersion': spec['group'] + '/' + storage}


def accepted(answer):
    return not answer.get('errors') and 'error' not in answer


def request(pair, side, each, **more):
    """Returns the text of the CRD on this side of the update ("old" or "new"), and the rest of the line."""
    return pair[side + ' text'], json.dumps({'crdStored': pair[side + ' stored'], 'object': each, **more})[1:]


def whole(request):
    return '{"crd":' + request[0] + ',' + request[1]


def drops_status(crd, name):
    spec = crd['spec']
    versions = (version.get('subresources') for version in spec.get('versions') or [] if version['name'] == name)
    return 'status' in (spec.get('subresources') or next(versions, None) or {})


def serves(pair, name):
    return all(version.get('served') for side in ('old', 'new') for version in pair[side]['spec'].get('versions') or [] if version['name'] == name)
