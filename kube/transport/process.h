// What the HTTP library needs to be told once per process.
#pragma once

namespace structural::kube {

// Bounds the HTTP library's pool to one thread, and keeps it from loading the system's CA bundle
// (73 ms of CPU) for every connection: only the authorities of a TlsConfig are loaded, once.
// To be called first in main, before any other thread runs, because it changes the environment
// (SSL_CERT_FILE, SSL_CERT_DIR). Calls after the first do nothing.
void PrepareProcess();

// Ends the process with what was printed written out, but without waiting for the HTTP library's
// threads: one that looks up a name may be stuck in the resolver for half a minute. To be called at
// the end of main, when everything of ours is destroyed. (Under sanitizers it ends as main does, so
// that leaks are found.)
[[noreturn]] void EndProcess(int exit_code);

}  // namespace structural::kube
