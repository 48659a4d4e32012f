#include "kube/proto_list_splitter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kube/transport/api_error.h"
#include "kube/transport/body.h"
#include "kube/transport/transport.h"
#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;
using base::WireType;

constexpr std::size_t kMaxSmallBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxVarintBytes = 10;

Error NotAList(const std::string& what) { return {ErrorCode::kInvalidInput, "list: protobuf: " + what}; }

void AppendVarint(std::uint64_t value, std::string& to) {
  for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
  to += static_cast<char>(value);
}

// Begins an object in protobuf whose raw message has `size` bytes.
void BeginObject(std::string_view type_meta, std::uint64_t size, std::string& to) {
  to = base::kProtoMagic;
  to += type_meta;
  AppendVarint(base::unknown::kRaw << 3 | static_cast<std::uint64_t>(WireType::kBytes), to);
  AppendVarint(size, to);
}

// Returns the varint that begins at `at`, and moves `at` to its end. Returns nullopt if the varint is incomplete.
std::optional<std::uint64_t> TakeVarint(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (std::size_t i = at; i < bytes.size() && i - at < kMaxVarintBytes; ++i) {
    value |= (std::uint64_t{static_cast<unsigned char>(bytes[i])} & 0x7F) << (7 * (i - at));
    if ((bytes[i] & 0x80) != 0) continue;
    at = i + 1;
    return value;
  }
  return std::nullopt;
}

}  // namespace

ProtoListSplitter::ProtoListSplitter(OnItem on_item) : on_item_(std::move(on_item)) {}

// Subtracts `bytes` from list_bytes_left_. Returns an error if the list has fewer bytes left. Does nothing outside of
// the list.
Status ProtoListSplitter::ChargeList(std::uint64_t bytes) {
  if (!in_list_) return base::Ok();
  if (bytes > list_bytes_left_) return NotAList("a field goes beyond the end of the list");
  list_bytes_left_ -= bytes;
  return base::Ok();
}

Status ProtoListSplitter::BeginValue(Next next, std::uint64_t size) {
  next_ = next;
  value_bytes_left_ = size;
  partial_.clear();
  const Status taken = ChargeList(size);
  if (!taken.ok()) return taken;
  if (next == Next::kItem) {
    if (size > kMaxLineBytes) {
      return Error(ErrorCode::kLimitExceeded,
                   "list: an item has more than " + std::to_string(kMaxLineBytes) + " bytes");
    }
    BeginObject("", size, partial_);
  } else if (next == Next::kSmall || next == Next::kStatus) {
    small_bytes_ += static_cast<std::size_t>(std::min<std::uint64_t>(size, kMaxSmallBytes));
    if (size > kMaxSmallBytes || small_bytes_ > kMaxSmallBytes) {
      return Error(ErrorCode::kLimitExceeded, "list: too much text besides the items");
    }
    constexpr std::string_view kTypeMeta = "\x0a\x08\x12\x06Status";  // its kind
    if (next == Next::kStatus) BeginObject(kTypeMeta, size, partial_);
  }
  return value_bytes_left_ == 0 ? EndValue() : base::Ok();
}

// Upstream: Unknown of apimachinery pkg/runtime/generated.proto, CustomResourceDefinitionList of
// pkg/apis/apiextensions/v1/generated.proto. All lists have the same numbers.
Status ProtoListSplitter::BeginField(std::uint64_t tag, std::uint64_t size) {
  constexpr int kMetadataOrType = 1, kItemsOrList = 2;
  const auto wire = static_cast<WireType>(tag & 7);
  field_ = static_cast<std::int32_t>(tag >> 3);
  if (field_ <= 0) return NotAList("invalid tag");
  const bool known = field_ == kMetadataOrType || field_ == kItemsOrList;
  if (known && wire != WireType::kBytes) return NotAList("a field has another type");
  switch (wire) {
    case WireType::kVarint: return BeginValue(Next::kSkip, 0);
    case WireType::kFixed64: return BeginValue(Next::kSkip, 8);
    case WireType::kFixed32: return BeginValue(Next::kSkip, 4);
    case WireType::kBytes: break;
    default: return NotAList("a field has an unknown type");
  }
  if (!known) return BeginValue(Next::kSkip, size);
  if (field_ == kMetadataOrType) return BeginValue(Next::kSmall, size);
  if (in_list_) return BeginValue(Next::kItem, size);
  if (has_list_ || status_) return NotAList("it has two lists");
  if (page_.kind == "Status") return BeginValue(Next::kStatus, size);
  has_list_ = true;
  in_list_ = size > 0;
  list_bytes_left_ = size;
  partial_.clear();
  return base::Ok();
}

