"""Proxies on loopback between a client and a real API server (api_server.ApiServer or endurance's Cluster)."""
import contextlib
import http.client
import http.server
import json
import re
import select
import socket
import threading
import urllib.parse

# The code 410 in a Status: as JSON, or in protobuf, where it is field 6, a varint.
GONE = re.compile(rb'"code":\s*410\b|0\x9a\x03')
HOP_BY_HOP = {"connection", "host", "transfer-encoding", "content-length"}


class Between:
    """A proxy without TLS on the client's side. It calls `before(path)`, which may block, and then forwards the
    request. `bodies` has the first 64 KiB of each answer that has the status 410 or an event with the code 410.
    `limit`, unless None, replaces the limit in the client's list requests, so that a short list has several pages."""

    def __init__(self, server, folder, before=lambda path: None, limit=None):
        self.bodies, outer, host = [], self, urllib.parse.urlparse(server.url)
        context = server.context()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                before(self.path)
                upstream = http.client.HTTPSConnection(host.hostname, host.port, timeout=600, context=context)
                with contextlib.closing(upstream):
                    headers = {key: value for key, value in self.headers.items()
                               if key.lower() not in HOP_BY_HOP | {"accept-encoding"}}
                    path = self.path if limit is None else re.sub(r"\blimit=\d+", f"limit={limit}", self.path)
                    upstream.request(self.command, path, body or None, headers)
                    self.forward(upstream.getresponse())

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

            def forward(self, answer):
                self.send_response(answer.status)
                for key, value in answer.getheaders():
                    if key.lower() not in HOP_BY_HOP:
                        self.send_header(key, value)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                first = True
                while piece := answer.read1(1 << 16):
                    if first and (answer.status == 410 or GONE.search(piece)):
                        outer.bodies.append(piece.decode(errors="replace"))
                    first = False
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # prints nothing for errors of a client or a server that has ended
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.kubeconfig = folder / f"between-{self.server.server_address[1]}"
        self.kubeconfig.write_text(kubeconfig_of(f"http://127.0.0.1:{self.server.server_address[1]}", {}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Wire:
    """A proxy for TCP connections, which a test can cut like a network cable. After cut(), the bytes in the given
    directions ("requests", "answers") wait. They arrive after heal(), unless their sender has reset the connection by
    then. New connections wait, too."""

    def __init__(self, server, folder, token):
        """`token` is the token with which the client authenticates."""
        host = urllib.parse.urlparse(server.url)
        self.address = (host.hostname, host.port)
        self.flows = {"requests": threading.Event(), "answers": threading.Event()}
        self.heal()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        port = self.listener.getsockname()[1]
        authority = re.search(r"certificate-authority-data: (\S+)", server.kubeconfig.read_text()).group(1)
        self.kubeconfig = folder / f"wire-{port}"
        self.kubeconfig.write_text(kubeconfig_of(f"https://127.0.0.1:{port}", {"token": token},
                                                 **{"certificate-authority-data": authority}))
        threading.Thread(target=self.accept, daemon=True).start()

    def cut(self, *directions):
        for each in directions or self.flows:
            self.flows[each].clear()

    def heal(self):
        for flow in self.flows.values():
            flow.set()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        self.flows["requests"].wait()
        try:
            server = socket.create_connection(self.address)
        except OSError:
            client.close()
            return
        for source, target, flow in ((client, server, "requests"), (server, client, "answers")):
            threading.Thread(target=self.pump, args=(source, target, self.flows[flow]), daemon=True).start()

    @staticmethod
    def pump(source, target, flow):
        with contextlib.suppress(OSError):
            while True:
                select.select([source], [], [])
                flow.wait()
                # The sender has reset the connection, so its waiting bytes are dropped.
                if source.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    break
                piece = source.recv(1 << 16)
                if not piece:
                    break
                target.sendall(piece)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


def kubeconfig_of(url, user, **cluster):
    return json.dumps({"apiVersion": "v1", "kind": "Config", "current-context": "c", "users": [{"name": "u", "user": user}],
                       "clusters": [{"name": "c", "cluster": {"server": url, **cluster}}],
                       "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]})
