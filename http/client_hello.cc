#include "http/client_hello.h"

#include <cstring>

namespace structural::http {
namespace {

using ConnectionId = std::uint64_t;

constexpr std::size_t kRecordHeader = 5;
constexpr std::size_t kMessageHeader = 4;
constexpr std::size_t kMaxInRecord = 16 * 1024;
constexpr unsigned kHandshake = 22, kMajorVersion = 3, kClientHello = 1;
// Number of bytes before the session id: headers, version and random bytes.
constexpr std::size_t kBeforeSession = kRecordHeader + kMessageHeader + 2 + 32;
constexpr std::size_t kSupportedVersions = 43, kTls13 = 0x0304;

// Fields: reads numbers, and data with a length prefix, from the front of a text, and removes them. After the end of
// the text, numbers are 0 and data is empty.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : bytes_(bytes) {}
  std::size_t Number(std::size_t width) {
    std::size_t number = 0;
    for (const char byte : Take(width)) number = number << 8 | static_cast<unsigned char>(byte);
    return number;
  }
  std::string_view Take(std::size_t size) {
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view Counted(std::size_t width) { return Take(Number(width)); }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

bool HasTls13(Fields versions) {
  while (!versions.empty()) {
    if (versions.Number(2) == kTls13) return true;
  }
  return false;
}

// Writes the connection's number as the cookie, and sets *size to its size, so the cookie is not valid for other
// connections. OpenSSL signs it with a key of the context.
int Write(SSL* ssl, unsigned char* cookie, std::size_t* size) {
  *size = sizeof(ConnectionId);
  std::memcpy(cookie, SSL_get_app_data(ssl), *size);
  return 1;
}

int IsSame(SSL* ssl, const unsigned char* cookie, std::size_t size) {
  return size == sizeof(ConnectionId) && std::memcmp(cookie, SSL_get_app_data(ssl), size) == 0;
}

}  // namespace

std::size_t ClientHelloSize(std::string_view prefix) {
  const auto byte = [&](std::size_t at) -> unsigned { return static_cast<unsigned char>(prefix[at]); };
  const std::size_t record = byte(3) << 8 | byte(4);
  const std::size_t message = kMessageHeader + (byte(6) << 16 | byte(7) << 8 | byte(8));
  if (byte(0) != kHandshake || byte(1) != kMajorVersion || byte(5) != kClientHello) return 0;
  if (message > record || record > kMaxInRecord) return 0;
  return kRecordHeader + record;
}

// Returns whether the supported_versions extension lists TLS 1.3 (RFC 8446, 4.1.2 and 4.2.1).
bool OffersTls13(std::string_view hello) {
  Fields fields(hello);
  fields.Take(kBeforeSession);
  fields.Counted(1);  // session id
  fields.Counted(2);  // cipher suites
  fields.Counted(1);  // skips the compression methods
  Fields extensions(fields.Counted(2));
  while (!extensions.empty()) {
    const std::size_t type = extensions.Number(2);
    Fields extension(extensions.Counted(2));
    if (type == kSupportedVersions) return HasTls13(Fields(extension.Counted(1)));
  }
  return false;
}

void EnableRetryProofs(SSL_CTX* context) {
  SSL_CTX_set_stateless_cookie_generate_cb(context, Write);
  SSL_CTX_set_stateless_cookie_verify_cb(context, IsSame);
}

RetryProof CheckRetryProof(SSL* ssl, ConnectionId connection) {
  SSL_set_app_data(ssl, &connection);
  const int result = SSL_stateless(ssl);
  SSL_set_app_data(ssl, nullptr);
  if (result == 1) return RetryProof::kGiven;
  return result == 0 ? RetryProof::kRetryRequested : RetryProof::kFailed;
}

}  // namespace structural::http
