// Issue: a serving certificate by a certificate authority of its own.
#pragma once

#include <string>
#include <vector>

#include "certs/moment.h"
#include "schema/base/result.h"

namespace structural::certs {

struct CertificateRequest {
  std::vector<std::string> hosts;  // host names and IP addresses; the first one is the subject
  Moment from;
  Moment until;
};

// PEM texts. The key is a secret.
struct Issued {
  std::string authority;
  std::string certificate;
  std::string key;
};

// ECDSA keys on P-256. The authority signs this one certificate, and its key is gone when the
// function returns: nobody can sign another one that is trusted with it.
// Precondition: from < until, and there is a host. kInvalidInput: a host that no certificate can
// name. kInternal: OpenSSL cannot, and why.
base::Result<Issued> Issue(const CertificateRequest& request);

}  // namespace structural::certs
