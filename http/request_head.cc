#include "http/request_head.h"

#include <algorithm>
#include <charconv>

#include <boost/beast/http/basic_parser.hpp>

#include "schema/base/utf8.h"

namespace structural::http {
namespace {

namespace beast = boost::beast;
using base::Error;
using base::ErrorCode;
using beast::http::field;
using boost::system::error_code;

constexpr std::string_view kLineEnd = "\r\n";

Error Invalid(std::string what) { return {ErrorCode::kInvalidInput, std::move(what)}; }

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < ' ' && c != '\t') || byte == 0x7f;
}

// Returns whether all characters can be part of a Host header.
// Upstream: golang.org/x/net/http/httpguts ValidHostHeader.
bool IsHost(std::string_view host) {
  constexpr std::string_view kSigns = "!$%&'()*+,-.:;=@[]_~";
  return std::ranges::all_of(host, [&](char c) { return base::IsLetterOrDigit(c) || kSigns.find(c) != kSigns.npos; });
}

std::optional<std::uint64_t> Digits(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// HeadParser: parses a head with Beast's parser, without storing all header fields as Beast does.
class HeadParser : public beast::http::basic_parser<true> {
 public:
  HeadParser() { skip(true); }  // the body is read by RequestReader

  base::Result<RequestHead> Finish();

 private:
  void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
                       error_code&) override;
  void on_field_impl(field name, beast::string_view, beast::string_view value, error_code&) override;
  void on_response_impl(int, beast::string_view, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(beast::string_view, error_code&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view, error_code&) override { return 0; }
  void on_finish_impl(error_code&) override {}

  void OnContentLength(std::string_view value);
  void OnTransferEncoding(std::string_view value);
  void OnHost(std::string_view value);
  void Refuse(const char* what) {
    if (refused_ == nullptr) refused_ = what;
  }

  RequestHead head_;
  int hosts_ = 0;
  std::optional<std::uint64_t> length_;
  const char* refused_ = nullptr;
};

// Returns whether a request target, without its query, is a path, an absolute URL, or "*" (the server itself).
bool IsPathOrAddress(std::string_view target) {
  return target.starts_with('/') || target == "*" || target.find("://") != target.npos;
}

void HeadParser::on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
                                 error_code&) {
  head_.version = static_cast<unsigned>(version);
  const auto mark = std::min(target.find('?'), target.size());
  head_.request.method = View(method);
  head_.request.path = View(target.substr(0, mark));
  if (!IsPathOrAddress(head_.request.path)) Refuse("malformed request target");
  if (mark < target.size()) head_.request.query = View(target.substr(mark + 1));
}

void HeadParser::OnContentLength(std::string_view value) {
  const auto number = Digits(value);
  if (!number) return Refuse("bad Content-Length");
  if (length_ && *length_ != *number) return Refuse("two Content-Lengths");
  length_ = number;
}

void HeadParser::OnTransferEncoding(std::string_view value) {
  if (head_.chunked) return Refuse("two Transfer-Encodings");
  if (!beast::iequals({value.data(), value.size()}, "chunked")) {
    return Refuse("unsupported Transfer-Encoding");
  }
  head_.chunked = true;
}

void HeadParser::OnHost(std::string_view value) {
  if (++hosts_ > 1) return Refuse("too many Host headers");
  if (!IsHost(value)) return Refuse("malformed Host header");
}

void HeadParser::on_field_impl(field name, beast::string_view, beast::string_view value, error_code&) {
  const auto first = [&](std::string& to) {
    if (to.empty()) to = View(value);
  };
  switch (name) {
    case field::host: return OnHost(View(value));
    case field::content_length: return OnContentLength(View(value));
    case field::transfer_encoding: return OnTransferEncoding(View(value));
    case field::authorization: return first(head_.request.authorization);
    case field::content_type: return first(head_.request.content_type);
    case field::expect: head_.expects_continue |= beast::iequals(value, "100-continue"); return;
    default: return;
  }
}

base::Result<RequestHead> HeadParser::Finish() {
  if (refused_ == nullptr && head_.version >= 11 && hosts_ == 0) {
    Refuse("missing required Host header");
  }
  if (refused_ == nullptr && head_.chunked && head_.version < 11) {
    Refuse("Transfer-Encoding in HTTP/1.0");
  }
  if (refused_ == nullptr && head_.chunked && length_) {
    Refuse("both Transfer-Encoding and Content-Length");
  }
  if (refused_ != nullptr) return Invalid(refused_);
  head_.content_length = length_.value_or(0);
  head_.keep_alive = keep_alive();
  head_.expects_continue &= head_.version >= 11;
  return std::move(head_);
}

}  // namespace

