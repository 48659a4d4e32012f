"""What the manifests say of themselves holds. Needs the program in STRUCTURAL_TEST_MANIFESTS."""
import pathlib
import sys
import unittest

from objects import FOLDER, PROGRAM, RELEASES, Objects, complaints, overlays, run


class Rendered(unittest.TestCase):
    def test_install_yaml_is_the_base(self):
        rendered = run("render", str(FOLDER / "base")).stdout
        written = (FOLDER / "install.yaml").read_text().split("\n", 1)[1]
        self.assertEqual(rendered, written, "run hack/update-install")

    def test_kubernetes_takes_them(self):
        """Pod Security's level restricted, the types of this day's release, and what three releases publish."""
        self.assertGreaterEqual(len(list(RELEASES.glob("*.json"))), 3)
        for overlay in overlays():
            with self.subTest(overlay):
                self.assertEqual([], complaints(run("check", "--releases", str(RELEASES), str(FOLDER / overlay))))

    def test_selectors_find_the_pods(self):
        for overlay in overlays():
            objects = Objects(overlay)
            labels = objects.deployment["template"]["metadata"]["labels"]
            selectors = [objects.deployment["selector"]["matchLabels"],
                         *(found["spec"]["selector"]["matchLabels"] for found in objects.of_kind("PodDisruptionBudget")),
                         *(found["spec"]["podSelector"]["matchLabels"] for found in objects.of_kind("NetworkPolicy")),
                         *(found["spec"]["selector"] for found in objects.of_kind("Service")),
                         *(found["labelSelector"]["matchLabels"] for found in objects.pod["topologySpreadConstraints"])]
            for selector in selectors:
                with self.subTest(overlay):
                    self.assertLessEqual(selector.items(), labels.items())

    def test_what_is_named_is_there(self):
        """Accounts and roles of bindings, the priority class, the ports of probes, services and policies."""
        for overlay in overlays():
            objects = Objects(overlay)
            there = {(found["kind"], found["metadata"]["name"]) for found in objects.all}
            named = {("PriorityClass", objects.pod["priorityClassName"]), ("Namespace", objects.namespace),
                     ("ServiceAccount", objects.pod["serviceAccountName"])}
            for binding in objects.of_kind("RoleBinding") + objects.of_kind("ClusterRoleBinding"):
                named.add((binding["roleRef"]["kind"], binding["roleRef"]["name"]))
                named.update((subject["kind"], subject["name"]) for subject in binding["subjects"])
            ports = {port["name"] for port in objects.container["ports"]}
            used = {objects.container[probe]["httpGet"]["port"] for probe in ("livenessProbe", "readinessProbe")}
            used |= {port["targetPort"] for service in objects.of_kind("Service") for port in service["spec"]["ports"]}
            used |= {port["port"] for policy in objects.of_kind("NetworkPolicy")
                     for rule in policy["spec"]["ingress"] for port in rule["ports"]}
            with self.subTest(overlay):
                self.assertLessEqual(named, there)
                self.assertLessEqual(used, ports)

    def test_the_image_has_this_version(self):
        cmake = (FOLDER.parent / "CMakeLists.txt").read_text()
        for overlay in overlays():
            tag = Objects(overlay).container["image"].rpartition(":")[2]
            self.assertIn(f"project(structural VERSION {tag} ", cmake)


if __name__ == "__main__":
    if not PROGRAM or not pathlib.Path(PROGRAM).exists():
        print("no STRUCTURAL_TEST_MANIFESTS: run hack/test")
        sys.exit(77)
    unittest.main()
