#include "schema/crd/model/decode_values.h"

#include "schema/crd/model/decode.h"

namespace structural::crd {

using base::Arena;
using json::JsonReader;

bool ReadNull(JsonReader& in) {
  if (in.Peek() != JsonReader::Kind::kNull) return false;
  in.Null();
  return true;
}

void ReadString(JsonReader& in, std::string_view& out) {
  if (!ReadNull(in)) out = in.String();
}

void ReadUndecodedString(JsonReader& in, UndecodedText& out) {
  if (!ReadNull(in)) out = UndecodedText::FromJson(in.EscapedString());
}

void ReadOptionalString(JsonReader& in, std::optional<std::string_view>& out) {
  if (ReadNull(in)) return out.reset();
  out = in.String();
}

void ReadBool(JsonReader& in, bool& out) {
  if (!ReadNull(in)) out = in.Bool();
}

void ReadOptionalBool(JsonReader& in, std::optional<bool>& out) {
  if (ReadNull(in)) return out.reset();
  out = in.Bool();
}

void ReadOptionalInt64(JsonReader& in, std::optional<std::int64_t>& out) {
  if (ReadNull(in)) return out.reset();
  out = in.Int64();
}

void ReadOptionalDouble(JsonReader& in, std::optional<double>& out) {
  if (ReadNull(in)) return out.reset();
  out = in.Double();
}

void ReadJson(JsonReader& in, JsonText& out) {
  if (ReadNull(in)) {
    out = {};
    return;
  }
  out = in.ReadUndecoded();
}

void ReadStrings(JsonReader& in, Arena& arena, std::span<const std::string_view>& out) {
  if (ReadNull(in)) {
    out = {};
    return;
  }
  const auto before = out;
  std::vector<std::string_view> elements;
  for (in.BeginArray(); in.NextElement();) {
    std::string_view element = elements.size() < before.size() ? before[elements.size()] : "";
    ReadString(in, element);
    elements.push_back(element);
  }
  out = arena.Copy(std::span<const std::string_view>(elements));
}

void ReadJsonList(JsonReader& in, Arena& arena, std::span<const JsonText>& out) {
  if (ReadNull(in)) {
    out = {};
    return;
  }
  const auto before = out;
  std::vector<JsonText> elements;
  for (in.BeginArray(); in.NextElement();) {
    JsonText element = elements.size() < before.size() ? before[elements.size()] : "";
    if (!ReadNull(in)) element = in.ReadUndecoded();
    elements.push_back(element);
  }
  out = arena.Copy(std::span<const JsonText>(elements));
}

const JSONSchemaProps* SharedEmpty(const JSONSchemaProps& s) {
  const bool something = !s.description.empty() || !s.type.empty() || !Absent(s.required) || s.items != nullptr ||
                         s.has_invalid_items || !s.properties.absent() || s.additional_properties != nullptr ||
                         s.values != &kNoValueKeywords || s.rare != &kNoRareKeywords || s.nullable ||
                         s.x_embedded_resource || s.x_int_or_string || s.x_preserve_unknown_fields;
  return something ? nullptr : &kEmptySchema;
}

}  // namespace structural::crd
