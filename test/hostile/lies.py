"""Defines the lies of an API server: false answers to a list, a watch and a patch."""
import gzip
import json

GROUP = "/apis/apiextensions.k8s.io"
CRDS = GROUP + "/v1/customresourcedefinitions"
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
BLOCK = b"x" * (1 << 20)


def crd(name, schema=None):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name, "uid": "uid-of-" + name, "resourceVersion": "1", "generation": 1},
            "spec": {"group": "example.com", "names": {"plural": "as", "kind": "A"}, "scope": "Cluster",
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema or {"type": "object"}}}]},
            "status": {"conditions": []}}


def page(items, token=""):
    return {"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v1",
            "metadata": {"resourceVersion": "1", "continue": token}, "items": items}


class Client:
    """A client's request, with methods that send answers to it."""

    def __init__(self, out, method, path, server):
        self.out, self.method, self.path, self.server = out, method, path, server

    def answer(self, value, status=200, headers=b""):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.out.sendall(b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s"
                         % (status, headers, len(body), body))

    def without_end(self, beginning, block=BLOCK):
        self.out.sendall(beginning)
        while True:
            self.out.sendall(block)

    def chunks_without_end(self, beginning, block):
        self.out.sendall(CHUNKED + b"%x\r\n%s\r\n" % (len(beginning), beginning))
        chunk = b"%x\r\n%s\r\n" % (len(block), block)
        while True:
            self.out.sendall(chunk)

    def event(self, kind, value):
        line = json.dumps({"type": kind, "object": value}).encode() + b"\n"
        self.out.sendall(b"%x\r\n%s\r\n" % (len(line), line))

    def silent(self):
        self.server.ending.wait()


class Lie:
    """An honest server. A subclass is a lie: it overrides some of the answers."""
    asks_at_most = None  # without --long: maximum number of lists and watches that the controller sends; None: no limit
    most_mib = 96
    says = ""  # text that the log must contain when the attack ends
    # Whether the lie is also tried without TLS: true if the program must count bytes, which different code does for TLS
    # and for plain text.
    counted = True
    settles = 20  # with --long: seconds after which the controller must be idle

    def list(self, client):
        client.answer(page([crd("as.example.com", {"properties": {}})]))

    def watch_list(self, client):
        client.answer({"kind": "Status", "code": 422, "message": "no WatchList"}, 422)

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.silent()

    def patch(self, client):
        client.answer({"metadata": {"name": "as.example.com", "resourceVersion": "2"}})


class HonestAndLarge(Lie):
    """10,000 CRDs of 11 kB in the form in which kube-apiserver 1.21 sends them: it answers
    resourceVersion=0 from its cache, and then ignores the limit of a list."""
    most_mib, says, count, counted = 64, "10000 evaluated", 10_000, False
    schema = {"type": "object", "properties": {f"field{i}": {"type": "string", "description": "d" * 60} for i in range(98)}}
    start, _, end = json.dumps(crd("@NAME@", schema)).partition("@NAME@")

    @staticmethod
    def range(client, count):
        """Returns the range of items in the answer: the number of its first item, and the number after its last
        item."""
        at = int(client.path.partition("continue=")[2].partition("&")[0] or 0)
        limit = int(client.path.partition("limit=")[2].partition("&")[0] or 0)
        return at, count if "resourceVersion=0" in client.path or not limit else min(count, at + limit)

    def item(self, i):
        name = f"as{i:05}.example.com"
        return (self.start + name + self.end.replace("@NAME@", name)).encode()

    def list(self, client):
        at, end = self.range(client, self.count)
        token = str(end) if end < self.count else ""
        head, tail = json.dumps(page([], token)).encode()[:-2], b"]}\n"
        item = self.item(0)
        client.out.sendall(CHUNKED + b"%x\r\n" % (len(head) + (len(item) + 1) * (end - at) - 1 + len(tail)) + head)
        for i in range(at, end):
            client.out.sendall(self.item(i) + (b"," if i + 1 < end else tail))
        client.out.sendall(b"\r\n0\r\n\r\n")


