"""Tests of custom resources whose CRD declares unions: the stored objects, and the managers of their fields."""
import itertools
import json
import urllib.parse

from eventually import eventually
from case import CRDS, MERGE, WebhookTest

APPLY = "application/apply-patch+yaml"
ANNOTATION = {"structural.lint/unions": json.dumps({
    "/properties/spec/properties/source": [{"discriminator": "type", "fields": {
        "file": "File", "url": "Url", "secret": "Secret"}}],
    "/properties/spec/properties/mirrors/items": [{"fields": {"host": "Host", "url": "Url"}}]})}
TEXT = {"type": "string"}
SPEC = {"type": "object", "properties": {
    "source": {"type": "object", "properties": {"type": TEXT, "file": TEXT, "url": TEXT, "secret": {
        "type": "object", "properties": {"name": TEXT}}}},
    "mirrors": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": {
        "type": "object", "required": ["name"], "properties": {"name": TEXT, "host": TEXT, "url": TEXT}}}}}
NAMES = (f"one-{number}" for number in itertools.count())


def definition(plural, annotations):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.example.com", "annotations": annotations},
            "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": plural.title()},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                         "type": "object", "properties": {"spec": SPEC}}}}]}}


class Resource:
    """Custom resources of one kind, on one API server."""

    def __init__(self, server, plural):
        self.server, self.kind, self.at = server, plural.title(), f"/apis/example.com/v1/namespaces/default/{plural}"

    def object(self, name, spec):
        return {"apiVersion": "example.com/v1", "kind": self.kind, "metadata": {"name": name}, "spec": spec}

    def path(self, name="", **query):
        return f"{self.at}/{name}".rstrip("/") + ("?" + urllib.parse.urlencode(query) if query else "")

    def create(self, name, spec, **query):
        return self.server.ask("POST", self.path(**query), self.object(name, spec))

    def merge(self, name, change, **query):
        return self.server.ask("PATCH", self.path(name, **query), change, MERGE)

    def apply(self, name, manager, spec, **query):
        return self.server.ask("PATCH", self.path(name, fieldManager=manager, **query), self.object(name, spec), APPLY)

    def read(self, name):
        return self.server.ask("GET", self.path(name))

    def is_served(self):
        return self.server.ask("GET", self.at).status == 200

    def is_normalised(self):
        made = self.create(next(NAMES), {"source": {"file": "/a"}}, dryRun="All")
        return made.status == 201 and made.body["spec"]["source"].get("type") == "File"


def owners(stored):
    """Returns {manager: names of the fields in spec.source that it owns}. Managers that own none of these fields are
    omitted."""
    found = {f"{entry['manager']} {entry['operation']}": entry["fieldsV1"].get("f:spec", {}).get("f:source", {})
             for entry in stored["metadata"]["managedFields"]}
    names = {manager: sorted(key[2:] for key in fields if key != ".") for manager, fields in found.items()}
    return {manager: owned for manager, owned in names.items() if owned}


