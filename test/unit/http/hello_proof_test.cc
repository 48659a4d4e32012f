#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "http/client_hello.h"
#include "http/server.h"
#include "raw_client.h"
#include "test/support/certificates.h"

namespace structural::http {
namespace hello_proof_test {

// The first bytes of the value of `random` in a ServerHello that is a HelloRetryRequest (RFC 8446, 4.1.3).
const std::string kRetry = "\xcf\x21\xad\x74\xe5\x9a\x61\x11";
const std::string kEncrypted = "\x17\x03\x03", kMessage = "\x16\x03\x03";

// The client's side of a TLS handshake, without a connection: the test passes the bytes between it and the server.
class Handshake {
 public:
  explicit Handshake(int version = TLS1_3_VERSION)
      : context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free), ssl_(SSL_new(context_.get()), &SSL_free) {
    SSL_set_max_proto_version(ssl_.get(), version);
    SSL_set_bio(ssl_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  }
  // Passes the server's bytes `heard` to the client. Returns the bytes that the client sends in reply.
  std::string Says(const std::string& heard = {}) {
    if (!heard.empty()) {
      BIO_write(SSL_get_rbio(ssl_.get()), heard.data(), static_cast<int>(heard.size()));
    }
    SSL_connect(ssl_.get());
    std::string said(4096, '\0');
    const int size = BIO_read(SSL_get_wbio(ssl_.get()), said.data(), static_cast<int>(said.size()));
    return said.substr(0, size > 0 ? static_cast<std::size_t>(size) : 0);
  }

 private:
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  const std::unique_ptr<SSL, void (*)(SSL*)> ssl_;
};

// A server that limits the number of its connections. The connection first_ waits in its TLS handshake, so the next
// client must prove that it reads (RetryProof).
class HelloProofTest : public testing::Test {
 protected:
  HelloProofTest() {
    std::string folder = (std::filesystem::temp_directory_path() / "hello-proof-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    const kube::PemPair pair = kube::TestAuthority().Issue({});
    std::ofstream(folder_ + "/crt") << pair.certificate;
    std::ofstream(folder_ + "/key") << pair.key;
    const auto tls = TlsFiles::Open(folder_ + "/crt", folder_ + "/key", [](const std::string&) {});
    port_ = *server_.Listen({.address = {"127.0.0.1", 0}, .limits = {.reading = 8}, .tls = *tls},
                            [](const Request&, std::stop_token) { return Response{}; });
    first_ = std::make_unique<RawClient>(port_);
    first_->Send(Handshake().Says());
    EXPECT_EQ(std::string::npos, first_->ReadUntil(kEncrypted).find(kRetry));
  }
  ~HelloProofTest() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
  Server server_{1};
  std::uint16_t port_ = 0;
  std::unique_ptr<RawClient> first_;
};

TEST_F(HelloProofTest, IsRequiredUnderLoad) {
  Handshake handshake;
  RawClient peer(port_);
  peer.Send(handshake.Says());
  const std::string question = peer.ReadUntil(std::string(kChangeCipherSpec));
  EXPECT_NE(std::string::npos, question.find(kRetry));
  peer.Send(handshake.Says(question));
  const std::string answer = peer.ReadUntil(kEncrypted);
  EXPECT_TRUE(answer.starts_with(kMessage));
  EXPECT_EQ(std::string::npos, answer.find(kRetry));
}

TEST_F(HelloProofTest, IsBoundToItsClient) {
  Handshake handshake;
  RawClient peer(port_), other(port_);
  const std::string hello = handshake.Says();
  for (RawClient* const each : {&peer, &other}) each->Send(hello);
  const std::string proof = handshake.Says(peer.ReadUntil(std::string(kChangeCipherSpec)));
  other.ReadUntil(std::string(kChangeCipherSpec));
  other.Send(proof);
  EXPECT_EQ(std::string::npos, other.ReadToEnd().find(kMessage));
}

TEST_F(HelloProofTest, MustArriveInTime) {
  const std::string hello = Handshake().Says();
  RawClient peer(port_);
  peer.Send(hello);
  peer.ReadUntil(std::string(kChangeCipherSpec));
  peer.Send(hello);
  EXPECT_EQ(std::string::npos, peer.ReadToEnd().find(kEncrypted));
}

TEST_F(HelloProofTest, AClientWithoutProofWaitsForThePreviousOne) {
  RawClient old(port_);
  old.Send(Handshake(TLS1_2_VERSION).Says());
  EXPECT_EQ(kMessage, old.ReadUntil(kMessage));
  first_->ReadToEnd();  // the server has closed the first connection, so that the new one can begin its handshake
}

}  // namespace hello_proof_test
}  // namespace structural::http
