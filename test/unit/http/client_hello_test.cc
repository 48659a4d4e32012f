#include "http/client_hello.h"

#include <gtest/gtest.h>

namespace structural::http {
namespace {

// The first bytes of a handshake message of this type and length in a record of that length.
std::string Prefix(int record, int message, char type = 1) {
  const auto byte = [](int value) { return static_cast<char>(value & 0xff); };
  return {0x16,          0x03, 0x01, byte(record >> 8), byte(record), type, byte(message >> 16),
          byte(message >> 8), byte(message)};
}

TEST(ClientHello, IsAsLongAsItsRecord) {
  EXPECT_EQ(5u + 512, ClientHelloSize(Prefix(512, 508)));
  EXPECT_EQ(5u + 16384, ClientHelloSize(Prefix(16384, 16380)));
  EXPECT_EQ(5u + 600, ClientHelloSize(Prefix(600, 508)));
}

TEST(ClientHello, HasToFitIntoOneRecord) {
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 509)));
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 0xffffff)));
  EXPECT_EQ(0u, ClientHelloSize(Prefix(16385, 512)));
}

TEST(ClientHello, IsNothingElse) {
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 508, 2)));
  EXPECT_EQ(0u, ClientHelloSize("GET / HTT"));
  EXPECT_EQ(0u, ClientHelloSize(std::string(9, '\0')));
}

}  // namespace
}  // namespace structural::http
