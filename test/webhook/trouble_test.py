"""Tests with a webhook that is dead or silent, or gets a new certificate."""
import ssl
import threading

from eventually import eventually
from case import OLD_CRDS, TYPED, UNTYPED, WebhookTest, crd
from servers import certificate, dead_url, hook


class Trouble(WebhookTest):
    def test_a_dead_webhook_follows_its_failure_policy(self):
        failed = self.assertStatus(500, self.servers.old.ask("POST", OLD_CRDS, crd("dead-fail", UNTYPED)))
        self.assertIn('failed calling webhook "dead-fail.structural.example.com"', failed.body["message"])
        self.create(crd("dead-ignore", UNTYPED))

    def test_a_silent_webhook_times_out(self):
        failed = self.assertStatus(500, self.servers.old.ask("POST", OLD_CRDS, crd("silent-fail", UNTYPED)))
        self.assertIn("/validate?timeout=1s", failed.body["message"])
        self.create(crd("silent-ignore", UNTYPED))


class Load:
    """Sends dry runs without a pause from several threads, so that the API server opens and closes connections to the
    webhook. `failed` has the answers that are not as expected."""

    def __init__(self, servers, width=4):
        self.servers, self.failed, self.asked, self.stopping = servers, [], 0, threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(width)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while not self.stopping.is_set():
            for schema, keep, wanted in ((TYPED, False, 201), (UNTYPED, True, 422)):
                made = crd("by-server", schema, preserveUnknownFields=keep)
                answer = self.servers.old.ask("POST", OLD_CRDS + "?dryRun=All", made)
                self.asked += 1
                if answer.status != wanted:
                    self.failed.append(answer)
            self.stopping.wait(0.02)

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()


class Rotation(WebhookTest):
    def test_no_call_fails_with_a_new_certificate(self):
        """As in a rotation of certificates, the server trusts the old and the new authority for a while. Then
        it trusts only the new one, on new connections."""
        servers, fresh = self.servers, self.servers.folder / "fresh"
        fresh.mkdir()
        certificate(fresh)
        was, new = (servers.folder / "tls.crt").read_text(), (fresh / "tls.crt").read_text()
        load = Load(servers)
        self.addCleanup(load.stop)
        self.trust(was + new)
        for name in ("tls.key", "tls.crt"):
            (fresh / name).rename(servers.folder / name)
        eventually("the new certificate is served", lambda: ssl.get_server_certificate(
            ("127.0.0.1", servers.by_server.ports["reviews"])).split() == new.split(), 60)
        self.trust(new)
        asked = load.asked
        eventually("it goes on", lambda: load.asked > asked + 50)
        load.stop()
        self.assertEqual([], load.failed)

    def trust(self, authorities):
        """Makes the API server trust the authorities, and waits until it does. To notice this, adds a webhook to the
        same configuration: the server calls that webhook only after it has read the configuration."""
        mark = f"mark{len(self.servers.hooks)}"
        self.servers.hooks[mark] = hook(mark, dead_url())
        self.servers.trust(authorities)
        eventually("the server has the configuration", lambda: self.servers.old.ask(
            "POST", OLD_CRDS + "?dryRun=All", crd(mark, TYPED)).status == 500)
