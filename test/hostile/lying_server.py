"""Runs an API server on loopback, over TLS, whose answers an attack determines. Writes kubeconfigs for it."""
import http.server
import json
import pathlib
import ssl
import subprocess
import threading

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = {"kind": "APIGroup", "versions": [{"version": "v1", "groupVersion": "apiextensions.k8s.io/v1"}]}


def status(code, message, **members):
    return json.dumps({"kind": "Status", "apiVersion": "v1", "code": code, "message": message} | members)


def crd(name, schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name, "uid": "u", "resourceVersion": "1", "generation": 1},
            "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "as", "kind": "A"},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]},
            "status": {"conditions": []}}


class LyingServer:
    """An API server. `answer(request)` returns (status, body) of a false answer. If it returns None, the server answers
    honestly from `crds`. A request has .command, .path, .headers and .text (its body)."""

    def __init__(self, structural, folder, answer=lambda request: None, crds=()):
        self.folder, self.crds, self.ended = pathlib.Path(folder), list(crds), threading.Event()
        certs = self.folder / "server"
        subprocess.run([structural, "webhook", "certs", "--output-dir", certs, "--host", "localhost"], check=True,
                       stdout=subprocess.DEVNULL)
        self.authority = certs / "ca.crt"
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                self.text = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                said = answer(self) or outer.honest(self)
                if said is None:
                    return
                code, body = said
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 256

            # Prints no errors: they are normal, since a client that ends closes its connections.
            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certs / "tls.crt", certs / "tls.key")
        # Leaves the TLS handshake to the thread of the connection, so that a slow peer cannot block the thread that
        # accepts connections.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True,
                                                 do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def honest(self, request):
        path, _, query = request.path.partition("?")
        if path.endswith("/apis/apiextensions.k8s.io"):
            return 200, json.dumps(GROUP)
        if path.endswith(CRDS) and "watch=" not in query:
            return 200, json.dumps({"kind": "CustomResourceDefinitionList", "metadata": {"resourceVersion": "1"}, "items": self.crds})
        if path.endswith(CRDS) and "sendInitialEvents" in query:
            return 422, status(422, "no WatchList here")
        if path.endswith(CRDS):
            request.send_response(200)
            request.end_headers()
            self.ended.wait()
            return None
        if request.command == "GET" and CRDS in path:
            name = path.split("/")[-1]
            return 200, json.dumps(next((c for c in self.crds if c["metadata"]["name"] == name), {}))
        return 404, status(404, "not found", reason="NotFound")

    def kubeconfig(self, user, name="kubeconfig", prefix="", **cluster):
        """Writes a kubeconfig whose user is `user`, as JSON. Returns its path."""
        port = self.server.server_address[1]
        path, new = self.folder / name, self.folder / f"{name}.{threading.get_ident()}"
        new.write_text(json.dumps({
            "current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}],
            "clusters": [{"name": "a", "cluster": {
                "server": f"https://127.0.0.1:{port}{prefix}", "tls-server-name": "localhost",
                "certificate-authority": str(self.authority)} | cluster}],
            "users": [{"name": "a", "user": user}]}))
        new.replace(path)  # replaces the file atomically, because other programs may read it at this moment
        return path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.server.shutdown()
