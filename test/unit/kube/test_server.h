// TestServer: an HTTP/1.1 server on the loopback address, with or without TLS. A test determines every byte that the
// server sends, so it can violate the protocol.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "test/support/certificates.h"

typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;

namespace structural::kube {

struct TestRequest {
  std::string head;  // request line and header lines
  std::string body;
};

// A connection of a client to the server. Each handler gets one, and only the handler's thread may use it.
class TestConnection {
 public:
  TestConnection(int socket, SSL* tls) : socket_(socket), tls_(tls) {}
  ~TestConnection();

  bool Handshake();
  // Reads the next request. Returns false if the client has closed the connection.
  bool Read(TestRequest* request);
  void Write(const std::string& bytes);
  void WriteChunk(const std::string& bytes);
  // Sends "HTTP/1.1 STATUS" with the body, its Content-Length and the given further header lines.
  void Answer(int status, const std::string& body, const std::string& headers = "");
  void BeginChunked();
  // Blocks until the client closes the connection.
  void WaitForClose();
  // Makes the end of the connection send RST instead of FIN.
  void ResetOnClose();
  // Closes the connection when the handler returns.
  void Close() { closing_ = true; }
  bool closing() const { return closing_; }
  void Shutdown();

  std::string client_name() const;  // common name of the client's certificate
  std::string sni() const;
  bool resumed() const;  // whether the connection resumed the TLS session of an earlier one

 private:
  bool Fill();
  void Drain();

  const int socket_;
  SSL* const tls_;
  std::string buffer_;
  bool closing_ = false;
};

class TestServer {
 public:
  using Handler = std::function<void(TestConnection&, const TestRequest&)>;
  enum class ClientCertificate { kNone, kRetryRequested, kRequired };

  // Starts a server without TLS.
  explicit TestServer(Handler handler, bool ipv6 = false);
  // Starts a server with TLS. `client` says whether it requests, or requires, certificates of clients. The authority
  // client_ca must have signed them.
  TestServer(const PemPair& identity, Handler handler, bool ipv6 = false, const std::string& client_ca = "",
             ClientCertificate client = ClientCertificate::kNone);
  ~TestServer();

  int port() const { return port_; }
  SSL_CTX* tls() const { return tls_; }  // null without TLS
  int connections() const;

 private:
  struct OpenConnection {
    std::unique_ptr<TestConnection> connection;  // null after the connection has ended
    std::thread thread;
  };

  void Listen(bool ipv6);
  void Accept();
  void Serve(TestConnection& connection);
  void DeleteFinished();

  const Handler handler_;
  SSL_CTX* tls_ = nullptr;
  int socket_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  bool ending_ = false;
  int accepted_connections_ = 0;
  std::list<OpenConnection> open_;
  std::thread acceptor_;
};

}  // namespace structural::kube
