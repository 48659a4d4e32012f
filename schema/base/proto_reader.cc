#include "schema/base/proto_reader.h"

#include <bit>
#include <cstring>
#include <string>

#include <protozero/varint.hpp>

#include "schema/base/stack.h"

namespace structural::base {
namespace {

// Reads a varint at `*at`, and advances `*at`. Returns false if the varint does not end before `end`, or has more than
// 64 bits.
bool TakeVarint(const char** at, const char* end, std::uint64_t* value) {
  try {
    *value = protozero::decode_varint(at, end);
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

bool TakeBytes(const char** at, const char* end, std::uint64_t size) {
  if (size > static_cast<std::uint64_t>(end - *at)) return false;
  *at += size;
  return true;
}

// Skips a value of the wire type `wire`. For the start or the end of a group, skips nothing, because the fields of a
// group have tags of their own. Returns false if the value does not end before `end`, or if the wire type does not
// exist.
bool TakeValue(const char** at, const char* end, std::uint64_t wire) {
  std::uint64_t value = 0;
  switch (static_cast<WireType>(wire)) {
    case WireType::kVarint: return TakeVarint(at, end, &value);
    case WireType::kFixed64: return TakeBytes(at, end, 8);
    case WireType::kBytes: return TakeVarint(at, end, &value) && TakeBytes(at, end, value);
    case WireType::kFixed32: return TakeBytes(at, end, 4);
    default: return wire <= 4;
  }
}

}  // namespace

std::uint64_t ProtoReader::ReadLongVarint() {
  std::uint64_t value = 0;
  if (TakeVarint(&at_, end_, &value)) return value;
  Fail("a number has no end");
  return 0;
}

double ProtoReader::Double() {
  if (!Require(WireType::kFixed64)) return 0;
  constexpr int kBytes = 8;
  if (end_ - at_ < kBytes) {
    Fail("a number has no end");
    return 0;
  }
  std::uint64_t bits = 0;
  for (int i = 0; i < kBytes; ++i) bits |= std::uint64_t{static_cast<unsigned char>(*at_++)} << (8 * i);
  return std::bit_cast<double>(bits);
}

void ProtoReader::Skip() { SkipFrom(tag_begin_, end_); }

// Skips the field whose tag is at `tag`, with all groups in it. Records an error if the field does not end before
// `limit`.
void ProtoReader::SkipFrom(const char* tag, const char* limit) {
  const char* at = tag;
  std::size_t groups = 0;
  do {
    std::uint64_t head = 0;
    if (at == end_ || !TakeVarint(&at, end_, &head)) return Fail("an unknown field has no end");
    const std::uint64_t wire = head & 7;
    if (wire == 4 && groups == 0) return Fail("a group ends that did not begin");
    if (!TakeValue(&at, end_, wire)) return Fail("an unknown field has no end, or an invalid type");
    groups += wire == 3;
    groups -= wire == 4;
  } while (groups > 0);
  if (at > limit) return Fail("an unknown field goes beyond the end");
  at_ = at;
}

// Reads the tag of the next field of a map's entry. `end` is the end of the entry. Returns true if the field is the key
// or the value; the caller then reads it. Skips any other field and returns false. Also returns false after an error.
bool ProtoReader::NextUnusualEntryField(const char* end) {
  const char* const tag = at_;
  field_ = static_cast<std::int32_t>(ReadVarint() >> 3);
  if (!ok()) return false;
  if (field_ != 1 && field_ != 2) {
    SkipFrom(tag, end);
    return false;
  }
  wire_ = WireType::kBytes;
  const char* behind = at_;
  std::uint64_t size = 0;
  if (TakeVarint(&behind, end_, &size) && TakeBytes(&behind, end_, size) && behind > end)
    SpendOnRepetition(static_cast<std::size_t>(behind - end));
  return ok();
}

std::size_t ProtoReader::CountFieldsWithSameTag() const {
  const char* at = at_;
  for (std::size_t count = 0;; ++count) {
    std::uint64_t size = 0;
    const bool sized = at != end_ && static_cast<unsigned char>(*at) < 0x80;
    if (sized) size = static_cast<unsigned char>(*at++);
    if ((!sized && !TakeVarint(&at, end_, &size)) || !TakeBytes(&at, end_, size)) return count + 1;
    const bool same_tag =
        end_ - at >= tag_size_ && std::memcmp(at, tag_begin_, static_cast<std::size_t>(tag_size_)) == 0;
    if (!same_tag) return count + 1;
    at += tag_size_;
  }
}

void ProtoReader::SpendOnRepetition(std::size_t bytes) {
  repeated_bytes_ += bytes;
  if (repeated_bytes_ <= kMaxRepeatedBytes || !ok()) return;
  Fail("too many parts of large lists or maps", ErrorCode::kLimitExceeded);
}

bool ProtoReader::EnterDeep() {
  if (depth_ > kMaxDepth) {
    Fail("exceeded max depth of 10000");
  } else if (max_depth_ = LevelsLeft(); depth_ > max_depth_) {
    Fail("nested too deeply for the stack of this thread", ErrorCode::kLimitExceeded);
  }
  return ok();
}

void ProtoReader::FailWrongWireType() {
  Fail("field " + std::to_string(field_) + " has the wire type " + std::to_string(static_cast<int>(wire_)));
}

void ProtoReader::Fail(std::string_view what, ErrorCode code) {
  if (!ok()) return;
  const auto place = static_cast<std::size_t>(at_ - begin_);
  error_ = Error(code, "protobuf: " + std::string(what)).WithPlace(place, "byte " + std::to_string(place));
  at_ = end_;
}

}  // namespace structural::base
