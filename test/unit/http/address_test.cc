#include <gtest/gtest.h>

#include "http/server.h"

namespace structural::http {
namespace address_test {

TEST(AddressTest, ReadsAddressesOfKubernetesPrograms) {
  const std::pair<const char*, Address> cases[] = {
      {":8080", {"", 8080}},           {"0.0.0.0:0", {"0.0.0.0", 0}}, {"127.0.0.1:1", {"127.0.0.1", 1}},
      {"[::1]:65535", {"::1", 65535}}, {"[::]:8443", {"::", 8443}},   {"localhost:80", {"127.0.0.1", 80}},
  };
  for (const auto& [text, expected] : cases) {
    const auto address = ParseAddress(text);
    ASSERT_TRUE(address.ok()) << address.error().message();
    EXPECT_EQ(expected.host, address->host) << text;
    EXPECT_EQ(expected.port, address->port) << text;
  }
}

TEST(AddressTest, ReportsErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"8080", "has no port"},
      {":", "the port is not a number"},
      {":65536", "the port is not a number"},
      {":80x", "the port is not a number"},
      {"::1:80", "an IPv6 address needs brackets"},
      {"example.com:80", "the host is not an IP address"},
      {"[127.0.0.1:80", "the host is not an IP address"},
  };
  for (const auto& [text, expected] : cases) {
    const auto address = ParseAddress(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_NE(std::string::npos, address.error().message().find(expected)) << address.error().message();
  }
}

TEST(AddressTest, PrintsWhatItReads) {
  for (const char* text : {":8080", "127.0.0.1:1", "[::1]:443"}) {
    EXPECT_EQ(text, ParseAddress(text)->ToString());
  }
}

TEST(AddressTest, ZeroMeansNoListener) {
  EXPECT_TRUE(IsOff("0"));
  EXPECT_TRUE(IsOff(""));
  EXPECT_FALSE(IsOff(":0"));
}

}  // namespace address_test
}  // namespace structural::http
