// Authorities: the certificates that a client trusts, as one PEM text ("CA bundle").
#pragma once

#include <string>
#include <vector>

namespace structural::certs {

// One PEM text each, without what stood around them, and each only once.
std::vector<std::string> SplitAuthorities(const std::string& bundle);

// Those of the bundle that have signed one of the certificates, in the bundle's order.
std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle);

}  // namespace structural::certs
