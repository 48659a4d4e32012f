"""Sends requests for custom resources to a real API server (api_server.ApiServer)."""
import json
import re
import urllib.error
import urllib.request


def warnings_in(headers):
    """Returns the texts of headers such as `Warning: 299 - "TEXT"`."""
    texts = re.findall(r'299 - "((?:[^"\\]|\\.)*)"', ", ".join(headers.get_all("Warning", [])))
    return [re.sub(r"\\(.)", r"\1", text) for text in texts]


def send(server, path, value, method="POST"):
    """Returns the HTTP status, and the server's answer with its warnings."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    request = urllib.request.Request(server.url + path, body, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, context=server.context(), timeout=10) as answer:
            return answer.status, {**json.load(answer), "warnings": warnings_in(answer.headers)}
    except urllib.error.HTTPError as e:
        text = e.read().decode()
        return e.code, json.loads(text) if text.startswith("{") else {}


def causes_in(status):
    return [f"{c['field']}: {c['message']}" for c in (status.get("details") or {}).get("causes") or []]
