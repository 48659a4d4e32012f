"""Shared by the tests of the admission webhook: the two servers, and CRDs."""
import itertools
import unittest

from servers import LABEL
from api_server import CRDS  # the import above adds the folder of this module to sys.path

OLD_CRDS = CRDS.replace("/v1/", "/v1beta1/")
UNTYPED = {"type": "object", "properties": {"size": {"minimum": 1}}}
TYPED = {"type": "object", "properties": {"size": {"type": "integer"}}}
WHAT_IS_WRONG = "spec.validation.openAPIV3Schema.properties[size].type"
MERGE = "application/merge-patch+json"
EXEMPT = "system:serviceaccount:olm:operator"  # the webhook by-server allows this user every change of a CRD
NUMBERS = itertools.count()


def crd(webhook, schema, **spec):
    """Returns a CRD in v1beta1, in which a schema need not be structural, with a new name. `webhook` is the name of the
    webhook that reviews the CRD."""
    number = next(NUMBERS)
    return {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"things{number}.webhook.example.com", "labels": {LABEL: webhook}},
            "spec": {"group": "webhook.example.com", "scope": "Namespaced", "version": "v1",
                     "names": {"plural": f"things{number}", "kind": f"Thing{number}"},
                     "validation": {"openAPIV3Schema": schema}, **spec}}


def path_of(made, of=OLD_CRDS):
    return f"{of}/{made['metadata']['name']}"


class WebhookTest(unittest.TestCase):
    servers = None  # the object of the class servers.Servers, which the test program sets

    def assertStatus(self, status, answer):
        self.assertEqual(status, answer.status, answer.body)
        return answer

    def create(self, made, **more):
        return self.assertStatus(201, self.servers.old.ask("POST", OLD_CRDS, made, **more))

    def assertRefused(self, answer, webhook, *words):
        """Checks that `answer` is the refusal of a request by the webhook of this name. Returns the refusal's
causes."""
        self.assertStatus(422, answer)
        self.assertEqual("Invalid", answer.body["reason"])
        self.assertTrue(answer.body["message"].startswith(
            f'admission webhook "{webhook}.structural.example.com" denied the request: '), answer.body["message"])
        for word in words:
            self.assertIn(word, answer.body["message"])
        return answer.body["details"]["causes"]
