#include "schema/crd/proto_json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/output_budget.h"
#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/base/stack.h"
#include "schema/crd/decode_parts.h"
#include "schema/crd/proto_json_types.h"
#include "schema/go/base64.h"
#include "schema/go/moment.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::crd {
namespace proto_json {
namespace {

using base::Error;
using base::ErrorCode;
using base::ProtoReader;
using Kind = Field::Kind;
using Shape = Field::Shape;
using WrittenIf = Field::WrittenIf;

// A value of a field.
struct Found {
  const Field* field;
  std::uint64_t number = 0;  // value of a kBool, kInt32 or kInt64; the bits of a kDouble
  std::string_view bytes;    // value of all other kinds; an entry, if the field is a map
};

bool IsNumber(Kind kind) {
  return kind == Kind::kBool || kind == Kind::kInt32 || kind == Kind::kInt64 || kind == Kind::kDouble;
}

// Returns the field with this number; null for an unknown one. In most messages a field's number is its position.
const Field* Find(const Message& message, int number) {
  const auto at = static_cast<std::size_t>(number) - 1;
  if (at < message.fields.size() && message.fields[at].number == number) return &message.fields[at];
  const auto found = std::ranges::find(message.fields, number, &Field::number);
  return found == message.fields.end() ? nullptr : &*found;
}

// Returns the time in the form of JSON; an empty text for the zero time, and for a year that RFC 3339 cannot express.
//
// Upstream: apimachinery pkg/apis/meta/v1/time.go Time.MarshalJSON (0.37.2).
base::Result<std::string> TimeIn(std::string_view message) {
  constexpr std::int64_t kZero = -62135596800;                         // the first second of year 1
  constexpr std::int64_t kFirst = -62167219200, kLast = 253402300799;  // first and last second of the years 0 to 9999
  go::Moment moment{.seconds = message.empty() ? kZero : 0};
  ProtoReader in(message);
  while (in.NextField()) {
    if (in.field() == 1) {
      moment.seconds = in.Int64();
    } else {
      in.Skip();
    }
  }
  if (!in.ok()) return in.error();
  const bool known = moment.seconds != kZero && moment.seconds >= kFirst && moment.seconds <= kLast;
  return known ? go::FormatRfc3339Nano(moment) : std::string();
}

class JsonPrinter {
 public:
  explicit JsonPrinter(std::size_t input) : input_(input), levels_left_(base::LevelsLeft()), to_(text_) {
    text_.reserve(2 * input);
  }

  // Writes a message. Does nothing after an error.
  void Print(std::string_view bytes, const Message& message);

  bool failed() const { return error_.has_value(); }
  base::Result<std::string> Take();

 private:
  void Read(std::string_view bytes, const Message& message);
  void PrintMember(const Field& field, std::size_t begin, std::size_t end);
  void PrintValues(const Field& field, std::size_t begin, std::size_t end);
  void PrintMerged(const Field& field, std::size_t begin, std::size_t end);
  void PrintMap(const Field& field, std::size_t begin, std::size_t end);
  void PrintValue(const Found& value);
  void PrintNumber(const Found& value);
  void PrintRaw(std::string_view message);
  void PrintAbsent(const Field& field);
  bool IsZero(const Found& value);
  void Fail(Error error) {
    if (!error_) error_ = std::move(error);
  }

