#include "schema/api/read.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "schema/api/crd_types.h"
#include "schema/api/go_time.h"
#include "schema/api/json_value.h"
#include "schema/api/write.h"
#include "schema/base/base64.h"

namespace structural::api {
namespace {

using base::JsonReader;
using nlohmann::json;
using JsonKind = JsonReader::Kind;

// Without a place to put values (out == nullptr) everything is only checked.
class Reading {
 public:
  explicit Reading(JsonReader& in, bool schemas = true) : in_(in), schemas_(schemas) {}

  void Any(const Type& type, json* out);

 private:
  bool Null();
  template <typename T>
  void Put(json* out, T value) {
    if (out != nullptr && in_.ok()) *out = std::move(value);
  }

  void Scalar(const Type& type, json* out);
  void Struct(const Type& type, json* out);
  void Map(const Type& type, json* out);
  void List(const Type& type, json* out);
  void Bytes(json* out);
  void Time(json* out);
  void Json(json* out, bool check_numbers);
  void SchemaOrArray(const Type& type, json* out);
  void SchemaOrBool(const Type& type, json* out);
  void SchemaOrStringArray(const Type& type, json* out);
  void Fresh(const Type& type, json* out);

  JsonReader& in_;
  const bool schemas_;
};

bool Reading::Null() {
  if (in_.Peek() != JsonKind::kNull) return false;
  in_.Null();
  return true;
}

void Reading::Scalar(const Type& type, json* out) {
  if (Null()) return;
  switch (type.kind) {
    case Kind::kString: return Put(out, std::string(in_.String()));
    case Kind::kBool: return Put(out, in_.Bool());
    case Kind::kDouble: return Put(out, in_.Double());
    default: break;
  }
  const std::int64_t value = in_.Int64();
  if (type.kind == Kind::kInt32 && value != static_cast<std::int32_t>(value)) {
    in_.Fail("the number does not fit into 32 bits");
  }
  Put(out, value);
}

void Reading::Struct(const Type& type, json* out) {
  if (Null()) return;
  if (!schemas_ && &type == &kJSONSchemaProps) {
    in_.Skip();
    return Put(out, json::binary({}, 0));
  }
  if (out != nullptr && !out->is_object()) *out = json::object();
  std::string_view key;
  for (in_.BeginObject(); in_.NextKey(&key);) {
    const Field* field = type.Find(key);
    if (field == nullptr) {
      in_.Skip();
    } else if (Null()) {
      // No value for what has a nil, nothing at all for the others.
      if (out != nullptr && HasNull(field->type->kind)) out->erase(std::string(key));
    } else {
      Any(*field->type, out == nullptr ? nullptr : &(*out)[std::string(key)]);
    }
  }
}

// A null element of a list or map leaves what is there, or the zero value.
void Reading::Fresh(const Type& type, json* out) {
  Any(type, out);
  if (out != nullptr && out->is_null()) *out = Zero(type);
}

void Reading::Map(const Type& type, json* out) {
  if (out != nullptr && !out->is_object()) *out = json::object();
  std::string_view key;
  for (in_.BeginObject(); in_.NextKey(&key);) {
    json value;
    Fresh(*type.element, out == nullptr ? nullptr : &value);
    if (out != nullptr) (*out)[std::string(key)] = std::move(value);
  }
}

void Reading::List(const Type& type, json* out) {
  if (out != nullptr && !out->is_array()) *out = json::array();
  std::size_t size = 0;
  for (in_.BeginArray(); in_.NextElement(); ++size) {
    if (out != nullptr && out->size() == size) out->push_back(nullptr);
    Fresh(*type.element, out == nullptr ? nullptr : &(*out)[size]);
  }
  if (out != nullptr && in_.ok()) out->erase(out->begin() + size, out->end());
}

void Reading::Bytes(json* out) {
  if (in_.Peek() == JsonKind::kString) {
    const auto bytes = base::DecodeBase64(in_.String());
    if (!bytes) return in_.Fail("illegal base64 data");
    return Put(out, base::EncodeBase64(*bytes));
  }
  std::string bytes;
  for (in_.BeginArray(); in_.NextElement();) {
    const std::int64_t value = Null() ? 0 : in_.Int64();
    if (value < 0 || value > std::numeric_limits<unsigned char>::max())
      in_.Fail("the number is no byte");
    bytes += static_cast<char>(value);
  }
  Put(out, base::EncodeBase64(bytes));
}

void Reading::Time(json* out) {
  if (Null()) return Put(out, nullptr);
  const auto time = NormalizeRfc3339(in_.String());
  if (!time) return in_.Fail("the time is not in the form of RFC 3339");
  if (time->empty()) return Put(out, nullptr);
  Put(out, *time);
}

void Reading::Json(json* out, bool check_numbers) {
  if (Null()) return;
  const std::string_view text = check_numbers ? in_.Value() : in_.Skip();
  if (out != nullptr && in_.ok()) *out = ParseJsonValue(text);
}

// A scalar is read as neither, without a mistake.
void Reading::SchemaOrArray(const Type& type, json* out) {
  Put(out, nullptr);
  switch (in_.Peek()) {
    case JsonKind::kObject: return Struct(*type.element, out);
    case JsonKind::kArray: return List(Type{Kind::kList, type.element}, out);
    default: in_.Skip();
  }
}

void Reading::SchemaOrBool(const Type& type, json* out) {
  Put(out, nullptr);
  if (in_.Peek() == JsonKind::kBool) return Put(out, in_.Bool());
  if (in_.Peek() == JsonKind::kObject) return Struct(*type.element, out);
  in_.FailKind("schema or boolean");
}

void Reading::SchemaOrStringArray(const Type& type, json* out) {
  static constexpr Type kText{Kind::kString};
  Put(out, nullptr);
  switch (in_.Peek()) {
    case JsonKind::kObject: return Struct(*type.element, out);
    case JsonKind::kArray: return List(Type{Kind::kList, &kText}, out);
    default: in_.Skip();
  }
}

void Reading::Any(const Type& type, json* out) {
  switch (type.kind) {
    case Kind::kString:
    case Kind::kBool:
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble: return Scalar(type, out);
    case Kind::kBytes: return Bytes(out);
    case Kind::kTime: return Time(out);
    case Kind::kJson: return Json(out, true);
    case Kind::kAny: return Json(out, false);
    case Kind::kPointer: return Any(*type.element, out);
    case Kind::kList: return List(type, out);
    case Kind::kMap: return Map(type, out);
    case Kind::kStruct: return Struct(type, out);
    case Kind::kSchemaOrArray: return SchemaOrArray(type, out);
    case Kind::kSchemaOrBool: return SchemaOrBool(type, out);
    case Kind::kSchemaOrStringArray: return SchemaOrStringArray(type, out);
  }
}

}  // namespace

void Read(JsonReader& in, const Type& type, json& out) { Reading(in).Any(type, &out); }

void ReadWithoutSchemas(JsonReader& in, const Type& type, json& out) {
  Reading(in, false).Any(type, &out);
}

void Check(JsonReader& in, const Type& type) { Reading(in).Any(type, nullptr); }

void CheckMember(JsonReader& in, const Type& structure, std::string_view name) {
  const Field* field = structure.Find(name);
  if (field == nullptr) return void(in.Skip());
  if (in.Peek() == JsonKind::kNull) return in.Null();
  Check(in, *field->type);
}

}  // namespace structural::api
