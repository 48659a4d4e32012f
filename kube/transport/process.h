// Prepares the HTTP library at the start of the process, and ends the process in spite of the library's threads.
#pragma once

namespace structural::kube {

// Limits the HTTP library's pool to one thread. Prevents the library from loading the system's CA bundle for every
// connection, which costs 73 ms of CPU; instead the authorities of a TlsConfig are loaded once. Must be called first in
// main, before other threads exist, because it changes the environment (SSL_CERT_FILE, SSL_CERT_DIR). Later calls do
// nothing.
void PrepareProcess();

// Flushes the output, and ends the process without waiting for the HTTP library's threads, because the resolver can
// block one of them for half a minute. Must be called at the end of main, after all objects are destroyed. (With
// sanitizers, it ends the process as main does, so that leaks are found.)
[[noreturn]] void EndProcess(int exit_code);

}  // namespace structural::kube
