// An OpenSSL BIO over a socket that never raises SIGPIPE.
#pragma once

#include <openssl/bio.h>

namespace structural::http {

// Does not own the socket, which must not block. Null: no memory.
BIO* NewSocketBio(int socket);

}  // namespace structural::http
