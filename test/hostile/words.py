"""Makes documents, and an API server, in which each text contains commands: for a terminal, a spreadsheet or a CI
system."""
import http.server
import json
import re
import threading

MARK = "forged"
EVIL = ("e\n::error ::" + MARK + "\n\r\x1b[31mI0101 00:00:00.000000 1 x.cc:1] " + MARK + "\x07\x00\x08\x7f\u0085\u009b2J"
        "\u2028" + MARK + "\u2029\u202e\u2066\u200f \" ' ` \\ */ /* // %0A::error::x ##[error]y <script>&]]> ${x} $(x) \n" + MARK)
FORMULA = "=cmd|' /C calc'!A0"


def crd(name, schema, versions=("v1",), group="example.com", kind="Foo", plural="foos", **metadata):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name, **metadata},
            "spec": {"group": group, "scope": "Namespaced", "names": {"plural": plural, "kind": kind, "listKind": kind + "List"},
                     "versions": [{"name": version, "served": True, "storage": i == 0, "schema": {"openAPIV3Schema": schema}}
                                  for i, version in enumerate(versions)]}}


def strings(structural):
    """Returns a schema in which each possible string contains EVIL."""
    leaf = {"type": "string", "description": EVIL, "title": EVIL, "format": EVIL, "pattern": "^[a-z" + EVIL[:3] + "]*$",
            "enum": [EVIL, "a"], "default": EVIL, "example": EVIL, "externalDocs": {"description": EVIL, "url": EVIL}}
    rules = [{"rule": EVIL, "message": EVIL, "messageExpression": EVIL, "fieldPath": EVIL, "reason": EVIL}]
    schema = {"type": "object", "description": EVIL, "required": [EVIL], "properties": {
        EVIL: leaf, FORMULA: {"type": "integer"}, "plain": {"type": "string", "description": EVIL, "enum": [EVIL]},
        "list": {"type": "array", "items": {"type": "object", "properties": {EVIL: leaf, "k": {"type": "string"}}},
                 "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", EVIL]},
        "map": {"type": "object", "additionalProperties": leaf}, "validated": {"type": "object", "x-kubernetes-validations": rules}}}
    if not structural:
        schema["properties"][EVIL] = {**leaf, "type": EVIL, EVIL: EVIL, "anyOf": [{"type": EVIL, "description": EVIL}]}
        schema["properties"]["bare"] = {"properties": {EVIL: {"$ref": EVIL, "id": EVIL, "dependencies": {EVIL: [EVIL]}}}}
    return schema


def documents():
    right, wrong = strings(True), strings(False)
    old = crd("old.example.com", wrong)
    old["apiVersion"] = "apiextensions.k8s.io/v1beta1"
    unions = {**right, "x-kubernetes-unions": [{"discriminator": EVIL, "fields": {EVIL: EVIL, "plain": FORMULA}}]}
    annotated = crd("annotated.example.com", wrong, annotations={
        "structural.lint/ignore": EVIL, "structural.lint/unions": EVIL, EVIL: EVIL})
    return {
        "right": crd("foos.example.com", right), "wrong": crd("foos.example.com", wrong), "old": old,
        "names": crd(EVIL, wrong, (EVIL, "v1"), EVIL, EVIL, EVIL), "unions": crd("unions.example.com", unions),
        "annotated": annotated, "undecodable": {**crd(EVIL, {}), "spec": EVIL}, "typed": crd(EVIL, {"type": 5, EVIL: 1}),
        "formula": crd(FORMULA, wrong, (FORMULA,)),
        "object": {"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": EVIL, "namespace": EVIL},
                   "plain": EVIL, "list": [{"k": EVIL, EVIL: EVIL}, {"k": EVIL, EVIL: EVIL}], "map": {EVIL: EVIL}, EVIL: EVIL,
                   "unknown" + EVIL: {EVIL: [EVIL]}},
        "foreign": {"apiVersion": EVIL, "kind": EVIL, "metadata": {"name": EVIL}}}


class Server(http.server.BaseHTTPRequestHandler):
    """An API server in whose answers each text contains commands. It refuses all writes."""
    protocol_version = "HTTP/1.1"
    objects = []

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status, "e\tvil")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def status(self, code):
        self.answer(code, {"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": EVIL, "reason": EVIL,
                           "code": code, "details": {"name": EVIL, "causes": [{"message": EVIL, "field": EVIL}]}})

    def do_GET(self):
        if "watch=" in self.path or "watch=1" in self.path:
            self.answer(200, {"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "code": 410, "message": EVIL,
                                                          "reason": EVIL, "status": "Failure"}})
        elif "customresourcedefinitions" in self.path and not re.search("customresourcedefinitions/", self.path):
            self.answer(200, {"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v1",
                              "metadata": {"resourceVersion": "7"}, "items": self.objects})
        elif re.search("/foos(\\?|$)", self.path):
            self.answer(200, {"kind": "FooList", "apiVersion": "example.com/v1", "metadata": {"resourceVersion": EVIL},
                              "items": [documents()["object"]]})
        else:
            self.status(404)

    def refuse(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.status(403)

    do_POST = do_PATCH = do_PUT = refuse

    def log_message(self, *_):
        pass


def serve(objects):
    for number, each in enumerate(objects):
        each["metadata"] = {**each["metadata"], "uid": f"u{number}", "resourceVersion": "7", "generation": 1}
        each["status"] = {"storedVersions": [EVIL], "conditions": [
            {"type": "NonStructuralSchema", "status": "True", "reason": EVIL, "message": EVIL, "lastTransitionTime": EVIL}]}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (Server,), {"objects": objects}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"
