"""Tests of CRDs with the admission webhook."""
from case import EXEMPT, MERGE, OLD_CRDS, TYPED, UNTYPED, WHAT_IS_WRONG, WebhookTest, crd, path_of


class Crds(WebhookTest):
    def test_a_non_structural_crd_is_not_created(self):
        made = crd("by-server", UNTYPED)
        causes = self.assertRefused(self.servers.old.ask("POST", OLD_CRDS, made), "by-server", WHAT_IS_WRONG,
                                    "; see: structural explain ", "type-required", made["metadata"]["name"])
        self.assertIn({"reason": "FieldValueRequired", "field": WHAT_IS_WRONG,
                       "message": "Required value: must not be empty for specified object fields "
                                  "(server-structural, type-required)"}, causes)
        self.assertStatus(404, self.servers.old.ask("GET", path_of(made)))

    def test_a_structural_crd_stays_structural(self):
        """Only the webhook can refuse here: the old server allows every change of a CRD that preserves unknown
        fields."""
        made = crd("by-server", TYPED)
        self.create(made, user=EXEMPT)
        worse = {"spec": {"validation": {"openAPIV3Schema": {"properties": {"other": {"minimum": 1}}}}}}
        refused = self.servers.old.ask("PATCH", path_of(made), worse, MERGE)
        self.assertRefused(refused, "by-server", "properties[other].type")
        self.assertStatus(200, self.servers.old.ask("PATCH", path_of(made), {"metadata": {"labels": {"a": "b"}}}, MERGE))
        stored = self.assertStatus(200, self.servers.old.ask("GET", path_of(made))).body
        self.assertNotIn("other", stored["spec"]["validation"]["openAPIV3Schema"]["properties"])
        self.assertStatus(200, self.servers.old.ask("DELETE", path_of(made)))

    def test_a_dry_run_is_checked_and_stores_nothing(self):
        refused = self.servers.old.ask("POST", OLD_CRDS + "?dryRun=All", crd("by-server", UNTYPED))
        self.assertRefused(refused, "by-server", WHAT_IS_WRONG)
        made = crd("by-server", TYPED, preserveUnknownFields=False)
        self.assertStatus(201, self.servers.old.ask("POST", OLD_CRDS + "?dryRun=All", made))
        self.assertStatus(404, self.servers.old.ask("GET", path_of(made)))
        self.assertTrue(any("(dry run)" in line for line in self.servers.by_server.log), self.servers.by_server.log)
