#include "http/client_hello.h"

#include <gtest/gtest.h>

namespace structural::http {
namespace client_hello_test {

// Returns the first bytes of a TLS record with `record` bytes. The record contains a handshake message of this type
// with `message` bytes.
std::string Prefix(int record, int message, char type = 1) {
  const auto byte = [](int value) { return static_cast<char>(value & 0xff); };
  return {0x16,         0x03, 0x01, byte(record >> 8), byte(record), type, byte(message >> 16), byte(message >> 8),
          byte(message)};
}

TEST(ClientHello, HasTheSizeOfItsRecord) {
  EXPECT_EQ(5u + 512, ClientHelloSize(Prefix(512, 508)));
  EXPECT_EQ(5u + 16384, ClientHelloSize(Prefix(16384, 16380)));
  EXPECT_EQ(5u + 600, ClientHelloSize(Prefix(600, 508)));
}

TEST(ClientHello, HasToFitIntoOneRecord) {
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 509)));
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 0xffffff)));
  EXPECT_EQ(0u, ClientHelloSize(Prefix(16385, 512)));
}

TEST(ClientHello, RefusesOtherMessages) {
  EXPECT_EQ(0u, ClientHelloSize(Prefix(512, 508, 2)));
  EXPECT_EQ(0u, ClientHelloSize("GET / HTT"));
  EXPECT_EQ(0u, ClientHelloSize(std::string(9, '\0')));
}

// Returns a TLS record that contains a ClientHello with these extensions.
std::string Hello(const std::string& extensions) {
  const auto counted = [](const std::string& bytes) {
    const auto size = bytes.size();
    return std::string{static_cast<char>(size >> 8), static_cast<char>(size & 0xff)} + bytes;
  };
  const std::string body =
      std::string(34, 'r') + "\x01i" + counted("cc") + std::string("\1\0", 2) + counted(extensions);
  const auto size = static_cast<int>(body.size());
  return Prefix(size + 4, size) + body;
}

const std::string kName("\0\0\0\3abc", 7);
const std::string kVersions("\0\x2b\0\5\4\3\3\3\4", 9);  // the extension supported_versions with TLS 1.2 and 1.3

TEST(ClientHello, ReportsWhetherItOffersTls13) {
  EXPECT_TRUE(OffersTls13(Hello(kVersions)));
  EXPECT_TRUE(OffersTls13(Hello(kName + kVersions)));
  EXPECT_FALSE(OffersTls13(Hello(kName)));
  EXPECT_FALSE(OffersTls13(Hello(kName + std::string("\0\x2b\0\3\2\3\3", 7)))) << "1.2 only";
}

TEST(ClientHello, OffersNothingWhereItIsCut) {
  const std::string hello = Hello(kName + kVersions);
  for (std::size_t size = 0; size < hello.size(); ++size) {
    EXPECT_FALSE(OffersTls13(hello.substr(0, size))) << size;
  }
}

}  // namespace client_hello_test
}  // namespace structural::http
