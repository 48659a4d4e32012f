// What keeps connections honest: a peer that vanished (its machine lost power, a firewall forgot
// the connection) sends nothing that would say so, and neither does a server where nothing changes.
#pragma once

namespace structural::kube {

// Has the kernel ask the peer after 30 seconds of silence, and give the connection up when it did
// not answer for 45 seconds, on every TCP connection of this process to that port. Then what reads
// from it fails.
//
// The HTTP library opens its sockets itself and hands them out only before they are open; so they
// are looked for among the process's files. That costs some microseconds a file: call it once for a
// connection that is to stay. Thread-safe.
//
// Upstream: net.Dialer as k8s.io/client-go/transport/cache.go sets it up, with HTTP/2's health
// check (30 s, then 15 s) in place of which TCP's own stands here.
void KeepAlive(int peer_port);

// The same for one socket.
void KeepSocketAlive(int fd);

}  // namespace structural::kube
