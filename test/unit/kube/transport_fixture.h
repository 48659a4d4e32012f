// Code that the tests of the real transport share.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "test/support/certificates.h"
#include "test_server.h"

namespace structural::kube {

class TransportFixture : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { PrepareProcess(); }

  static ClientConfig PlainConfig(const TestServer& server) {
    ClientConfig config;
    config.server = "http://127.0.0.1:" + std::to_string(server.port());
    return config;
  }

  static std::unique_ptr<Transport> New(const ClientConfig& config) {
    auto transport = NewCppRestTransport(config, "structural/test");
    EXPECT_TRUE(transport.ok()) << transport.error().message();
    return transport.ok() ? std::move(*transport) : nullptr;
  }

  static base::Result<Response> Get(const ClientConfig& config, std::string path = "/x") {
    return New(config)->Do({.path = std::move(path)}, {});
  }
};

// A certificate authority, and a server certificate of it for 127.0.0.1. They are made once for all tests, since
// generating keys is slow.
struct Identities {
  TestAuthority ca;
  PemPair local = ca.Issue({.names = {"DNS:localhost", "DNS:api.example", "IP:127.0.0.1", "IP:::1"}});

  static const Identities& Get() {
    static const Identities identities;
    return identities;
  }
};

}  // namespace structural::kube
