// MemberWriter writes the members of a schema as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/write.h"

namespace structural::crd {

// Writes JSON members. Omits a member if Go's omitempty omits it. Not thread-safe.
class MemberWriter : public json::Writer {
 public:
  // `arena` is working memory. `arena` and `to` must outlive the writer.
  MemberWriter(base::Arena& arena, std::string& to) : Writer(to), arena_(arena), to_(to) {}

  using Writer::Raw;

  // Each of these functions writes one member: its name and its value.
  void Text(std::string_view name, std::string_view text);
  void Undecoded(std::string_view name, const UndecodedText& text);
  void True(std::string_view name, bool value);
  void Number(std::string_view name, const std::optional<double>& value);
  void Number(std::string_view name, const std::optional<std::int64_t>& value);
  void Bool(std::string_view name, const std::optional<bool>& value);
  void OptionalText(std::string_view name, const std::optional<std::string_view>& text);
  void Texts(std::string_view name, std::span<const std::string_view> texts);
  void Json(std::string_view name, JsonText text);
  void Raw(std::string_view name, std::string_view json);
  void Enumeration(std::span<const JsonText> values);
  void ExternalDocs(const ExternalDocumentation* docs);
  // Writes the members from maxItems to multipleOf, in alphabetical order.
  void Bounds(const Limits& limits);
  // Writes an array. Calls write(element) for each element. Omits an empty array.
  template <typename Elements, typename Write>
  void List(std::string_view name, const Elements& elements, const Write& write);

  // Writes a single JSON value. An absent value is written as null.
  void AppendValue(JsonText text);
  // Writes a rule of x-kubernetes-validations, with `reason` instead of the rule's own reason; nullopt: without a
  // reason.
  void Rule(const ValidationRule& rule, const std::optional<std::string_view>& reason);

 private:
  void AppendEscaped(std::string_view text);

  base::Arena& arena_;
  std::string& to_;
};

template <typename Elements, typename Write>
void MemberWriter::List(std::string_view name, const Elements& elements, const Write& write) {
  if (elements.empty()) return;
  Key(name).BeginList();
  for (const auto& element : elements) write(element);
  EndList();
}

// Appends a schema as Go's encoding/json writes it: with sorted keys, and without empty members. `arena` is working
// memory.
//
// Upstream: apis/apiextensions/v1/types_jsonschema.go, marshal.go (v0.37.2).
void AppendJson(const JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::crd
