// Hosts as they are compared, for one host can be written in many ways.
#pragma once

#include <string>

namespace structural::certs {

// Whether it is an IP address, and no name.
bool IsAddress(const std::string& host);

// "2001:db8::1" of "2001:DB8:0::1", "w.example.com" of "W.example.com".
std::string Canonical(const std::string& host);

}  // namespace structural::certs
