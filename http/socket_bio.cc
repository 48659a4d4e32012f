#include <cerrno>
#include <cstdint>

#include <sys/socket.h>

#include "http/stream.h"

namespace structural::http {
namespace {

int SocketOf(BIO* bio) { return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio))); }

bool WouldBlock(ssize_t n) { return n < 0 && (errno == EAGAIN || errno == EINTR); }

int Write(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t n = send(SocketOf(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (WouldBlock(n)) BIO_set_retry_write(bio);
  return static_cast<int>(n);
}

int Read(BIO* bio, char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t n = recv(SocketOf(bio), bytes, static_cast<std::size_t>(size), MSG_DONTWAIT);
  if (WouldBlock(n)) BIO_set_retry_read(bio);
  return static_cast<int>(n);
}

long Control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

BIO_METHOD* NewMethod() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
  BIO_meth_set_write(method, Write);
  BIO_meth_set_read(method, Read);
  BIO_meth_set_ctrl(method, Control);
  return method;
}

}  // namespace

BIO* NewSocketBio(int socket) {
  static BIO_METHOD* const method = NewMethod();
  BIO* bio = BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(socket)));
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace structural::http
