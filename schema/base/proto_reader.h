// ProtoReader reads the fields of a protobuf message in one pass, without copies.
//
//   ProtoReader in(bytes);
//   while (in.NextField()) {
//     if (in.field() == 1) name = in.Bytes(); else in.Skip();
//   }
//   if (!in.ok()) return in.error();
//
// It accepts and rejects the same bytes as the decoders that gogo generates for Kubernetes. A field number has 32 bits.
// An unknown field can be a group. A known field with a wrong wire type is an error.
//
// The reader keeps the first error: afterwards NextField returns false, and other calls return zero. Returned bytes
// point into the message. Not thread-safe.
//
// Upstream: generated.pb.go Unmarshal, skipGenerated (apimachinery 0.37.2).
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "schema/base/result.h"

namespace structural::base {

// The encoding of a field's value. The numbers are those in protobuf's tags.
enum class WireType { kVarint = 0, kFixed64 = 1, kBytes = 2, kStartGroup = 3, kEndGroup = 4, kFixed32 = 5 };

class ProtoReader {
 public:
  explicit ProtoReader(std::string_view message) : begin_(message.data()), at_(begin_), end_(begin_ + message.size()) {}

  // Reads the tag of the next field. If it returns true, the caller must read the field's value. Returns false at the
  // end of the message, or after an error.
  bool NextField();
  int field() const { return field_; }
  WireType wire() const { return wire_; }

  // Whether the field has the wire type `wanted`. Records an error if not.
  bool Require(WireType wanted) {
    if (wire_ == wanted) [[likely]]
      return true;
    FailWrongWireType();
    return false;
  }

  // Each of these functions reads the value of the current field. If the field has a wire type that the function cannot
  // read, the function records an error, and returns zero or no bytes.
  std::uint64_t Varint() { return Require(WireType::kVarint) ? ReadVarint() : 0; }
  bool Bool() { return Varint() != 0; }
  std::int64_t Int64() { return static_cast<std::int64_t>(Varint()); }
  double Double();
  std::string_view Bytes() { return Require(WireType::kBytes) ? ReadBytes() : std::string_view(); }
  // Reads the value of the current field if the field has the wire type `wanted`, and the value is one zero byte:
  // false, 0 or an empty string. Otherwise reads nothing and returns false. Precondition: `wanted` is kVarint or
  // kBytes.
  bool TakeZero(WireType wanted) {
    if (wire_ != wanted || at_ == end_ || *at_ != 0) return false;
    ++at_;
    return true;
  }
  // Skips the value of the current field, which can have any wire type.
  void Skip();

  // Reads the value of the current field as a nested message, and calls read() for each of the message's fields.
  template <typename ReadField>
  void Message(ReadField read) {
    const std::string_view message = Bytes();
    if (!ok()) return;
    const char* const outer = end_;
    at_ = message.data();
    end_ = at_ + message.size();
    while (NextField()) read();
    end_ = outer;
    if (!ok()) at_ = end_;
  }

  // Reads the value of the current field as an entry of a map, and calls read_key() for its key and read_value() for
  // its value. Like gogo's decoders, ignores the wire types of key and value. Like these decoders, requires only that
  // key and value end within the message that has the map; they may end after the entry. Bytes after the entry's end
  // are then read twice, and charged with SpendOnRepetition.
  template <typename ReadKey, typename ReadValue>
  void MapEntry(ReadKey read_key, ReadValue read_value) {
    const std::string_view entry = Bytes();
    if (!ok()) return;
    const char* const end = entry.data() + entry.size();
    at_ = entry.data();
    while (ok() && at_ < end) {
      if (!NextEntryField(end)) continue;
      if (field_ == 1) {
        read_key();
      } else {
        read_value();
      }
    }
    at_ = ok() ? end : end_;
  }

  // Returns the number of consecutive fields that have the tag of the current field, including the current field.
  // Precondition: the current field has the wire type kBytes, and its value was not read yet.
  std::size_t CountFieldsWithSameTag() const;