class ChunkOfTwoGigabytes(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class ChunkOfTwoGigabytesInAWatch(Lie):
    def watch(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class ChunkExtension(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"4;")


class ChunkExtensionInAWatch(Lie):
    def watch(self, client):
        client.without_end(CHUNKED + b"4;")


class Header(Lie):
    def list(self, client):
        client.without_end(b"HTTP/1.1 200 OK\r\n", b"".join(b"X-%d: x\r\n" % i for i in range(100_000)))


class Trailer(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"2\r\n{}\r\n0\r\nX: ")


class PatchAnswer(Lie):
    settles = 60  # long, since the controller patches each of 20 CRDs again after waits that begin with 5 ms and double

    def list(self, client):
        client.answer(page([crd(f"a{i}.example.com", {"properties": {}}) for i in range(20)]))

    def patch(self, client):
        client.chunks_without_end(b'{"metadata":{"name":"', BLOCK)


class PatchAnswerOfOneChunk(PatchAnswer):
    def patch(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class Refusal(PatchAnswer):
    def patch(self, client):
        client.without_end(b"HTTP/1.1 500 X\r\nConnection: close\r\n\r\n")


class Event(Lie):
    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("MODIFIED", {**crd("as.example.com"), "x": "y" * 60_000_000})


class LargestEvents(Lie):
    """Events of the maximum size: CRDs with 900,000 empty schemas or empty lists."""

    def watch(self, client):
        client.out.sendall(CHUNKED)
        for i in range(20):
            schema = {"anyOf": [{}] * 900_000} if i % 2 else {"enum": [[]] * 900_000}
            client.event("ADDED", crd(f"a{i}.example.com", schema))
        client.silent()


class LargestConditions(Lie):
    counted = False
    violations = 60_000

    def watch(self, client):
        client.out.sendall(CHUNKED)
        schema = {"properties": {f"{i:x}": {} for i in range(self.violations)}}
        for i in range(10):
            client.event("ADDED", crd(f"a{i}.example.com", schema))
        client.silent()


class LargeConditions(LargestConditions):
    """Conditions of the maximum size that an API server accepts."""
    violations = 20_000


class LargestBookmark(Lie):
    counted = False

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("BOOKMARK", {"metadata": {"resourceVersion": "2"}, "x": [[]] * 1_000_000})


class LargestError(Lie):
    counted = False

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("ERROR", {"kind": "Status", "code": 500, "details": {"causes": [{}] * 1_000_000}})


class ManyCrds(Lie):
    """30,000 CRDs; with --long, a million."""
    counted = False
    settles = 60  # long, since the wait before the controller's next list doubles each time, up to 30 s
    bad = {}

    def list(self, client):
        at = int(client.path.partition("continue=")[2].partition("&")[0] or 0)
        end = at + 2000
        names = (f"{i:06}-{'x' * 40}.example.com" for i in range(at, end))
        client.answer(page([crd(name, self.bad) for name in names], str(end) if end < client.server.crds else ""))


class ManyBadCrds(ManyCrds):
    # The controller first writes 20,000 conditions. With --long, the attack waits until it has written none for 15 s.
    settles = 60
    bad = {"properties": {"a": {}}}

    def patch(self, client):
        client.answer({"metadata": {"name": client.path.split("/")[-2], "resourceVersion": "2"}})


class WatchEndsAfterOneEvent(Lie):
    counted = False
    asks_at_most = 15

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("BOOKMARK", {"metadata": {"resourceVersion": str(client.server.asked + 10)}})
        client.out.sendall(b"0\r\n\r\n")


class EndlessTokens(Lie):
    """Each page of the list has a new continue token, but always the same item."""
    counted = False
    settles = 60
    asks_at_most = 1000  # 800 pages of 250 items, and some more: the controller accepts at most 200,000 items

    def list(self, client):
        client.answer(page([crd("as.example.com")] * 250, str(client.server.asked)))


class AlternatingTokens(Lie):
    counted = False
    asks_at_most = 15

    def list(self, client):
        client.answer(page([crd("as.example.com")], "ab"[client.server.asked % 2]))


class EmptyPages(Lie):
    counted = False
    asks_at_most = 15

    def list(self, client):
        client.answer(page([], str(client.server.asked)))


class GzipBomb(Lie):
    counted = False
    settles = 60
    asks_at_most = 5
    bomb = gzip.compress(b'{"items":[' + b" " * (100 << 20))

    def list(self, client):
        client.answer(self.bomb, headers=b"Content-Encoding: gzip\r\n")


PROTO = b"application/vnd.kubernetes.protobuf"
MAGIC = b"k8s\0"


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def field(number, value):
    """Returns a field of a protobuf message. The value is a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def typed(kind, raw):
    return MAGIC + field(1, field(1, b"apiextensions.k8s.io/v1") + field(2, kind)) + field(2, raw)


def proto_crd(name, schema=b""):
    """Returns the protobuf message of a CRD."""
    meta = field(1, name.encode()) + field(5, b"uid-of-" + name.encode()) + field(6, b"1") + field(7, 1)
    version = field(1, b"v1") + field(2, 1) + field(3, 1) + field(4, field(1, schema))
    names = field(1, b"as") + field(4, b"A")
    spec = field(1, b"example.com") + field(3, names) + field(4, b"Cluster") + field(7, version)
    return field(1, meta) + field(2, spec)


class ProtoLie(Lie):
    """A lie that answers in protobuf."""
    types = PROTO, PROTO + b";stream=watch"
    says = "1 evaluated"
    counted = False

    def chunked(self, client, watches):
        client.out.sendall(CHUNKED.replace(b"application/json", self.types[watches]))

    def chunk(self, client, data):
        client.out.sendall(b"%x\r\n%s\r\n" % (len(data), data))

    def send_list(self, client, raw):
        self.chunked(client, False)
        self.chunk(client, typed(b"CustomResourceDefinitionList", raw))
        client.out.sendall(b"0\r\n\r\n")

    def send_event(self, client, kind, raw, times=1):
        frame = field(1, kind) + field(2, field(1, typed(b"CustomResourceDefinition", raw)))
        self.chunk(client, (len(frame).to_bytes(4, "big") + frame) * times)

    def list(self, client):
        self.send_list(client, field(1, field(2, b"1")) + field(2, proto_crd("as.example.com")))

    def watch(self, client):
        self.chunked(client, True)
        client.silent()


class ProtoWatchList(ProtoLie):
    """An honest server that supports WatchList, so the controller sends no list."""
    asks_at_most = 1  # the watch that follows the WatchList
    end = field(1, b"k8s.io/initial-events-end") + field(2, b"true")

    def watch_list(self, client):
        self.chunked(client, True)
        self.send_event(client, b"ADDED", proto_crd("as.example.com"))
        self.send_event(client, b"BOOKMARK", field(1, field(6, b"2") + field(12, self.end)))
        client.silent()


class ProtoWatchListWithoutEnd(ProtoLie):
    """The initial events of a WatchList never end, so the controller gives up and sends a list instead."""
    settles = 60

    def watch_list(self, client):
        self.chunked(client, True)
        while True:
            self.send_event(client, b"ADDED", proto_crd("as.example.com"), 1000)


class ProtoHonestAndLarge(ProtoLie):
    """HonestAndLarge in protobuf: one chunk for each list, of up to 100 MB."""
    most_mib, says, count = 64, "10000 evaluated", 10_000
    properties = b"".join(field(29, field(1, b"field%d" % i) + field(2, field(4, b"d" * 60) + field(5, b"string")))
                          for i in range(98))

    def item(self, i):
        return field(2, proto_crd(f"as{i:05}.example.com", field(5, b"object") + self.properties))

    def list(self, client):
        at, end = HonestAndLarge.range(client, self.count)
        meta = field(1, field(2, b"1") + (field(3, b"%d" % end) if end < self.count else b""))
        raw_size = len(meta) + len(self.item(0)) * (end - at)
        head = typed(b"CustomResourceDefinitionList", b"")[:-1] + varint(raw_size) + meta
        self.chunked(client, False)
        client.out.sendall(b"%x\r\n" % (len(head) - len(meta) + raw_size) + head)
        for i in range(at, end):
            client.out.sendall(self.item(i))
        client.out.sendall(b"\r\n0\r\n\r\n")


class ProtoItemOfATerabyte(ProtoLie):
    says = "an item has more than"

    def list(self, client):
        self.chunked(client, False)
        self.chunk(client, MAGIC + b"\x12" + varint(1 << 50) + b"\x12" + varint(1 << 40))
        client.silent()


class ProtoItemsWithoutEnd(ProtoLie):
    says = "an endless list"
    settles = 60

    def list(self, client):
        self.chunked(client, False)
        self.chunk(client, MAGIC + b"\x12" + varint(1 << 62))
        items = field(2, proto_crd("as.example.com")) * 1000
        while True:
            self.chunk(client, items)


class ProtoTokenWithoutEnd(ProtoLie):
    says = "too much text besides the items"

    def list(self, client):
        self.chunked(client, False)
        self.chunk(client, MAGIC + b"\x12" + varint(1 << 62))
        while True:
            self.chunk(client, field(1, field(3, b"t" * 100_000)))


class ProtoWrongMagic(ProtoLie):
    says = "the magic bytes are missing"

    def list(self, client):
        self.chunked(client, False)
        self.chunk(client, b"k9s\0" + field(2, b""))
        client.silent()


class ProtoFrameOfTwoGigabytes(ProtoLie):
    says = "a frame has more than"

    def watch(self, client):
        self.chunked(client, True)
        self.chunk(client, b"\x7f\xff\xff\xff")
        client.silent()


class ProtoHalfAFrame(ProtoLie):
    """A watch whose stream ends in the middle of a frame. The controller must begin a new watch."""
    asks_at_most = 15

    def watch(self, client):
        self.chunked(client, True)
        self.chunk(client, b"\0\0\1\0abc")
        client.out.sendall(b"0\r\n\r\n")


class ProtoCalledJson(ProtoLie):
    types = b"application/json", b"application/json"

    def watch(self, client):
        self.chunked(client, True)
        self.send_event(client, b"ADDED", proto_crd("b.example.com"))
        client.silent()


class JsonCalledProto(ProtoLie):
    def list(self, client):
        body = json.dumps(page([crd("as.example.com")])).encode()
        self.chunked(client, False)
        self.chunk(client, body)
        client.out.sendall(b"0\r\n\r\n")

    def watch(self, client):
        self.chunked(client, True)
        client.event("ADDED", crd("b.example.com"))
        client.silent()


class ProtoDepth(ProtoLie):
    """Events with schemas of 20,000 nested levels. The decoder reads at most 10,000."""
    says = "exceeded max depth of 10000"

    def watch(self, client):
        parts, size = [], 0
        for _ in range(20_000):
            parts.append(varint(28 << 3 | 2) + varint(size))  # field 28 of JSONSchemaProps is `not`
            size += len(parts[-1])
        schema = b"".join(reversed(parts))
        self.chunked(client, True)
        for i in range(20):
            self.send_event(client, b"ADDED", proto_crd(f"a{i}.example.com", schema))
        client.silent()


class ProtoLargestEvents(ProtoLie):
    """Events of nearly the maximum size: CRDs with 1,350,000 empty schemas or empty values."""
    says = "the schemas have too many parts"

    def watch(self, client):
        self.chunked(client, True)
        for i in range(20):
            schema = (field(27, b"") if i % 2 else field(20, b"")) * 1_350_000
            self.send_event(client, b"ADDED", proto_crd(f"a{i}.example.com", schema))
        client.silent()


def lies(of):
    """Returns the class `of` and all its direct and indirect subclasses."""
    return [of, *(lie for below in of.__subclasses__() for lie in lies(below))]