  const std::size_t input_;
  int levels_left_;
  std::string text_;
  json::Writer to_;
  std::vector<Found> found_;      // the values of all messages that are being written, the innermost message last
  std::size_t merged_bytes_ = 0;  // bytes of all messages that were joined from several parts
  base::Arena arena_;
  std::optional<Error> error_;
};

// Appends the values of a message to found_, in the order of the members.
void JsonPrinter::Read(std::string_view bytes, const Message& message) {
  const std::size_t begin = found_.size();
  ProtoReader in(bytes);
  while (in.NextField()) {
    const Field* field = Find(message, in.field());
    if (field == nullptr) {
      in.Skip();
    } else if (!IsNumber(field->kind)) {
      found_.push_back({.field = field, .bytes = in.Bytes()});
    } else if (field->kind == Kind::kDouble) {
      found_.push_back({.field = field, .number = std::bit_cast<std::uint64_t>(in.Double()), .bytes = {}});
    } else {
      found_.push_back({.field = field, .number = in.Varint(), .bytes = {}});
    }
  }
  if (!in.ok()) return Fail(in.error());
  const auto own = std::span(found_).subspan(begin);
  if (!std::ranges::is_sorted(own, {}, &Found::field)) std::ranges::stable_sort(own, {}, &Found::field);
}

void JsonPrinter::Print(std::string_view bytes, const Message& message) {
  if (failed()) return;
  if (levels_left_ == 0) return Fail({ErrorCode::kLimitExceeded, "messages are nested too deeply"});
  --levels_left_;
  const std::size_t begin = found_.size();
  Read(bytes, message);
  if (!message.json_if_empty.empty()) {
    std::size_t last = found_.size();
    while (last > begin && found_[last - 1].field == found_.back().field) --last;
    if (last == found_.size()) {
      to_.Raw(message.json_if_empty);
    } else {
      PrintValues(*found_.back().field, last, found_.size());
    }
  } else {
    to_.BeginObject();
    std::size_t at = begin;
    for (const Field& field : message.fields) {
      const std::size_t first = at;
      while (at < found_.size() && found_[at].field == &field) ++at;
      PrintMember(field, first, at);
    }
    to_.EndObject();
  }
  found_.resize(begin);
  ++levels_left_;
  const base::Status size = base::CheckDocumentSize("the CRD in JSON", text_.size(), input_);
  if (!size.ok()) Fail(size.error());
}

bool JsonPrinter::IsZero(const Found& value) {
  if (value.field->kind != Kind::kTime) return value.number == 0 && value.bytes.empty();
  const auto time = TimeIn(value.bytes);
  if (!time.ok()) Fail(time.error());
  return !time.ok() || time->empty();
}

// Writes a member whose values are found_[begin, end).
void JsonPrinter::PrintMember(const Field& field, std::size_t begin, std::size_t end) {
  if (failed()) return;
  if (begin == end && field.written_if != WrittenIf::kAlways) return;
  if (field.written_if == WrittenIf::kNonZero && IsZero(found_[end - 1])) return;
  to_.Key(field.name);
  if (begin == end) return PrintAbsent(field);
  PrintValues(field, begin, end);
}

void JsonPrinter::PrintValues(const Field& field, std::size_t begin, std::size_t end) {
  if (field.shape == Shape::kMap) return PrintMap(field, begin, end);
  if (field.shape == Shape::kOne) return end - begin == 1 ? PrintValue(found_[begin]) : PrintMerged(field, begin, end);
  to_.BeginList();
  for (std::size_t i = begin; i < end && !failed(); ++i) PrintValue(found_[i]);
  to_.EndList();
}

// Writes the value of a field that occurs several times.
void JsonPrinter::PrintMerged(const Field& field, std::size_t begin, std::size_t end) {
  const bool message = field.kind == Kind::kMessage || field.kind == Kind::kTime || field.kind == Kind::kRaw;
  if (!message) return PrintValue(found_[end - 1]);
  // Without a limit, messages that are repeated at many levels would each have a copy of all levels below them.
  for (std::size_t i = begin; i < end; ++i) merged_bytes_ += found_[i].bytes.size();
  if (merged_bytes_ > ProtoReader::kMaxRepeatedBytes)
    return Fail({ErrorCode::kLimitExceeded, "too many parts of large messages"});
  std::string merged;
  for (std::size_t i = begin; i < end; ++i) merged += found_[i].bytes;
  PrintValue({.field = &field, .bytes = merged});
}

// Writes a map with sorted keys. If entries have the same key, writes the last of them.
void JsonPrinter::PrintMap(const Field& field, std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::string_view, std::string_view>> entries;
  for (std::size_t i = begin; i < end; ++i) {
    auto& [key, value] = entries.emplace_back();
    ProtoReader in(found_[i].bytes);
    while (in.NextField()) {
      if (in.field() == 1) {
        key = in.Bytes();
      } else if (in.field() == 2) {
        value = in.Bytes();
      } else {
        in.Skip();
      }
    }
    if (!in.ok()) return Fail(in.error());
  }
  if (!std::ranges::is_sorted(entries, {}, &decltype(entries)::value_type::first)) {
    std::ranges::stable_sort(entries, {}, &decltype(entries)::value_type::first);
  }
  to_.BeginObject();
  for (std::size_t i = 0; i < entries.size() && !failed(); ++i) {
    if (i + 1 < entries.size() && entries[i + 1].first == entries[i].first) continue;
    to_.AnyKey(entries[i].first);
    PrintValue({.field = &field, .bytes = entries[i].second});
  }
  to_.EndObject();
}

void JsonPrinter::PrintValue(const Found& value) {
  switch (value.field->kind) {
    case Kind::kText: to_.Add(value.bytes); break;
    case Kind::kBase64: to_.Add(go::EncodeBase64(value.bytes)); break;
    case Kind::kRaw: return PrintRaw(value.bytes);
    case Kind::kMessage: return Print(value.bytes, *value.field->message);
    case Kind::kTime: {
      const auto time = TimeIn(value.bytes);
      if (!time.ok()) return Fail(time.error());
      time->empty() ? to_.Add(nullptr) : to_.Add(*time);
      break;
    }
    default: PrintNumber(value);
  }
}

void JsonPrinter::PrintNumber(const Found& value) {
  switch (value.field->kind) {
    case Kind::kBool: to_.Add(value.number != 0); break;
    case Kind::kInt32: to_.Add(static_cast<std::int32_t>(value.number)); break;
    case Kind::kInt64: to_.Add(static_cast<std::int64_t>(value.number)); break;
    default: {
      const auto number = std::bit_cast<double>(value.number);
      if (!std::isfinite(number)) return Fail({ErrorCode::kInvalidInput, "a number is not finite"});
      to_.Raw(json::FormatDouble(number));
    }
  }
}

// Writes the JSON text that a message contains; null if it contains none.
void JsonPrinter::PrintRaw(std::string_view message) {
  std::string_view raw;
  ProtoReader in(message);
  while (in.NextField()) {
    if (in.field() == 1) {
      raw = in.Bytes();
    } else {
      in.Skip();
    }
  }
  if (!in.ok()) return Fail(in.error());
  if (raw.empty()) return void(to_.Add(nullptr));
  json::JsonReader json(raw, arena_);
  json.ReadUndecoded();
  if (!json.AtEnd()) return Fail(json.error());
  to_.Raw(raw);
}

void JsonPrinter::PrintAbsent(const Field& field) {
  if (field.shape == Shape::kList) {
    to_.Add(nullptr);
  } else {
    PrintValue({.field = &field, .bytes = {}});
  }
}

base::Result<std::string> JsonPrinter::Take() {
  if (error_) return *error_;
  return std::move(text_);
}

}  // namespace
}  // namespace proto_json

base::Result<std::string> ProtoToJson(std::string_view text) {
  const auto object = base::ReadProtoObject(text);
  if (!object.ok()) return object.error();
  const bool item = object->api_version.empty() && object->kind.empty();
  if (!item) {
    const auto version = TypeMeta{object->api_version, object->kind}.CrdApiVersion();
    if (!version.ok()) return version.error();
    if (*version != ApiVersion::kV1)
      return base::Error(base::ErrorCode::kInvalidInput, "a CRD in protobuf that is not v1");
  }
  proto_json::JsonPrinter printer(object->raw.size());
  printer.Print(object->raw, proto_json::kCrd);
  auto json = printer.Take();
  if (json.ok() && !item) {
    json->insert(1, R"("kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",)");
  }
  return json;
}

base::Result<std::string_view> JsonOf(std::string_view text, std::string& buffer) {
  if (!base::IsProtoObject(text)) return text;
  auto json = ProtoToJson(text);
  if (!json.ok()) return json.error();
  buffer = *std::move(json);
  return std::string_view(buffer);
}

}  // namespace structural::crd
