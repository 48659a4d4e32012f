#include "kube/tls/meter.h"

namespace structural::kube {
namespace {

using Owner = std::shared_ptr<TlsMeter>;

// A record's header ends with the length of what follows, in two bytes.
constexpr std::size_t kRecordHeaderBytes = 5;

void DropOwner(void*, void* owner, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Owner*>(owner);
}

// The slot of an SSL_CTX that holds its Owner.
int OwnerSlot() {
  static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, DropOwner);
  return slot;
}

}  // namespace

void TlsMeter::Attach(SSL_CTX* context) {
  SSL_CTX_set_ex_data(context, OwnerSlot(), new Owner(shared_from_this()));
  SSL_CTX_set_msg_callback(context, OnMessage);
  SSL_CTX_set_msg_callback_arg(context, this);
}

void TlsMeter::OnMessage(int written, int /*version*/, int content_type, const void* bytes,
                         std::size_t count, SSL* /*connection*/, void* self) {
  if (written != 0 || content_type != SSL3_RT_HEADER || count < kRecordHeaderBytes) return;
  const auto* header = static_cast<const unsigned char*>(bytes);
  static_cast<TlsMeter*>(self)->received_ += header[3] * 256u + header[4];
}

}  // namespace structural::kube