base::Status HeadScanner::CheckLine(std::string_view line) {
  if (line.empty() || line.back() != '\r') return Invalid("a line does not end in CRLF");
  line.remove_suffix(1);
  if (std::ranges::any_of(line, IsControl)) return Invalid("a control character");
  const bool first = line_begin_ == 0;
  if (first && !line.ends_with(" HTTP/1.1") && !line.ends_with(" HTTP/1.0")) {
    return Invalid("no HTTP/1.1");
  }
  if (!first && (line.starts_with(' ') || line.starts_with('\t'))) return Invalid("a folded line");
  return base::Ok();
}

base::Result<std::size_t> HeadScanner::Scan(std::string_view bytes) {
  if (!bytes.empty() && IsControl(bytes.front())) return Invalid("a control character");
  for (;;) {
    const std::size_t end = bytes.find('\n', scanned_bytes_);
    scanned_bytes_ = std::min(end, bytes.size());
    if (end == bytes.npos) return std::size_t{0};
    const std::string_view line = bytes.substr(line_begin_, end - line_begin_);
    const base::Status status = CheckLine(line);
    if (!status.ok()) return status.error();
    line_begin_ = scanned_bytes_ = end + 1;
    if (line.size() + 1 == kLineEnd.size()) return line_begin_;
  }
}

base::Result<RequestHead> ReadHead(std::string_view head) {
  HeadParser parser;
  parser.eager(true);
  parser.header_limit(static_cast<std::uint32_t>(head.size()));
  error_code error;
  parser.put({head.data(), head.size()}, error);
  if (error) return Invalid(error.message());
  if (!parser.is_done()) return Invalid("no header");
  return parser.Finish();
}

namespace {

constexpr std::int64_t kFreeOfChunk = 16;
constexpr std::int64_t kFreeOfByte = 2;
constexpr int kMaxDigits = 12;  // maximum number of digits of a chunk's size, which allows any real body

bool IsText(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != 0x7f); }

}  // namespace

ChunkedReader::Part ChunkedReader::EndSize() {
  excess_bytes_ -= kFreeOfChunk + kFreeOfByte * static_cast<std::int64_t>(chunk_bytes_left_);
  excess_bytes_ = std::max<std::int64_t>(excess_bytes_, 0);
  state_ = chunk_bytes_left_ > 0 ? State::kData : State::kLine;
  empty_line_ = true;
  return Part::kIncomplete;
}

ChunkedReader::Part ChunkedReader::ReadSizeChar(char c) {
  if (const int digit = base::HexValue(c); digit >= 0) {
    if (++size_digits_ > kMaxDigits) return Part::kInvalid;
    chunk_bytes_left_ = chunk_bytes_left_ * 16 + static_cast<unsigned>(digit);
    state_ = State::kDigits;
    return Part::kIncomplete;
  }
  if (state_ == State::kSize) return Part::kInvalid;
  if (c != ';' && c != '\r') return Part::kInvalid;
  state_ = c == ';' ? State::kExtension : State::kSizeEnd;
  return Part::kIncomplete;
}

ChunkedReader::Part ChunkedReader::ReadFramingChar(char c) {
  const auto then = [this](bool valid, State next) {
    state_ = next;
    return valid ? Part::kIncomplete : Part::kInvalid;
  };
  switch (state_) {
    case State::kSize:
    case State::kDigits: return ReadSizeChar(c);
    case State::kExtension: return c == '\r' ? then(true, State::kSizeEnd) : then(IsText(c), State::kExtension);
    case State::kSizeEnd: return c == '\n' ? EndSize() : Part::kInvalid;
    case State::kDataCr: return then(c == '\r', State::kDataLf);
    case State::kDataLf: size_digits_ = 0; return then(c == '\n', State::kSize);
    case State::kLine:
      if (c == '\r') return then(true, State::kLineEnd);
      empty_line_ = false;
      return then(IsText(c), State::kLine);
    case State::kLineEnd:
      if (c == '\n' && empty_line_) return Part::kEnd;
      empty_line_ = true;
      return then(c == '\n', State::kLine);
    case State::kData: break;
  }
  return Part::kInvalid;
}

ChunkedReader::Step ChunkedReader::Next(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (state_ == State::kData) {
      const auto n = std::min<std::uint64_t>(chunk_bytes_left_, bytes.size() - i);
      chunk_bytes_left_ -= n;
      if (chunk_bytes_left_ == 0) state_ = State::kDataCr;
      return {Part::kData, i + n, bytes.substr(i, n)};
    }
    const Part part = ReadFramingChar(bytes[i]);
    if (part != Part::kIncomplete) return {part, i + 1, {}};
    if (++excess_bytes_ > kMaxExcessBytes) return {Part::kTooLarge, i + 1, {}};
  }
  return {Part::kIncomplete, bytes.size(), {}};
}

}  // namespace structural::http
