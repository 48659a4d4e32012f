// Certificates for tests, made in memory.
#pragma once

#include <string>
#include <vector>

namespace structural::kube {

struct PemPair {
  std::string certificate;
  std::string key;
};

struct CertificateOptions {
  std::string common_name = "test";
  // subject alternative names, such as "DNS:a.example" or "IP:127.0.0.1"
  std::vector<std::string> names = {};
  int valid_from_days = -1;  // time at which the validity begins, in days from now
  int valid_until_days = 1;
};

// A certificate authority. Each object has its own key.
class TestAuthority {
 public:
  explicit TestAuthority(const std::string& common_name = "test-ca");

  const std::string& certificate() const { return pair_.certificate; }
  PemPair Issue(const CertificateOptions& options) const;

 private:
  PemPair pair_;
};

}  // namespace structural::kube
