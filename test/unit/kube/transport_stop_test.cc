// Tests that a stop ends a call promptly, whatever the call is waiting for, and that TCP keepalive detects a connection
// whose peer no longer answers.
#include <condition_variable>
#include <cstring>
#include <fstream>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "transport_fixture.h"

namespace structural::kube {
namespace {

using base::ErrorCode;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kStuckName = "stuck.example.com";
constexpr const char* kUnknownName = "unknown.example.com";

// The state of getaddrinfo below: it sets `asked` when it looks up the host name kStuckName, and then blocks until the
// test sets `released`.
struct Resolver {
  std::mutex mutex;
  std::condition_variable changed;
  bool asked = false;
  bool released = false;

  static Resolver& Get() {
    static Resolver resolver;
    return resolver;
  }
  void Wait(bool Resolver::*what) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return this->*what; });
  }
  void Set(bool Resolver::*what) {
    const std::lock_guard lock(mutex);
    this->*what = true;
    changed.notify_all();
  }
};

// A server whose kernel accepts connections into the backlog. It reads none of them until ReadToTheEnd() is called.
class DeafServer {
 public:
  explicit DeafServer(int backlog) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    ::bind(socket_, Address(), size);
    ::listen(socket_, backlog);
    ::getsockname(socket_, Address(), &size);
  }
  ~DeafServer() {
    for (const int fd : fillers_) ::close(fd);
    ::close(socket_);
  }

  int port() const { return ntohs(address_.sin_port); }
  // Fills the backlog, so that the kernel drops the packets of further connects.
  void Fill() {
    while (Connecting() == 0) {
      fillers_.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      ::connect(fillers_.back(), Address(), sizeof address_);
    }
    connecting_ = Connecting();
  }
  void WaitForConnection() {
    pollfd ready{socket_, POLLIN, 0};
    ::poll(&ready, 1, -1);
  }
  // Waits until the client's kernel holds bytes that the client has sent, because the buffers of this server are full.
  void WaitUntilTheClientHoldsBytes() {
    while (Unacknowledged() < (128u << 10)) std::this_thread::yield();
  }
  // Waits, at most ten seconds, until the client's kernel has neither an open nor a half-closed connection to this
  // server: the HTTP library shuts a connection down some time before it closes it.
  void WaitUntilTheClientHasNoConnection() {
    const Clock::time_point end = Clock::now() + std::chrono::seconds(10);
    while (Clock::now() < end && (HasConnection("01") || HasConnection("04"))) std::this_thread::yield();
  }
  // Reads the first connection to its end. Returns 0 if the client has closed it, or -1 if the client has reset it.
  ssize_t ReadToTheEnd() {
    const int connection = ::accept(socket_, nullptr, nullptr);
    char bytes[65536];
    ssize_t count = 1;
    while (count > 0) count = ::recv(connection, bytes, sizeof bytes, 0);
    ::close(connection);
    return count;
  }
  void WaitForAttempt() {
    while (Connecting() <= connecting_) std::this_thread::yield();
  }

 private:
  sockaddr* Address() { return reinterpret_cast<sockaddr*>(&address_); }
  // Returns the number of sockets on this machine whose connect was not answered yet (SYN_SENT).
  int Connecting() const {
    char peer[32];
    std::snprintf(peer, sizeof peer, "0100007F:%04X 02 ", port());
    int count = 0;
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) count += line.find(peer) != std::string::npos;
    return count;
  }

  // Returns whether this machine has a connection to this server in the TCP state `state`, a number as in
  // /proc/net/tcp.
  bool HasConnection(const char* state) const {
    char peer[32];
    std::snprintf(peer, sizeof peer, "0100007F:%04X %s ", port(), state);
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);)
      if (line.find(peer) != std::string::npos) return true;
    return false;
  }

  // Returns the number of bytes in the send queue of the client's connection to this server.
  unsigned long Unacknowledged() const {
    char peer[32];
    std::snprintf(peer, sizeof peer, "0100007F:%04X 01 ", port());
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
      const std::size_t at = line.find(peer);
      if (at != std::string::npos) return std::stoul(line.substr(at + std::strlen(peer), 8), nullptr, 16);
    }
    return 0;
  }

  const int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address_{};
  std::vector<int> fillers_;
  int connecting_ = 0;
};

class TransportStopTest : public TransportFixture {
 protected:
  // Begins a call to the server `server`, and requests a stop when the function `waits` returns. Expects that the call
  // then ends soon.
  static void ExpectStops(const std::string& server, const std::function<void()>& waits) {
    ClientConfig config;
    config.server = server;
    config.tls.insecure_skip_verify = true;
    const auto transport = New(config);
    std::stop_source stop;
    Clock::time_point asked;
    std::thread stopper([&] {
      waits();
      asked = Clock::now();
      stop.request_stop();
    });
    const auto response = transport->Do({}, stop.get_token());
    const auto took = Clock::now() - asked;
    stopper.join();
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(ErrorCode::kCancelled, response.error().code()) << response.error().message();
    EXPECT_LT(took, std::chrono::seconds(2)) << "100 ms are promised; the machine may be busy";
  }

  // Begins many calls, and stops each of them while the client receives its answer. Expects that no call crashes or
  // hangs.
  static void ExpectStandsManyStops(const std::string& begin, const std::string& more);
};

