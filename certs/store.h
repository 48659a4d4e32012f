// Store: where the certificate is kept between two runs, and read by whoever serves with it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "certs/moment.h"
#include "schema/base/result.h"

namespace structural::certs {

// PEM texts; empty: not there. Holds keys, so it is never logged.
struct Stored {
  std::string certificate;  // tls.crt: what is served
  std::string key;          // tls.key
  // Made, and not served before every client trusts its authority.
  std::string next_certificate;  // next.crt
  std::string next_key;          // next.key
  // ca.crt: what clients are to trust: the authorities of both, and those of certificates that may
  // still be served.
  std::string authorities;
  // Since when the certificate is there to be served. None: it was not made here.
  std::optional<Moment> since;

  std::string version;  // of what was read; empty: there was nothing
  std::string object;   // what was read, for the store
};

// Not thread-safe.
class Store {
 public:
  virtual ~Store() = default;

  // "Secret structural-system/structural-webhook-tls"
  virtual std::string Name() const = 0;
  // An empty Stored where there is nothing.
  virtual base::Result<Stored> Load(std::stop_token stop) = 0;
  // kConflict: somebody has written since `stored` was loaded; nothing is written then.
  virtual base::Status Save(const Stored& stored, std::stop_token stop) = 0;
};

}  // namespace structural::certs
