// The authorities that the system trusts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kube/tls/openssl_ptr.h"

namespace structural::kube {

// Keeps OpenSSL from loading them by itself for every connection, by pointing SSL_CERT_FILE and
// SSL_CERT_DIR to nothing; remembers what stood there. Changes the environment: before any thread.
void DivertSystemAuthorities();

// The variables that it changed, with the values they had before; empty: not set. None before it
// was called.
std::vector<std::pair<std::string, std::string>> DivertedVariables();

// A store with them: those of SSL_CERT_FILE and SSL_CERT_DIR as the process was started, else the
// places that OpenSSL and distributions use. Reads files; empty when there are none.
StorePtr SystemAuthorities();

}  // namespace structural::kube
