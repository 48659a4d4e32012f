#include "http/request_reader.h"

#include <utility>

namespace structural::http {
namespace {

// Frees the memory of a text, which an assignment of {} would not do.
void Free(std::string& text) { std::string().swap(text); }

}  // namespace

std::span<char> RequestReader::ReceiveBuffer() {
  const std::size_t max =
      state_ == State::kHead ? limits_.header_bytes : std::max(limits_.header_bytes, kMinBodyBuffer);
  if (begin_ == end_) begin_ = end_ = 0;
  if (begin_ > 0 && end_ == buffer_.size()) {
    buffer_.erase(0, std::exchange(begin_, 0));
    end_ = buffer_.size();
  }
  if (end_ == buffer_.size() || state_ == State::kBody) {
    buffer_.resize(state_ == State::kBody ? max : std::min(std::max(kMinHeadBuffer, end_ * 2), max));
  }
  return std::span(buffer_).subspan(end_);
}

void RequestReader::OnReceived(std::size_t bytes) {
  end_ += bytes;
  Read();
}

void RequestReader::Read() {
  if (state_ == State::kHead) ReadHead();
  if (state_ == State::kBody) ReadBody();
}

void RequestReader::Refuse(RequestRejection why, int status, const std::string& text) {
  state_ = State::kRefused;
  rejection_ = why;
  refusal_ = {.status = status, .body = text + "\n"};
  if (head_) Free(head_->request.body);
  waiting_data_ = {};
  share_.reset();
}

void RequestReader::ReadHead() {
  const std::string_view bytes = Bytes().substr(0, limits_.header_bytes);
  const auto size = scanner_.Scan(bytes);
  if (!size.ok()) {
    return Refuse(RequestRejection::kNotHttp, 400, "not an HTTP request: " + size.error().message());
  }
  if (*size == 0) {
    if (bytes.size() < limits_.header_bytes) return;
    return Refuse(RequestRejection::kHeaderTooLarge, 431, "the header is too large");
  }
  auto head = http::ReadHead(bytes.substr(0, *size));
  if (!head.ok()) {
    return Refuse(RequestRejection::kNotHttp, 400, "not an HTTP request: " + head.error().message());
  }
  Use(*size);
  head_ = *std::move(head);
  BeginBody();
}

void RequestReader::BeginBody() {
  missing_body_bytes_ = head_->content_length;
  if (missing_body_bytes_ > limits_.body_bytes) {
    return Refuse(RequestRejection::kBodyTooLarge, 413, "the body is too large");
  }
  state_ = head_->chunked || missing_body_bytes_ > 0 ? State::kBody : State::kComplete;
  if (state_ == State::kBody) {
    const std::size_t size = head_->chunked ? limits_.body_bytes : static_cast<std::size_t>(missing_body_bytes_);
    share_.emplace(budget_, BodyBudget::Body{size, trusted_}, end_body_);
  }
  chunked_reader_ = {};
  expects_continue_ = head_->expects_continue;
}

bool RequestReader::TakeExpectation() { return std::exchange(expects_continue_, false) && state_ == State::kBody; }

bool RequestReader::Add(std::string_view data) {
  const std::size_t size = head_->request.body.size() + data.size();
  if (size > limits_.body_bytes) {
    Refuse(RequestRejection::kBodyTooLarge, 413, "the body is too large");
    return false;
  }
  switch (Reserve(size)) {
    case BodyBudget::ChargeResult::kYes: head_->request.body += data; return true;
    case BodyBudget::ChargeResult::kLater: waiting_data_ = data; return false;
    case BodyBudget::ChargeResult::kNo: break;
  }
  RefuseForMemory();
  return false;
}

void RequestReader::RefuseForMemory() {
  Refuse(RequestRejection::kBodiesFull, 503, "too many requests are being read; try again");
  refusal_.retry_after = 1;
}

bool RequestReader::RefuseIfEvicted() {
  const bool must = is_evicted();
  if (must) RefuseForMemory();
  return must;
}

void RequestReader::RequestMemory() {
  if (Add(std::exchange(waiting_data_, {}))) ReadBody();
}

// Enlarges the buffer of the body to at least `size` bytes, if the budget allows it. Doubles the buffer, but not beyond
// the announced length. Uses a new string, because std::string::reserve could allocate more than that length.
BodyBudget::ChargeResult RequestReader::Reserve(std::size_t size) {
  std::string& body = head_->request.body;
  if (size <= body.capacity()) return BodyBudget::ChargeResult::kYes;
  std::size_t wanted = std::max({size, 2 * body.capacity(), kMinBodyCapacity});
  if (head_->content_length > 0) wanted = std::min<std::size_t>(wanted, head_->content_length);
  wanted = std::min(std::max(wanted, size), limits_.body_bytes);
  const BodyBudget::ChargeResult room = share_->Charge(wanted);
  if (room != BodyBudget::ChargeResult::kYes) return room;
  const auto moving = share_->LockForMove();
  std::string grown;
  grown.reserve(wanted);
  grown = body;
  body = std::move(grown);
  return room;
}

void RequestReader::Complete() {
  state_ = State::kComplete;
  share_->MarkComplete();
}

void RequestReader::ReadBody() {
  if (head_->chunked) return ReadChunks();
  const std::string_view data = Bytes().substr(0, missing_body_bytes_);
  Use(data.size());
  missing_body_bytes_ -= data.size();
  if (data.empty() || Add(data)) {
    if (missing_body_bytes_ == 0) Complete();
  }
}

void RequestReader::ReadChunks() {
  for (;;) {
    const ChunkedReader::Step step = chunked_reader_.Next(Bytes());
    Use(step.used);
    switch (step.part) {
      case ChunkedReader::Part::kData:
        if (!Add(step.data)) return;
        break;
      case ChunkedReader::Part::kIncomplete: return;
      case ChunkedReader::Part::kEnd: return Complete();
      case ChunkedReader::Part::kInvalid:
        return Refuse(RequestRejection::kNotHttp, 400, "not an HTTP request: bad chunk");
      case ChunkedReader::Part::kTooLarge:
        return Refuse(RequestRejection::kHeaderTooLarge, 431, "chunk extensions or trailers are too large");
    }
  }
}

void RequestReader::Abandon() {
  Next();
  state_ = State::kRefused;
  Free(buffer_);
  begin_ = end_ = 0;
}

void RequestReader::Next() {
  state_ = State::kHead;
  scanner_ = {};
  head_.reset();
  share_.reset();
  missing_body_bytes_ = 0;
  expects_continue_ = false;
  if (begin_ == end_) {
    Free(buffer_);
    begin_ = end_ = 0;
    return;
  }
  Read();
}

}  // namespace structural::http
