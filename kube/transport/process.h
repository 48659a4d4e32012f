// Settings of the HTTP library for the whole process.
#pragma once

namespace structural::kube {

// Limits the HTTP library's pool to one thread, and prevents it from loading the system's CA bundle
// (73 ms of CPU) for every connection: only the authorities of a TlsConfig are loaded, once. Must
// be called first in main, before other threads exist, because it changes the environment
// (SSL_CERT_FILE, SSL_CERT_DIR). Later calls do nothing.
void PrepareProcess();

// Flushes the output and ends the process without waiting for the HTTP library's threads: the
// resolver may block one of them for half a minute. Must be called at the end of main, after all
// objects are destroyed. (Under sanitizers it ends like main does, so that leaks are found.)
[[noreturn]] void EndProcess(int exit_code);

}  // namespace structural::kube
