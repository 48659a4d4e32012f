#include "kube/transport/receive_window.h"

#include <string>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using Owner = std::shared_ptr<ReceiveWindow>;

// Size of the header of a TLS record. Its last two bytes are the length of the content.
constexpr std::size_t kRecordHeaderBytes = 5;

void DropOwner(void*, void* owner, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Owner*>(owner); }

// Returns the index of the ex_data in which an SSL_CTX stores its Owner, which keeps the ReceiveWindow alive.
int OwnerSlot() {
  static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, DropOwner);
  return slot;
}

Error TooMany(ErrorCode code, const std::string& what, std::size_t limit) {
  return Error(code, what + " more than " + std::to_string(limit) + " bytes");
}

constexpr std::string_view kEnd = "\r\n\r\n";

}  // namespace

void ReceiveWindow::Attach(SSL_CTX* context) {
  SSL_CTX_set_ex_data(context, OwnerSlot(), new Owner(shared_from_this()));
  SSL_CTX_set_msg_callback(context, OnMessage);
  SSL_CTX_set_msg_callback_arg(context, this);
}

// OpenSSL calls this for the header of a TLS record, before it reads the record. Above the limit, sets "received
// shutdown", so that OpenSSL reads nothing more, and the HTTP library reports a broken connection.
void ReceiveWindow::OnMessage(int written, int /*version*/, int content_type, const void* bytes, std::size_t count,
                              SSL* connection, void* self) {
  if (written != 0 || content_type != SSL3_RT_HEADER || count < kRecordHeaderBytes) return;
  if (SSL_is_init_finished(connection) == 0) return;
  const auto* header = static_cast<const unsigned char*>(bytes);
  if (static_cast<ReceiveWindow*>(self)->Add(header[3] * std::size_t{256} + header[4])) return;
  SSL_set_shutdown(connection, SSL_get_shutdown(connection) | SSL_RECEIVED_SHUTDOWN);
}

void ReceiveWindow::BeginAnswer() {
  OnDelivered();
  in_body_ = false;
  paused_ = false;
  exceeded_limit_ = ExceededLimit::kNone;
}

bool ReceiveWindow::Add(std::size_t bytes) {
  if (closed_) return false;
  const bool fits = budget_->Add(bytes);  // before buffered_bytes_ grows, which OnDelivered releases from the budget
  const std::size_t kept = buffered_bytes_ += bytes;
  ExceededLimit excess = fits ? ExceededLimit::kNone : ExceededLimit::kTotal;
  if (!in_body_ && kept > kMaxHeaderBytes) excess = ExceededLimit::kHeader;
  if (in_body_ && kept > kMaxChunkBytes) excess = ExceededLimit::kChunk;
  if (excess == ExceededLimit::kNone) return true;
  ExceededLimit none = ExceededLimit::kNone;
  exceeded_limit_.compare_exchange_strong(none, excess);  // keeps the first limit that was exceeded
  return false;
}

std::optional<Error> ReceiveWindow::failure() const {
  switch (exceeded_limit_.load()) {
    case ExceededLimit::kNone: break;
    case ExceededLimit::kHeader:  // a request for less data would get the same header
      return TooMany(ErrorCode::kUnavailable, "the answer's header has", kMaxHeaderBytes);
    case ExceededLimit::kChunk:
      return TooMany(ErrorCode::kLimitExceeded, "one chunk of the answer has", kMaxChunkBytes);
    case ExceededLimit::kTotal:
      return TooMany(ErrorCode::kLimitExceeded, "the answers that come in at this time have", budget_->limit());
  }
  return std::nullopt;
}

// Returns the number of the first of these bytes that belong to the answer's header. Like the HTTP library, treats
// informational answers (1xx) as complete answers.
std::size_t AnswerCounter::HeaderBytes(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && matched_ < kEnd.size()) {
    const char c = bytes[used++];
    matched_ = c == kEnd[matched_] ? matched_ + 1 : c == kEnd[0] ? 1 : 0;
  }
  return used;
}

bool AnswerCounter::Add(std::string_view bytes) {
  if (window_ == nullptr) return true;
  if (!window_->in_body()) {
    const std::size_t header = HeaderBytes(bytes);
    if (!window_->Add(header)) return false;
    bytes.remove_prefix(header);
    if (matched_ < kEnd.size()) return true;
    window_->BeginBody();
  }
  matched_ = 0;
  return window_->Add(bytes.size());
}

}  // namespace structural::kube