TEST_F(TransportStopTest, WhileANameIsLookedUp) {
  Resolver& resolver = Resolver::Get();
  ExpectStops(std::string("http://") + kStuckName, [&] { resolver.Wait(&Resolver::asked); });
  resolver.Set(&Resolver::released);
}

TEST_F(TransportStopTest, SentBytesAreNotDeliveredAfterResetOnClose) {
  for (const bool resets : {false, true}) {
    DeafServer server(8);
    ClientConfig config;
    config.server = "http://127.0.0.1:" + std::to_string(server.port());
    auto transport = New(config);
    std::stop_source stop;
    std::jthread patch([&] {
      EXPECT_FALSE(transport->Do({.method = "PATCH", .body = std::string(8 << 20, 'x')}, stop.get_token()).ok());
    });
    server.WaitUntilTheClientHoldsBytes();
    if (resets) transport->ResetOnClose();
    stop.request_stop();
    patch.join();
    transport.reset();
    if (resets) server.WaitUntilTheClientHasNoConnection();
    EXPECT_EQ(resets ? -1 : 0, server.ReadToTheEnd());
  }
}

TEST_F(TransportStopTest, AnUnknownNameIsUnavailable) {
  ClientConfig config;
  config.server = "http://unknown.example.com";
  const auto response = New(config)->Do({}, {});
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, response.error().code()) << response.error().message();
  EXPECT_NE(std::string::npos, response.error().message().find(kUnknownName));
}

TEST_F(TransportStopTest, WhileAConnectionIsNotAnswered) {
  DeafServer server(0);
  server.Fill();
  ExpectStops("http://127.0.0.1:" + std::to_string(server.port()), [&] { server.WaitForAttempt(); });
}

TEST_F(TransportStopTest, WhileAHandshakeIsNotAnswered) {
  DeafServer server(8);
  ExpectStops("https://127.0.0.1:" + std::to_string(server.port()), [&] { server.WaitForConnection(); });
}

int Option(int fd, int level, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  ::getsockopt(fd, level, option, &value, &size);
  return value;
}

// Returns the file descriptor of this process that is connected to the port.
int ConnectionTo(int port) {
  for (int fd = 3; fd < 1024; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0 && peer.sin_family == AF_INET &&
        ntohs(peer.sin_port) == port)
      return fd;
  }
  return -1;
}

TEST_F(TransportStopTest, ASilentStreamHasTcpKeepalive) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk("{}\n");
    connection.WaitForClose();
  });
  const auto on_line = [&](std::string_view) {
    const int fd = ConnectionTo(server.port());
    EXPECT_EQ(1, Option(fd, SOL_SOCKET, SO_KEEPALIVE));
    EXPECT_EQ(30, Option(fd, IPPROTO_TCP, TCP_KEEPIDLE));
    EXPECT_EQ(5, Option(fd, IPPROTO_TCP, TCP_KEEPINTVL));
    EXPECT_EQ(3, Option(fd, IPPROTO_TCP, TCP_KEEPCNT));
    EXPECT_EQ(45'000, Option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT));
    return false;
  };
  EXPECT_TRUE(New(PlainConfig(server))->Stream({}, milliseconds(20'000), on_line, {}).ok());
}

// When a call is stopped, the HTTP library still reads from the call's connection, without a lock. The many repetitions
// make it likely that the thread sanitizer detects a data race.
void TransportStopTest::ExpectStandsManyStops(const std::string& begin, const std::string& more) {
  constexpr int kTimes = 200;
  std::stop_source stops[kTimes];
  std::atomic<int> next{0};
  const TestServer server(Identities::Get().local, [&](TestConnection& connection, const TestRequest&) {
    std::stop_source stop = stops[next++];
    connection.Write(begin);
    for (int i = 0; i < 64; ++i) {
      connection.Write(more);
      if (i == 4) stop.request_stop();
    }
    connection.Close();
  });
  ClientConfig config;
  config.server = "https://127.0.0.1:" + std::to_string(server.port());
  config.tls.ca_pem = Identities::Get().ca.certificate();
  const auto transport = New(config);
  for (int i = 0; i < kTimes; ++i) {
    const auto response = transport->Do({.method = "POST"}, stops[i].get_token());
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(ErrorCode::kCancelled, response.error().code()) << response.error().message();
  }
  EXPECT_EQ(kTimes, next);
}

TEST_F(TransportStopTest, WhileAHeaderArrives) {
  std::string fields;
  for (int i = 0; i < 1000; ++i) fields += "X-Short: x\r\n";
  ExpectStandsManyStops("HTTP/1.1 200 OK\r\n", fields);
}

TEST_F(TransportStopTest, WhileABodyArrives) {
  ExpectStandsManyStops("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n", std::string(16000, 'x'));
}

}  // namespace
}  // namespace structural::kube

// Replaces the C library's getaddrinfo in the whole program.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** result) {
  using structural::kube::Resolver;
  if (name != nullptr && std::string_view(name) == structural::kube::kStuckName) {
    Resolver::Get().Set(&Resolver::asked);
    Resolver::Get().Wait(&Resolver::released);
    return EAI_AGAIN;
  }
  if (name != nullptr && std::string_view(name) == structural::kube::kUnknownName) return EAI_NONAME;
  static const auto next = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return next(name, service, hints, result);
}
