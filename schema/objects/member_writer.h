// MemberWriter: the members of a schema in JSON, one after the other, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/write.h"
#include "schema/model/json_schema_props.h"

namespace structural::objects {

// A writer that leaves out what Go's omitempty leaves out. Not thread-safe.
class MemberWriter : public json::Writer {
 public:
  // `arena` is working memory. Both must outlive the writer.
  MemberWriter(base::Arena& arena, std::string& to) : Writer(to), arena_(arena), to_(to) {}

  using Writer::Raw;

  // Each a whole member.
  void Text(std::string_view name, std::string_view text);
  void Escaped(std::string_view name, model::EscapedText text);
  void True(std::string_view name, bool value);
  void Number(std::string_view name, const std::optional<double>& value);
  void Number(std::string_view name, const std::optional<std::int64_t>& value);
  void Truth(std::string_view name, const std::optional<bool>& value);
  void OptionalText(std::string_view name, const std::optional<std::string_view>& text);
  void Texts(std::string_view name, std::span<const std::string_view> texts);
  void Json(std::string_view name, model::JsonText text);
  void Raw(std::string_view name, std::string_view json);
  void Enumeration(std::span<const model::JsonText> values);
  void ExternalDocs(const model::ExternalDocumentation* docs);
  // From maxItems to multipleOf.
  template <typename Keywords>
  void Bounds(const Keywords& keywords);
  // write(element) writes each.
  template <typename Elements, typename Write>
  void List(std::string_view name, const Elements& elements, const Write& write);

  // A value alone, null for one that is absent.
  void AppendValue(model::JsonText text);
  // A rule of x-kubernetes-validations, with this reason, if any.
  void Rule(const model::ValidationRule& rule, const std::optional<std::string_view>& reason);

 private:
  void AppendEscaped(model::EscapedText text);

  base::Arena& arena_;
  std::string& to_;
};

template <typename Keywords>
void MemberWriter::Bounds(const Keywords& keywords) {
  Number("maxItems", keywords.max_items);
  Number("maxLength", keywords.max_length);
  Number("maxProperties", keywords.max_properties);
  Number("maximum", keywords.maximum);
  Number("minItems", keywords.min_items);
  Number("minLength", keywords.min_length);
  Number("minProperties", keywords.min_properties);
  Number("minimum", keywords.minimum);
  Number("multipleOf", keywords.multiple_of);
}

template <typename Elements, typename Write>
void MemberWriter::List(std::string_view name, const Elements& elements, const Write& write) {
  if (elements.empty()) return;
  Key(name).BeginList();
  for (const auto& element : elements) write(element);
  EndList();
}

// Writing JSONSchemaProps as JSON text.
// Appends what Go's encoding/json writes of a schema: keys sorted, what is empty left out. `arena`
// is working memory.
//
// Upstream: apis/apiextensions/v1/types_jsonschema.go, marshal.go (v0.37.2).
void AppendJson(const model::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::objects