  // SpendOnRepetition charges bytes that are read or copied again because a list or map is written in several parts.
  // More than kMaxRepeatedBytes in one message are an error, because otherwise a short message could cause copies of
  // many megabytes.
  static constexpr std::size_t kMaxRepeatedBytes = std::size_t{8} << 20;
  void SpendOnRepetition(std::size_t bytes);

  // Enters one level of a recursive message. Returns false, and records an error, if the message is deeper than
  // kMaxDepth or than the stack of this thread allows. The caller must call Leave afterwards, even if Enter returns
  // false.
  bool Enter() { return ++depth_ <= max_depth_ || EnterDeep(); }
  void Leave() { --depth_; }

  void Fail(std::string_view what, ErrorCode code = ErrorCode::kInvalidInput);
  bool ok() const { return !error_; }
  // Returns the first error. Its message begins with the position: "byte 14: …". Precondition: !ok().
  Error error() const {
    assert(error_.has_value());
    return *error_;
  }

 private:
  static constexpr int kMaxShallowLevels = 16;

  void FailWrongWireType();
  std::uint64_t ReadVarint() {
    const auto byte = [this](int i) { return static_cast<unsigned char>(at_[i]); };
    if (at_ != end_ && byte(0) < 0x80) return static_cast<unsigned char>(*at_++);
    if (end_ - at_ < 2 || byte(1) >= 0x80) return ReadLongVarint();
    at_ += 2;
    return (byte(-2) & 0x7Fu) | static_cast<std::uint64_t>(byte(-1)) << 7;
  }
  std::uint64_t ReadLongVarint();
  std::string_view ReadBytes();
  bool NextEntryField(const char* end) {
    // Kubernetes encodes the tag of a key or value in one byte, and its size in one or two bytes. Other encodings are
    // rare, and NextUnusualEntryField reads them.
    const char tag = *at_;
    if (end - at_ < 3 || (tag != 0x0A && tag != 0x12)) return NextUnusualEntryField(end);
    const auto low = static_cast<unsigned char>(at_[1]), high = static_cast<unsigned char>(at_[2]);
    const int head = low < 0x80 ? 2 : 3;
    const int size = low < 0x80 ? low : (low & 0x7F) | high << 7;
    if ((head == 3 && high >= 0x80) || size > end - at_ - head) return NextUnusualEntryField(end);
    field_ = tag >> 3;
    wire_ = WireType::kBytes;
    ++at_;
    return true;
  }
  bool NextUnusualEntryField(const char* end);
  void SkipFrom(const char* tag, const char* limit);
  bool EnterDeep();

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* tag_begin_ = nullptr;
  std::ptrdiff_t tag_size_ = 0;
  int field_ = 0;
  WireType wire_ = WireType::kVarint;
  int depth_ = 0;
  int max_depth_ = kMaxShallowLevels;
  std::size_t repeated_bytes_ = 0;
  std::optional<Error> error_;  // if it has a value, at_ equals end_
};

inline bool ProtoReader::NextField() {
  if (at_ == end_) return false;
  tag_begin_ = at_;
  const std::uint64_t tag = ReadVarint();
  tag_size_ = at_ - tag_begin_;
  field_ = static_cast<std::int32_t>(tag >> 3);
  wire_ = static_cast<WireType>(tag & 7);
  if (field_ > 0 && wire_ != WireType::kEndGroup) [[likely]]
    return ok();
  Fail("invalid tag");
  return false;
}

inline std::string_view ProtoReader::ReadBytes() {
  const std::uint64_t size = ReadVarint();
  if (size > static_cast<std::uint64_t>(end_ - at_)) [[unlikely]] {
    Fail("a length goes beyond the end");
    return {};
  }
  const std::string_view bytes(at_, static_cast<std::size_t>(size));
  at_ += size;
  return bytes;
}

}  // namespace structural::base