// Reads bytes until the tag of a field is complete, with the size of its value or, for a varint, the value itself.
// Returns false if more bytes are needed, or if *failure was set.
bool ProtoListSplitter::TakeHead(std::string_view* bytes, std::uint64_t* tag, std::uint64_t* size, Status* failure) {
  while (!bytes->empty()) {
    partial_ += bytes->front();
    bytes->remove_prefix(1);
    *failure = ChargeList(1);
    if (!failure->ok()) return false;
    std::size_t at = 0;
    const auto head = TakeVarint(partial_, at);
    const bool sized = head && ((*head & 7) == 0 || (*head & 7) == 2);
    const auto value = sized ? TakeVarint(partial_, at) : std::nullopt;
    if (head && (!sized || value)) {
      *tag = *head;
      *size = value.value_or(0);
      return true;
    }
    if (partial_.size() - at >= kMaxVarintBytes) {
      *failure = NotAList("a number has no end");
      return false;
    }
  }
  return false;
}

Status ProtoListSplitter::ReadSmall() {
  base::ProtoReader in(partial_);
  while (in.NextField()) {
    std::string* to = nullptr;
    if (in_list_) {
      // Upstream: ListMeta of apimachinery pkg/apis/meta/v1/generated.proto.
      if (in.field() == 2) to = &page_.resource_version;
      if (in.field() == 3) to = &page_.continue_token;
    } else {
      if (in.field() == base::unknown::kApiVersion) to = &page_.api_version;
      if (in.field() == base::unknown::kKind) to = &page_.kind;
    }
    if (to == nullptr) {
      in.Skip();
    } else {
      *to = in.Bytes();
    }
  }
  return in.ok() ? base::Ok() : in.error().In("list");
}

Status ProtoListSplitter::EndValue() {
  Status status = base::Ok();
  if (next_ == Next::kSmall) status = ReadSmall();
  if (next_ == Next::kItem) on_item_(partial_);
  if (next_ == Next::kStatus) status_ = StatusInsteadOfList(partial_);
  ClearAndShrink(partial_);
  next_ = Next::kTag;
  if (list_bytes_left_ == 0) in_list_ = false;
  return status;
}

Status ProtoListSplitter::Feed(std::string_view bytes) {
  while (!bytes.empty()) {
    Status status = base::Ok();
    if (next_ == Next::kMagic) {
      const std::string_view part = bytes.substr(0, base::kProtoMagic.size() - partial_.size());
      partial_ += part;
      bytes.remove_prefix(part.size());
      if (!base::kProtoMagic.starts_with(partial_)) return NotAList("the magic bytes are missing");
      if (partial_.size() < base::kProtoMagic.size()) continue;
      partial_.clear();
      next_ = Next::kTag;
    } else if (next_ == Next::kTag) {
      std::uint64_t tag = 0, size = 0;
      if (TakeHead(&bytes, &tag, &size, &status)) status = BeginField(tag, size);
    } else {
      const std::string_view part =
          bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(value_bytes_left_, bytes.size())));
      if (next_ != Next::kSkip) partial_ += part;
      bytes.remove_prefix(part.size());
      value_bytes_left_ -= part.size();
      if (value_bytes_left_ == 0) status = EndValue();
    }
    if (!status.ok()) return status;
  }
  return base::Ok();
}

base::Result<ListPage> ProtoListSplitter::End() {
  if (next_ != Next::kTag || !partial_.empty() || in_list_) return NotAList("it ends before the list is complete");
  if (status_) return *status_;
  if (!has_list_) return NotAList("the response is not a list");
  return page_;
}

}  // namespace structural::kube
