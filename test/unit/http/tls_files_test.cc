#include "http/tls_files.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include "http/server.h"
#include "kube/tls/openssl_ptr.h"
#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "raw_client.h"
#include "test/support/certificates.h"

namespace structural::http {
namespace tls_files_test {

using namespace std::chrono_literals;

class TlsFilesTest : public testing::Test {
 protected:
  TlsFilesTest() {
    kube::PrepareProcess();
    std::string folder = (std::filesystem::temp_directory_path() / "tls-files-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    Put(authority_);
  }
  ~TlsFilesTest() override { std::filesystem::remove_all(folder_); }

  std::string File(const std::string& name) const { return folder_ + "/" + name; }
  void Write(const std::string& name, const std::string& text) { std::ofstream(File(name)) << text; }
  void Put(const kube::TestAuthority& by) {
    const kube::PemPair pair = by.Issue({.names = {"IP:127.0.0.1"}});
    Write("tls.crt", pair.certificate);
    Write("tls.key", pair.key);
  }
  auto Open(const std::string& client_ca = {}) {
    return TlsFiles::Open(
        File("tls.crt"), File("tls.key"), [this](const std::string& line) { log_.push_back(line); },
        [this] { return now_; }, client_ca);
  }
  // Sends a request from a client that trusts only the authority `trusted`. Returns the body of the answer, or the
  // error.
  std::string Ask(std::uint16_t port, const kube::TestAuthority& trusted) {
    kube::ClientConfig config;
    config.server = "https://127.0.0.1:" + std::to_string(port);
    config.tls.ca_pem = trusted.certificate();
    const auto transport = kube::NewCppRestTransport(config, "test");
    if (!transport.ok()) return transport.error().message();
    const auto response = (*transport)->Do({.path = "/"}, {});
    return response.ok() ? response->body : response.error().message();
  }

  kube::TestAuthority authority_;
  std::string folder_;
  std::vector<std::string> log_;
  TlsFiles::Clock::time_point now_{};
};

TEST_F(TlsFilesTest, ANewPairServesTheNextConnection) {
  const auto files = Open();
  ASSERT_TRUE(files.ok()) << files.error().message();
  Server server(1);
  const auto port = server.Listen({.address = {"127.0.0.1", 0}, .tls = *files},
                                  [](const Request&, std::stop_token) { return Response{.body = "hello"}; });
  ASSERT_TRUE(port.ok());
  EXPECT_EQ("hello", Ask(*port, authority_));

  const kube::TestAuthority other("other");
  Put(other);
  EXPECT_EQ("hello", Ask(*port, authority_)) << "it looks at most every ten seconds";
  now_ += 10s;
  EXPECT_EQ("hello", Ask(*port, other));
  EXPECT_EQ(std::vector<std::string>{"certificate " + File("tls.crt") + " was read again"}, log_);
}

TEST_F(TlsFilesTest, ReportsWhenTheCertificateExpires) {
  const auto files = Open();
  ASSERT_TRUE(files.ok());
  const auto now = std::chrono::system_clock::now();
  EXPECT_LT(now, (*files)->NotAfter());
  const auto before = (*files)->NotAfter();
  const kube::PemPair pair = authority_.Issue({.names = {"IP:127.0.0.1"}, .valid_until_days = 11});
  Write("tls.crt", pair.certificate);
  Write("tls.key", pair.key);
  now_ += 10s;
  EXPECT_NEAR(10, std::chrono::round<std::chrono::days>((*files)->NotAfter() - before).count(), 1);
}

TEST_F(TlsFilesTest, ReportsAFileWithoutACertificate) {
  Write("tls.crt", "none");
  const auto files = Open();
  ASSERT_FALSE(files.ok());
  EXPECT_EQ("certificate " + File("tls.crt") + ": contains no PEM certificate", files.error().message());
}

TEST_F(TlsFilesTest, ABrokenPairLeavesTheOldOneInUse) {
  const auto files = Open();
  ASSERT_TRUE(files.ok());
  const auto before = (*files)->CurrentContext();
  Write("tls.key", "no key");
  now_ += 10s;
  EXPECT_EQ(before, (*files)->CurrentContext());
  now_ += 10s;
  EXPECT_EQ(before, (*files)->CurrentContext());
  ASSERT_EQ(1u, log_.size()) << "it is said once";
  EXPECT_TRUE(log_[0].starts_with("key " + File("tls.key"))) << log_[0];
  EXPECT_TRUE(log_[0].ends_with("; the previous pair stays in use")) << log_[0];
}

TEST_F(TlsFilesTest, InvalidFilesAtTheStartAreAnError) {
  Write("tls.key", kube::TestAuthority().Issue({}).key);
  auto files = Open();
  ASSERT_FALSE(files.ok());
  EXPECT_EQ("key " + File("tls.key") + ": key values mismatch", files.error().message());
  std::filesystem::remove(File("tls.crt"));
  files = Open();
  ASSERT_FALSE(files.ok());
  EXPECT_EQ("certificate " + File("tls.crt") + ": No such file or directory", files.error().message());
}

TEST_F(TlsFilesTest, ReadsOnlyBoundedRegularFiles) {
  ASSERT_EQ(mkfifo(File("fifo").c_str(), 0600), 0);
  for (const std::string& path : {File("fifo"), std::string("/dev/zero")}) {
    for (const std::string name : {"tls.crt", "tls.key"}) {
      Put(authority_);
      std::filesystem::remove(File(name));
      std::filesystem::create_symlink(path, File(name));
      const auto files = Open();
      ASSERT_FALSE(files.ok()) << path;
      EXPECT_NE(files.error().message().find("is not a regular file"), std::string::npos) << files.error().message();
      std::filesystem::remove(File(name));
    }
  }
  Put(authority_);
  Write("ca.crt", std::string(1'000'001, '#'));
  const auto files = Open(File("ca.crt"));
  ASSERT_FALSE(files.ok());
  EXPECT_NE(files.error().message().find("is larger than"), std::string::npos);
}

TEST_F(TlsFilesTest, EndsPlainTextConnections) {
  const auto files = Open();
  ASSERT_TRUE(files.ok());
  Server server(1);
  const auto port = server.Listen({.address = {"127.0.0.1", 0}, .tls = *files},
                                  [](const Request&, std::stop_token) { return Response{}; });
  RawClient client(*port);
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(std::string::npos, client.ReadToEnd().find("200"));
}

// Returns the private key `key`, encrypted with a password.
std::string Encrypted(const std::string& key) {
  const kube::BioPtr in(BIO_new_mem_buf(key.data(), static_cast<int>(key.size())));
  const kube::KeyPtr read(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
  const kube::BioPtr out(BIO_new(BIO_s_mem()));
  char password[] = "password";
  PEM_write_bio_PKCS8PrivateKey(out.get(), read.get(), EVP_aes_128_cbc(), password, 8, nullptr, nullptr);
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

TEST_F(TlsFilesTest, RefusesAKeyWithAPassword) {
  const kube::PemPair pair = authority_.Issue({});
  Write("tls.crt", pair.certificate);
  Write("tls.key", Encrypted(pair.key));
  const auto files = Open();
  ASSERT_FALSE(files.ok());
  EXPECT_EQ("key " + File("tls.key") + ": is encrypted, which is not supported", files.error().message());
}

// A client with a certificate. Each of its connections except the first resumes the TLS session of the previous one.
class ResumingClient {
 public:
  ResumingClient(const std::string& certificate, const std::string& key, int tls_version)
      : context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free), session_(nullptr, &SSL_SESSION_free) {
    SSL_CTX_set_min_proto_version(context_.get(), tls_version);
    SSL_CTX_set_max_proto_version(context_.get(), tls_version);
    SSL_CTX_use_certificate_chain_file(context_.get(), certificate.c_str());
    SSL_CTX_use_PrivateKey_file(context_.get(), key.c_str(), SSL_FILETYPE_PEM);
  }

  // Sends a request. Returns (whether the server answered, whether the connection resumed the session of the previous
  // call).
  std::pair<bool, bool> Ask(std::uint16_t port) {
    const kube::BioPtr to(BIO_new_ssl_connect(context_.get()));
    SSL* ssl = nullptr;
    BIO_get_ssl(to.get(), &ssl);
    BIO_set_conn_hostname(to.get(), ("127.0.0.1:" + std::to_string(port)).c_str());
    if (session_ != nullptr) SSL_set_session(ssl, session_.get());
    BIO_puts(to.get(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    char answer[64];
    const bool answered = BIO_read(to.get(), answer, sizeof answer) > 0;
    session_.reset(SSL_get1_session(ssl));
    return {answered, SSL_session_reused(ssl) == 1};
  }

 private:
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  std::unique_ptr<SSL_SESSION, void (*)(SSL_SESSION*)> session_;
};

TEST_F(TlsFilesTest, ResumesSessionsOfKnownClients) {
  Write("ca.crt", authority_.certificate());
  const auto files = Open(File("ca.crt"));
  ASSERT_TRUE(files.ok()) << files.error().message();
  Server server(1);
  const auto port = server.Listen({.address = {"127.0.0.1", 0}, .tls = *files},
                                  [](const Request&, std::stop_token) { return Response{}; });
  const kube::PemPair pair = authority_.Issue({.common_name = "apiserver"});
  Write("client.crt", pair.certificate);
  Write("client.key", pair.key);
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    ResumingClient client(File("client.crt"), File("client.key"), version);
    EXPECT_EQ(std::pair(true, false), client.Ask(*port));
    EXPECT_EQ(std::pair(true, true), client.Ask(*port)) << version;
  }
}

TEST_F(TlsFilesTest, HalfAHandshakeDoesNotDisplaceOtherHandshakes) {
  const auto files = Open();
  ASSERT_TRUE(files.ok());
  Server server(1);
  const auto port =
      server.Listen({.address = {"127.0.0.1", 0}, .limits = {.connections = 1, .reading = 1}, .tls = *files},
                    [](const Request&, std::stop_token) { return Response{.body = "hello"}; });
  RawClient silent(*port), slow(*port);
  slow.Send("\x16\x03\x01\x02");
  EXPECT_EQ("hello", Ask(*port, authority_));
  EXPECT_EQ("hello", Ask(*port, authority_));
  slow.Send(std::string("\0\1\0\1\xff", 5));
  EXPECT_EQ("", slow.ReadToEnd()) << "no ClientHello that fits into its record";
}

}  // namespace tls_files_test
}  // namespace structural::http