class Unions(WebhookTest):
    plural = "downloads"

    @classmethod
    def setUpClass(cls):
        server = cls.server()
        made = server.ask("POST", CRDS, definition(cls.plural, ANNOTATION))
        assert made.status == 201, made
        cls.of = Resource(server, cls.plural)
        eventually("it is served", cls.of.is_served)
        eventually("unions are normalised", cls.of.is_normalised)

    @classmethod
    def server(cls):
        return cls.servers.current

    def stored(self, name):
        return self.assertStatus(200, self.of.read(name)).body

    def assertStored(self, name, source, owned=None):
        stored = self.stored(name)
        self.assertEqual(source, stored["spec"]["source"])
        if owned is not None:
            self.assertEqual(owned, owners(stored))

    def applied(self, name, manager, source, status=200, **query):
        return self.assertStatus(status, self.of.apply(name, manager, {"source": source}, **query))

    def test_a_plain_merge_patch_switches_the_member(self):
        name = next(NAMES)
        self.assertStatus(201, self.of.create(name, {"source": {"type": "File", "file": "/a"}}, fieldManager="creator"))
        self.assertStatus(200, self.of.merge(name, {"spec": {"source": {"url": "https://b"}}}, fieldManager="patcher"))
        self.assertStored(name, {"type": "Url", "url": "https://b"}, {"patcher Update": ["type", "url"]})

    def test_a_plain_update_switches_the_member(self):
        name = next(NAMES)
        self.assertStatus(201, self.of.create(name, {"source": {"type": "File", "file": "/a"}}))
        changed = self.stored(name)
        changed["spec"]["source"]["secret"] = {"name": "s"}
        self.assertStatus(200, self.of.server.ask("PUT", self.of.path(name), changed))
        self.assertStored(name, {"type": "Secret", "secret": {"name": "s"}})

    def test_undecided_unions_are_refused(self):
        refused = self.of.create(next(NAMES), {"source": {"file": "/a", "url": "https://b"}})
        causes = self.assertRefused(refused, "unions", "spec.source: Forbidden: only one field of a union can be set: file, url")
        self.assertEqual(["spec.source"], [cause["field"] for cause in causes])

    def test_the_second_applier_switches_the_member(self):
        """The first applier gets a conflict when it applies again, and may force its value."""
        name = next(NAMES)
        self.applied(name, "first", {"type": "File", "file": "/a"}, 201)
        self.applied(name, "second", {"url": "https://b"})
        self.assertStored(name, {"type": "Url", "url": "https://b"}, {"second Apply": ["type", "url"]})
        conflict = self.applied(name, "first", {"type": "File", "file": "/a"}, 409)
        self.assertEqual([".spec.source.type"], [cause["field"] for cause in conflict.body["details"]["causes"]])
        self.applied(name, "first", {"type": "File", "file": "/a"}, force="true")
        self.assertStored(name, {"type": "File", "file": "/a"}, {"first Apply": ["file", "type"]})

    def test_an_applier_switches_the_member_without_a_discriminator(self):
        name = next(NAMES)
        self.applied(name, "first", {"file": "/a"}, 201)
        self.assertStored(name, {"type": "File", "file": "/a"}, {"first Apply": ["file", "type"]})
        self.applied(name, "first", {"url": "https://b"})
        self.assertStored(name, {"type": "Url", "url": "https://b"}, {"first Apply": ["type", "url"]})

    def test_applying_the_same_again_changes_nothing(self):
        name = next(NAMES)
        self.applied(name, "first", {"file": "/a"}, 201)
        once = self.stored(name)
        self.applied(name, "first", {"file": "/a"})
        self.assertEqual(once, self.stored(name))

    def test_an_update_takes_fields_from_an_applier(self):
        name = next(NAMES)
        self.applied(name, "first", {"type": "File", "file": "/a"}, 201)
        self.assertStatus(200, self.of.merge(name, {"spec": {"source": {"url": "https://b"}}}, fieldManager="patcher"))
        self.assertEqual(["type", "url"], owners(self.stored(name))["patcher Update"])
        self.applied(name, "first", {"type": "File", "file": "/a"}, 409)

    def test_items_have_their_own_managers(self):
        name = next(NAMES)
        for manager, mirrors in (("first", [{"name": "a", "host": "h"}, {"name": "b", "host": "h"}]),
                                 ("second", [{"name": "b", "url": "u"}])):
            answer = self.of.apply(name, manager, {"mirrors": mirrors})
            self.assertIn(answer.status, (200, 201), answer.body)
        stored = self.stored(name)
        self.assertEqual([{"name": "a", "host": "h"}, {"name": "b", "url": "u"}], stored["spec"]["mirrors"])
        owned = {entry["manager"]: entry["fieldsV1"]["f:spec"]["f:mirrors"] for entry in stored["metadata"]["managedFields"]}
        self.assertEqual([".", "f:name"], sorted(owned["first"]['k:{"name":"b"}']))
        self.assertEqual([".", "f:name", "f:url"], sorted(owned["second"]['k:{"name":"b"}']))


class UnionsOnTheOldServer(Unions):
    plural = "copies"
    # Overrides a test that cannot pass here: the old API server does not use the CRD's schema for managedFields, so it
    # treats each list as atomic.
    test_items_have_their_own_managers = None

    @classmethod
    def server(cls):
        return cls.servers.old

    def test_applying_the_same_again_changes_nothing(self):
        """This server writes a new time into managedFields for each request, so the test compares only the
other fields."""
        name = next(NAMES)
        self.applied(name, "first", {"file": "/a"}, 201)
        once = self.stored(name)
        self.applied(name, "first", {"file": "/a"})
        self.assertEqual((once["spec"], owners(once), once["metadata"]["generation"]),
                         (self.stored(name)["spec"], owners(self.stored(name)), self.stored(name)["metadata"]["generation"]))


class OptingIn(WebhookTest):
    def test_a_crd_declares_unions_when_there_are_objects(self):
        server = self.servers.current
        self.assertStatus(201, server.ask("POST", CRDS, definition("uploads", {})))
        of, name = Resource(server, "uploads"), next(NAMES)
        eventually("it is served", of.is_served)
        both = {"file": "/a", "url": "https://b"}
        self.assertStatus(201, of.create(name, {"source": both}))
        self.annotate(ANNOTATION)
        eventually("unions are normalised", of.is_normalised)
        changed = self.assertStatus(200, of.merge(name, {"metadata": {"labels": {"a": "b"}}}))
        self.assertEqual(['299 - "spec.source: Forbidden: only one field of a union can be set: file, url"'], changed.warnings)
        self.assertEqual(both, changed.body["spec"]["source"])
        mended = self.assertStatus(200, of.merge(name, {"spec": {"source": {"file": None}}}))
        self.assertEqual(({"type": "Url", "url": "https://b"}, []), (mended.body["spec"]["source"], mended.warnings))
        self.annotate({"structural.lint/unions": None})
        eventually("unions are left alone", lambda: not of.is_normalised())

    def annotate(self, annotations):
        self.assertStatus(200, self.servers.current.ask("PATCH", CRDS + "/uploads.example.com",
                                                     {"metadata": {"annotations": annotations}}, MERGE))
