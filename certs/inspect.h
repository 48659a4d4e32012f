// What a serving certificate says of itself, and whether it can be used.
#pragma once

#include <string>
#include <vector>

#include "certs/moment.h"
#include "schema/base/result.h"

namespace structural::certs {

struct Inspection {
  std::vector<std::string> hosts;  // the alternative names and IP addresses, as Canonical has them
  Moment from;
  Moment until;
};

// PEM texts. The time is not looked at.
// kInvalidInput: what a server cannot show, or what nobody would trust who trusts `authorities`:
// no certificate, a key of another one, a chain that is broken; the message has no part of the key.
base::Result<Inspection> Inspect(const std::string& certificate, const std::string& key,
                                 const std::string& authorities);

}  // namespace structural::certs
