#include "test_proxy.h"

#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kube/transport/channel.h"
#include "schema/go/base64.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace {

using Options = TestProxy::Options;
using Kind = TestProxy::Kind;

SSL_CTX* NewContext() {
  const PemPair& identity = Identities::Get().local;
  const auto reader = [](const std::string& pem) {
    return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  };
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  const X509Ptr certificate(PEM_read_bio_X509(reader(identity.certificate).get(), nullptr, nullptr, nullptr));
  const KeyPtr key(PEM_read_bio_PrivateKey(reader(identity.key).get(), nullptr, nullptr, nullptr));
  SSL_CTX_use_certificate(context, certificate.get());
  SSL_CTX_use_PrivateKey(context, key.get());
  return context;
}

// Reads a CONNECT request. Returns its destination, or "" if the request is invalid.
std::string ReadConnect(Channel& client, const Options& options, const WaitLimits& limits) {
  std::string head;
  while (!head.ends_with("\r\n\r\n")) {
    const auto byte = client.ReadExactly(1, limits);
    if (!byte.ok()) return "";
    head += *byte;
  }
  const std::string login =
      "Proxy-Authorization: Basic " + go::EncodeBase64(options.username + ":" + options.password) + "\r\n";
  if (!options.username.empty() && head.find(login) == std::string::npos) {
    (void)client.WriteAll("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", limits);
    return "";
  }
  return head.substr(8, head.find(' ', 8) - 8);
}

std::string ReadSocks(Channel& client, const Options& options, const WaitLimits& limits) {
  const auto read = [&](size_t size) { return client.ReadExactly(size, limits); };
  const auto greeting = read(2);
  if (!greeting.ok() || !read(static_cast<size_t>((*greeting)[1])).ok()) return "";
  const bool login = !options.username.empty();
  (void)client.WriteAll(login ? std::string("\5\2", 2) : std::string("\5\0", 2), limits);
  if (login) {
    const auto size = read(2);
    if (!size.ok()) return "";
    // Name of the user, followed by one byte with the size of the password.
    const auto name = read(static_cast<size_t>((*size)[1]) + 1);
    if (!name.ok()) return "";
    const auto password = read(static_cast<size_t>(name->back()));
    const bool good =
        password.ok() && *password == options.password && name->substr(0, name->size() - 1) == options.username;
    (void)client.WriteAll(std::string{'\1', good ? '\0' : '\1'}, limits);
    if (!good) return "";
  }
  // The client's request in SOCKS5; its destination must be a name, as in all tests, not an address.
  const auto head = read(5);
  if (!head.ok() || (*head)[3] != 3) return "";
  const auto name = read(static_cast<size_t>((*head)[4]));
  const auto port = read(2);
  if (!port.ok()) return "";
  return *name + ":" +
         std::to_string(static_cast<unsigned char>((*port)[0]) * 256 + static_cast<unsigned char>((*port)[1]));
}

}  // namespace

TestProxy::TestProxy(Options options) : options_(std::move(options)), stop_(::eventfd(0, EFD_CLOEXEC)) {
  std::signal(SIGPIPE, SIG_IGN);
  if (options_.kind == Kind::kHttps) tls_ = NewContext();
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0) return;
  ::listen(listener_, 16);
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { Accept(); });
}

TestProxy::~TestProxy() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_, &one, sizeof one);
  if (acceptor_.joinable()) acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
  ::close(stop_);
  if (tls_ != nullptr) SSL_CTX_free(tls_);
}

std::string TestProxy::url() const {
  const char* scheme = options_.kind == Kind::kHttp    ? "http://"
                       : options_.kind == Kind::kHttps ? "https://"
                                                       : "socks5://";
  return scheme + authority();
}

std::string TestProxy::destination() const {
  const std::lock_guard lock(mutex_);
  return destination_;
}

void TestProxy::Accept() {
  while (true) {
    pollfd files[] = {{listener_, POLLIN, 0}, {stop_, POLLIN, 0}};
    ::poll(files, 2, -1);
    if (files[1].revents != 0) return;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket >= 0) threads_.emplace_back([this, socket] { Serve(socket); });
  }
}

void TestProxy::Serve(int socket) {
  SSL* tls = nullptr;
  if (tls_ != nullptr) {
    tls = SSL_new(tls_);
    SSL_set_fd(tls, socket);
    SSL_accept(tls);  // if the handshake fails, the first read returns its error
  }
  Channel client(socket, tls);
  const WaitLimits limits{.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1), .stop_fd = stop_};
  if (!options_.answer.empty()) {
    if (!client.ReadExactly(1, limits).ok()) return;
    {
      const std::lock_guard lock(mutex_);
      destination_ = "something";
    }
    if (options_.answer == "-") return (void)limits.Wait(stop_, POLLIN);
    (void)client.WriteAll(options_.answer, limits);
    client.EndWriting();
    // The client must close the connection first: if the proxy did, bytes that it has written could get lost.
    while (client.ReadExactly(1, limits).ok()) {
    }
    return;
  }
  const bool socks = options_.kind == Kind::kSocks5;
  const std::string asked = socks ? ReadSocks(client, options_, limits) : ReadConnect(client, options_, limits);
  if (asked.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    destination_ = asked;
  }
  const auto target = Dial("127.0.0.1", options_.target_port, limits);
  if (!target.ok()) return;
  Channel server(*target);
  (void)client.WriteAll(socks ? std::string("\5\0\0\1\0\0\0\0\0\0", 10) : std::string("HTTP/1.1 200 Connected\r\n\r\n"),
                        limits);
  Relay(client, server, stop_, nullptr);
}

}  // namespace structural::kube
