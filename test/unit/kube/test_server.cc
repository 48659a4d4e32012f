#include "test_server.h"

#include <csignal>
#include <cstdio>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kube/tls/openssl_ptr.h"

namespace structural::kube {
namespace {

BioPtr Reader(const std::string& pem) { return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))); }

SSL_CTX* NewContext(const PemPair& identity) {
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  const X509Ptr certificate(PEM_read_bio_X509(Reader(identity.certificate).get(), nullptr, nullptr, nullptr));
  const KeyPtr key(PEM_read_bio_PrivateKey(Reader(identity.key).get(), nullptr, nullptr, nullptr));
  SSL_CTX_use_certificate(context, certificate.get());
  SSL_CTX_use_PrivateKey(context, key.get());
  // A session id context, which OpenSSL requires for the resumption of sessions.
  constexpr unsigned char kSessions[] = "test";
  SSL_CTX_set_session_id_context(context, kSessions, sizeof kSessions);
  return context;
}

size_t ContentLength(const std::string& head) {
  const size_t at = head.find("Content-Length:");
  return at == std::string::npos ? 0 : std::stoul(head.substr(at + 15));
}

}  // namespace

TestConnection::~TestConnection() {
  if (tls_ != nullptr) SSL_free(tls_);
  ::close(socket_);
}

bool TestConnection::Handshake() {
  if (tls_ == nullptr) return true;
  SSL_set_fd(tls_, socket_);
  const bool done = SSL_accept(tls_) == 1;
  ERR_clear_error();
  if (!done) Drain();
  return done;
}

// Ends the connection after a failed TLS handshake: closes the sending direction, and waits until the client closes the
// connection. To close both directions at once would reset the connection, and the client would lose the TLS alert.
void TestConnection::Drain() {
  ::shutdown(socket_, SHUT_WR);
  char block[4096];
  while (::recv(socket_, block, sizeof block, 0) > 0) {
  }
}

bool TestConnection::Fill() {
  char block[4096];
  const long count = tls_ != nullptr ? SSL_read(tls_, block, sizeof block) : ::recv(socket_, block, sizeof block, 0);
  ERR_clear_error();
  if (count <= 0) return false;
  buffer_.append(block, static_cast<size_t>(count));
  return true;
}

bool TestConnection::Read(TestRequest* request) {
  size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill()) return false;
    if (buffer_.front() == '\x16') {  // the client has sent a TLS ClientHello, although this server has no TLS
      Write("HTTP/1.0 400 Bad Request\r\n\r\n");
      return false;
    }
  }
  request->head = buffer_.substr(0, end + 2);
  const size_t length = ContentLength(request->head);
  while (buffer_.size() < end + 4 + length) {
    if (!Fill()) return false;
  }
  request->body = buffer_.substr(end + 4, length);
  buffer_.erase(0, end + 4 + length);
  return true;
}

void TestConnection::Write(const std::string& bytes) {
  if (tls_ != nullptr) {
    SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()));
    ERR_clear_error();
    return;
  }
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

void TestConnection::WriteChunk(const std::string& bytes) {
  char size[32];
  std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
  Write(size + bytes + "\r\n");
}

void TestConnection::Answer(int status, const std::string& body, const std::string& headers) {
  Write("HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Type: application/json\r\n" + headers +
        "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

void TestConnection::BeginChunked() {
  Write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
}

void TestConnection::WaitForClose() {
  while (Fill()) {
  }
  closing_ = true;
}

void TestConnection::ResetOnClose() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  closing_ = true;
}

void TestConnection::Shutdown() { ::shutdown(socket_, SHUT_RDWR); }

std::string TestConnection::client_name() const {
  const X509Ptr certificate(SSL_get1_peer_certificate(tls_));
  if (certificate == nullptr) return "";
  char name[256] = "";
  X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name, sizeof name);
  return name;
}

bool TestConnection::resumed() const { return SSL_session_reused(tls_) != 0; }

std::string TestConnection::sni() const {
  const char* name = SSL_get_servername(tls_, TLSEXT_NAMETYPE_host_name);
  return name == nullptr ? "" : name;
}

TestServer::TestServer(Handler handler, bool ipv6) : handler_(std::move(handler)) { Listen(ipv6); }

TestServer::TestServer(const PemPair& identity, Handler handler, bool ipv6, const std::string& client_ca,
                       ClientCertificate client)
    : handler_(std::move(handler)), tls_(NewContext(identity)) {
  if (client != ClientCertificate::kNone) {
    const X509Ptr ca(PEM_read_bio_X509(Reader(client_ca).get(), nullptr, nullptr, nullptr));
    X509_STORE_add_cert(SSL_CTX_get_cert_store(tls_), ca.get());
    const bool required = client == ClientCertificate::kRequired;
    SSL_CTX_set_verify(tls_, SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nullptr);
  }
  Listen(ipv6);
}

void TestServer::Listen(bool ipv6) {
  // Otherwise, SSL_write to a connection that the client has closed would end the process.
  std::signal(SIGPIPE, SIG_IGN);
  socket_ = ::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (ipv6) {
    auto* six = reinterpret_cast<sockaddr_in6*>(&address);
    six->sin6_family = AF_INET6;
    six->sin6_addr = in6addr_loopback;
    size = sizeof *six;
  } else {
    auto* four = reinterpret_cast<sockaddr_in*>(&address);
    four->sin_family = AF_INET;
    four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    size = sizeof *four;
  }
  if (::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0) return;
  ::listen(socket_, 64);
  ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
  // The port of an IPv6 address is read here, too: sin6_port has the same offset as sin_port.
  port_ = ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
  acceptor_ = std::thread([this] { Accept(); });
}

TestServer::~TestServer() {
  ::shutdown(socket_, SHUT_RDWR);
  if (acceptor_.joinable()) acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const OpenConnection& open : open_) {
      if (open.connection != nullptr) open.connection->Shutdown();
    }
  }
  for (OpenConnection& open : open_) open.thread.join();
  ::close(socket_);
  if (tls_ != nullptr) SSL_CTX_free(tls_);
}

int TestServer::connections() const {
  const std::lock_guard lock(mutex_);
  return accepted_connections_;
}

void TestServer::Accept() {
  while (true) {
    const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    const int at_once = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    const std::lock_guard lock(mutex_);
    DeleteFinished();
    ++accepted_connections_;
    SSL* tls = tls_ == nullptr ? nullptr : SSL_new(tls_);
    const auto place = open_.insert(open_.end(), {std::make_unique<TestConnection>(socket, tls), std::thread()});
    place->thread = std::thread([this, place] {
      Serve(*place->connection);
      const std::lock_guard ending(mutex_);
      place->connection.reset();  // the destructor closes the socket
    });
  }
}

// Deletes connections that have ended. Precondition: mutex_ is locked.
void TestServer::DeleteFinished() {
  open_.remove_if([](OpenConnection& open) {
    if (open.connection != nullptr) return false;
    open.thread.join();
    return true;
  });
}

void TestServer::Serve(TestConnection& connection) {
  if (!connection.Handshake()) return;
  TestRequest request;
  while (!connection.closing() && connection.Read(&request)) handler_(connection, request);
}

}  // namespace structural::kube
