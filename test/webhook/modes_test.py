"""Tests of the modes "warn" and "audit" of the webhook, of exempt users, and of requests in other API
versions."""
import json

from eventually import eventually
from case import CRDS, EXEMPT, MERGE, OLD_CRDS, UNTYPED, WHAT_IS_WRONG, WebhookTest, crd, path_of

UNIONS = {"structural.lint/unions": '{"": [{"fields": {"a": "A", "b": "B"}}]}'}


class Modes(WebhookTest):
    def test_a_warning_reaches_the_client(self):
        answer = self.create(crd("warning", UNTYPED))
        self.assertEqual([f'299 - "{WHAT_IS_WRONG}: Required value: must not be empty for specified object fields '
                          '(server-structural, type-required)"'],
                         [warning for warning in answer.warnings if WHAT_IS_WRONG in warning])

    def test_audit_annotations_are_in_the_audit_log(self):
        made = crd("auditing", UNTYPED)
        answer = self.create(made)
        self.assertFalse([warning for warning in answer.warnings if WHAT_IS_WRONG in warning])
        annotations = eventually("it is noted", lambda: self.annotations(made["metadata"]["name"]))
        prefix = "auditing.structural.example.com/"
        self.assertIn("server-structural", annotations[prefix + "rules"])
        self.assertIn(WHAT_IS_WRONG, annotations[prefix + "errors"])
        self.assertGreater(int(annotations[prefix + "count"]), 0)

    def annotations(self, name):
        """Returns the audit annotations of the request that created the CRD. Reads only complete lines of the
audit log."""
        for line in self.servers.audit.read_text().split("\n")[:-1]:
            event = json.loads(line)
            if event["verb"] == "create" and event.get("objectRef", {}).get("name") == name:
                return event["annotations"]
        return None

    def test_exempt_users_are_allowed(self):
        self.create(crd("by-server", UNTYPED), user=EXEMPT)
        refused = self.servers.old.ask("POST", OLD_CRDS, crd("by-server", UNTYPED), user="system:serviceaccount:ops:operator")
        self.assertRefused(refused, "by-server")
        self.assertTrue(any(line.split("] ")[-1].startswith("exempt: CREATE") and EXEMPT in line
                            for line in self.servers.by_server.log), self.servers.by_server.log)

    def test_the_version_of_the_request_counts(self):
        """The server converts a request in v1beta1 for a webhook whose rules have v1."""
        before = self.servers.by_kep.answered()
        self.create(crd("by-kep-as-v1", UNTYPED))
        self.assertEqual(before + 1, self.servers.by_kep.answered())


class CurrentServer(WebhookTest):
    def test_a_non_structural_crd_cannot_declare_unions(self):
        made = crd("by-kep", UNTYPED)
        self.create(made)
        there = path_of(made, CRDS)
        self.assertStatus(200, self.servers.current.ask("GET", there))
        refused = self.servers.current.ask("PATCH", there, {"metadata": {"annotations": UNIONS}}, MERGE)
        causes = self.assertRefused(refused, "by-kep", "structural explain kep-unions")
        self.assertEqual(["metadata.annotations[structural.lint/unions]"], [cause["field"] for cause in causes])
        self.assertStatus(200, self.servers.current.ask("PATCH", there, {"metadata": {"labels": {"a": "b"}}}, MERGE))

    def test_the_status_is_never_refused(self):
        made = crd("by-kep", UNTYPED)
        self.create(made)
        before = self.servers.by_kep.answered()
        condition = {"type": "Tested", "status": "True", "reason": "Test", "message": "", "lastTransitionTime": None}
        self.assertStatus(200, self.servers.current.ask("PATCH", path_of(made, CRDS) + "/status",
                                                     {"status": {"conditions": [condition]}}, MERGE))
        self.assertGreater(self.servers.by_kep.answered(), before)
