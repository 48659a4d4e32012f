// Address: where a listener listens, as Kubernetes' programs are told it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::http {

struct Address {
  std::string host;        // an IPv4 or IPv6 address without brackets; empty: all of the machine's
  std::uint16_t port = 0;  // 0: any that is free

  std::string ToString() const;
};

// Reads ":8080", "127.0.0.1:8080", "[::1]:8080", and "localhost:0".
// kInvalidInput: what is wrong with it, in words.
base::Result<Address> ParseAddress(std::string_view text);

// Whether a bind address means that there is no listener: "0", as controller-runtime has it, or "".
bool IsOff(std::string_view text);

}  // namespace structural::http
