// TestProxy: a proxy on the loopback address. It connects each client to the same port, whatever destination the client
// requests.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "test_server.h"

namespace structural::kube {

class TestProxy {
 public:
  enum class Kind { kHttp, kHttps, kSocks5 };
  struct Options {
    Kind kind = Kind::kHttp;
    int target_port = 0;
    std::string username = {};  // user name that clients must send; empty: none is required
    std::string password = {};
    // Text that the proxy sends as its answer to a request; empty: the answer of the protocol. With "-", the proxy
    // sends nothing, and keeps the connection open.
    std::string answer = {};
  };

  explicit TestProxy(Options options);
  ~TestProxy();

  std::string url() const;
  std::string authority() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string destination() const;  // destination that the last client has requested: "host:port"

 private:
  void Accept();
  void Serve(int socket);

  const Options options_;
  const int stop_;
  int listener_ = -1;
  int port_ = 0;
  SSL_CTX* tls_ = nullptr;
  mutable std::mutex mutex_;
  std::string destination_;
  std::list<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace structural::kube
