"""Checks that the manifests are valid and consistent with each other. Needs the path of test/manifests' program, which
renders them, in STRUCTURAL_TEST_MANIFESTS."""
import pathlib
import sys
import unittest

from objects import FOLDER, PROGRAM, RELEASES, Objects, complaints, overlays, run


class Rendered(unittest.TestCase):
    def test_install_yaml_is_the_base(self):
        rendered = run("render", str(FOLDER / "base")).stdout
        written = (FOLDER / "install.yaml").read_text().split("\n", 1)[1]
        self.assertEqual(rendered, written, "run hack/update/install")

    def test_kubernetes_accepts_them(self):
        """The manifests meet Pod Security's level restricted. They fit the types of the current release, and
        the schemas that at least three releases publish."""
        self.assertGreaterEqual(len(list(RELEASES.glob("*.json"))), 3)
        for overlay in overlays():
            with self.subTest(overlay):
                self.assertEqual([], complaints(run("check", "--releases", str(RELEASES), str(FOLDER / overlay))))

    def selectors(self, objects):
        """Returns [(selector, ports that the selected Pods must have)]."""
        found = [(item.spec["selector"]["matchLabels"], []) for item in objects.deployments]
        found += [(item["spec"]["selector"]["matchLabels"], []) for item in objects.of_kind("PodDisruptionBudget")]
        found += [(item["spec"]["podSelector"]["matchLabels"],
                   [port["port"] for rule in item["spec"].get("ingress", []) for port in rule["ports"]])
                  for item in objects.of_kind("NetworkPolicy")]
        found += [(item["spec"]["selector"], [port["targetPort"] for port in item["spec"]["ports"]])
                  for item in objects.of_kind("Service")]
        return found + [(spread["labelSelector"]["matchLabels"], []) for item in objects.deployments
                        for spread in item.pod.get("topologySpreadConstraints", [])]

    def test_selectors_find_the_pods(self):
        """Each selector matches the Pods of one Deployment, whose container has the ports."""
        for overlay in overlays():
            objects = Objects(overlay)
            for selector, ports in self.selectors(objects):
                with self.subTest(overlay):
                    [meant] = [item for item in objects.deployments if item.selected_by(selector)]
                    self.assertLessEqual(set(ports), meant.ports)

    def test_each_pod_has_a_network_policy(self):
        for overlay in overlays():
            objects = Objects(overlay)
            kept = [found["spec"]["podSelector"]["matchLabels"] for found in objects.of_kind("NetworkPolicy")]
            for item in objects.deployments:
                self.assertTrue(any(map(item.selected_by, kept)), f"{overlay}: {item.name}")

    def test_pods_are_for_linux_and_one_overlay_can_follow_another(self):
        """Each overlay uses RollingUpdate. With Recreate in one of them, a server-side apply after another
        overlay would keep the defaults of RollingUpdate, which conflict with Recreate."""
        for overlay in overlays():
            for item in Objects(overlay).deployments:
                self.assertEqual("linux", item.pod["nodeSelector"]["kubernetes.io/os"], f"{overlay}: {item.name}")
                self.assertEqual("RollingUpdate", item.spec.get("strategy", {"type": "RollingUpdate"})["type"], overlay)

    def test_named_objects_exist(self):
        """Each reference has a target: accounts and roles of bindings, the priority class, ports of probes,
        and the Service of a webhook."""
        for overlay in overlays():
            objects = Objects(overlay)
            there = {(found["kind"], found["metadata"]["name"]) for found in objects.all}
            named = {("Namespace", objects.namespace)}
            for item in objects.deployments:
                named |= {("PriorityClass", item.pod["priorityClassName"]), ("ServiceAccount", item.pod["serviceAccountName"])}
                used = {item.container[probe]["httpGet"]["port"] for probe in ("livenessProbe", "readinessProbe")}
                self.assertLessEqual(used, item.ports, overlay)
            for binding in objects.of_kind("RoleBinding") + objects.of_kind("ClusterRoleBinding"):
                named.add((binding["roleRef"]["kind"], binding["roleRef"]["name"]))
                named.update((subject["kind"], subject["name"]) for subject in binding["subjects"])
            with self.subTest(overlay):
                self.assertLessEqual(named, there)
                self.webhooks(objects)

    def webhooks(self, objects):
        for found in objects.of_kind("ValidatingWebhookConfiguration") + objects.of_kind("MutatingWebhookConfiguration"):
            for webhook in found["webhooks"]:
                wanted = webhook["clientConfig"]["service"]
                service = objects.named("Service", wanted["name"])
                self.assertEqual(service["metadata"]["namespace"], wanted["namespace"])
                self.assertIn(wanted["port"], [port["port"] for port in service["spec"]["ports"]])
                self.assertEqual(("None", ["v1"]), (webhook["sideEffects"], webhook["admissionReviewVersions"]))
            self.trusted(objects, found)

    def trusted(self, objects, configuration):
        """cert-manager or `structural webhook certs` updates the caBundle. The names and rights of
        `structural webhook certs` match the other manifests."""
        kind, name = configuration["kind"], configuration["metadata"]["name"]
        injected = configuration["metadata"].get("annotations", {}).get("cert-manager.io/inject-ca-from")
        if injected:
            certificate = objects.named("Certificate", injected.partition("/")[2])
            self.assertEqual(injected.partition("/")[0], certificate["metadata"]["namespace"])
            secret = certificate["spec"]["secretName"]
        else:
            args = objects.named("Deployment", "structural-webhook-certs")["spec"]["template"]["spec"]["containers"][0]["args"]
            flag = "--validating-" if kind.startswith("V") else "--mutating-"
            self.assertIn(f"{flag}webhook-configuration={name}", args)
            rules = objects.named("ClusterRole", "structural-webhook-certs")["rules"]
            self.assertIn([kind.lower() + "s", name], [[*rule["resources"], *rule["resourceNames"]] for rule in rules])
            [secret] = [arg.partition("=")[2] for arg in args if arg.startswith("--secret=")]
            self.assertIn([secret], [rule.get("resourceNames") for rule in objects.named("Role", "structural-webhook-certs")["rules"]])
        volumes = objects.named("Deployment", "structural-webhook")["spec"]["template"]["spec"]["volumes"]
        self.assertEqual([secret], [volume["secret"]["secretName"] for volume in volumes])

    def test_the_image_has_this_version(self):
        cmake = (FOLDER.parent / "CMakeLists.txt").read_text()
        for overlay in overlays():
            for item in Objects(overlay).deployments:
                tag = item.container["image"].rpartition(":")[2]
                self.assertIn(f"project(structural VERSION {tag} ", cmake)


if __name__ == "__main__":
    if not PROGRAM or not pathlib.Path(PROGRAM).exists():
        print("no STRUCTURAL_TEST_MANIFESTS: run hack/test")
        sys.exit(77)
    unittest.main()
