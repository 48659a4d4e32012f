#include "http/client_hello.h"

namespace structural::http {
namespace {

constexpr std::size_t kRecordHeader = 5;
constexpr std::size_t kMessageHeader = 4;
constexpr std::size_t kMostInRecord = 16 * 1024;
constexpr unsigned kHandshake = 22, kMajorVersion = 3, kClientHello = 1;

}  // namespace

std::size_t ClientHelloSize(std::string_view prefix) {
  const auto byte = [&](std::size_t at) -> unsigned {
    return static_cast<unsigned char>(prefix[at]);
  };
  const std::size_t record = byte(3) << 8 | byte(4);
  const std::size_t message = kMessageHeader + (byte(6) << 16 | byte(7) << 8 | byte(8));
  if (byte(0) != kHandshake || byte(1) != kMajorVersion || byte(5) != kClientHello) return 0;
  if (message > record || record > kMostInRecord) return 0;
  return kRecordHeader + record;
}

}  // namespace structural::http
