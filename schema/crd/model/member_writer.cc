#include "schema/crd/model/member_writer.h"

#include "schema/base/quote.h"
#include "schema/json/scan.h"
#include "schema/json/value.h"

namespace structural::crd {
namespace {

using json::Parser;
using json::Value;

// Whether Go reads and writes the JSON escape with the letter `c` unchanged. For example, Go reads \/ but writes /.
bool IsUsualEscape(char c) { return c == 'n' || c == '"' || c == '\\' || c == 't' || c == 'r'; }

// Whether Go would write a JSON string unchanged after reading it. `text` is the string in JSON, without its quotes.
bool IsAsWritten(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at = base::FindJsonSpecial(at, end)) != end) {
    if (*at != '\\' || !IsUsualEscape(at[1])) return false;
    at += 2;
  }
  return true;
}

}  // namespace

void MemberWriter::AppendEscaped(std::string_view text) {
  if (IsAsWritten(text)) {
    Raw("\"");
    (to_ += text) += '"';
  } else {
    Add(json::UnescapeJsonString(text));
  }
}

void MemberWriter::Text(std::string_view name, std::string_view text) {
  if (!text.empty()) Add(name, text);
}

void MemberWriter::Undecoded(std::string_view name, const UndecodedText& text) {
  if (text.empty()) return;
  Key(name);
  if (const auto escaped = text.escaped()) return AppendEscaped(*escaped);
  Add(text.Value());
}

void MemberWriter::True(std::string_view name, bool value) {
  if (value) Add(name, true);
}

void MemberWriter::Bool(std::string_view name, const std::optional<bool>& value) {
  if (value) Add(name, *value);
}

void MemberWriter::OptionalText(std::string_view name, const std::optional<std::string_view>& text) {
  if (text) Add(name, *text);
}

void MemberWriter::Number(std::string_view name, const std::optional<double>& value) {
  if (value) Add(name, Value::Double(*value));
}

void MemberWriter::Number(std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) Add(name, *value);
}

void MemberWriter::Bounds(const Limits& limits) {
  Number("maxItems", limits.max_items);
  Number("maxLength", limits.max_length);
  Number("maxProperties", limits.max_properties);
  Number("maximum", limits.maximum);
  Number("minItems", limits.min_items);
  Number("minLength", limits.min_length);
  Number("minProperties", limits.min_properties);
  Number("minimum", limits.minimum);
  Number("multipleOf", limits.multiple_of);
}

void MemberWriter::Texts(std::string_view name, std::span<const std::string_view> texts) {
  if (!texts.empty()) Add(name, texts);
}

void MemberWriter::Json(std::string_view name, JsonText text) {
  if (text.empty()) return;
  Key(name);
  AppendValue(text);
}

void MemberWriter::Raw(std::string_view name, std::string_view json) {
  if (!json.empty()) Key(name).Raw(json);
}

void MemberWriter::Enumeration(std::span<const JsonText> values) {
  List("enum", values, [&](JsonText value) { AppendValue(value); });
}

void MemberWriter::ExternalDocs(const ExternalDocumentation* docs) {
  if (docs == nullptr) return;
  Key("externalDocs").BeginObject();
  Text("description", docs->description);
  Text("url", docs->url);
  EndObject();
}

void MemberWriter::AppendValue(JsonText text) {
  if (text.empty()) {
    Add(nullptr);
    return;
  }
  if (text.front() == '"') return AppendEscaped(text.substr(1, text.size() - 2));
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  Add(value.ok() ? *value : Value());
  arena_.Rewind(before);
}

void MemberWriter::Rule(const ValidationRule& rule, const std::optional<std::string_view>& reason) {
  BeginObject();
  Text("fieldPath", rule.field_path);
  Text("message", rule.message);
  Text("messageExpression", rule.message_expression);
  Bool("optionalOldSelf", rule.optional_old_self);
  OptionalText("reason", reason);
  Add("rule", rule.rule).EndObject();
}

namespace {

class PropsWriter {
 public:
  PropsWriter(base::Arena& arena, std::string& to) : members_(arena, to) {}

  void Write(const JSONSchemaProps& schema);

 private:
  void UpToFormat(const JSONSchemaProps& schema);
  void UpToOneOf(const JSONSchemaProps& schema);
  void UpToUniqueItems(const JSONSchemaProps& schema);
  void Extensions(const JSONSchemaProps& schema);

  template <typename T, typename WriteValue>
  void Map(std::string_view name, const crd::Map<T>& map, WriteValue write);
  void Schemas(std::string_view name, List<JSONSchemaProps> schemas);
  void Schemas(std::string_view name, const crd::Map<JSONSchemaProps>& schemas);
  void OrBool(std::string_view name, const JSONSchemaPropsOrBool* either);
  void Items(const JSONSchemaProps& schema);
  void Dependency(const JSONSchemaPropsOrStringArray& either);

  MemberWriter members_;
};

template <typename T, typename WriteValue>
void PropsWriter::Map(std::string_view name, const crd::Map<T>& map, WriteValue write) {
  if (map.empty()) return;
  members_.Key(name).BeginObject();
  for (const auto& [key, value] : map) {
    members_.AnyKey(key);
    write(*value);
  }
  members_.EndObject();
}

void PropsWriter::Schemas(std::string_view name, List<JSONSchemaProps> schemas) {
  members_.List(name, schemas, [&](const JSONSchemaProps* schema) { Write(*schema); });
}

void PropsWriter::Schemas(std::string_view name, const crd::Map<JSONSchemaProps>& schemas) {
  Map(name, schemas, [&](const JSONSchemaProps& schema) { Write(schema); });
}

void PropsWriter::OrBool(std::string_view name, const JSONSchemaPropsOrBool* either) {
  if (either == nullptr) return;
  members_.Key(name);
  if (either->schema != nullptr) return Write(*either->schema);
  members_.Add(either->allows);
}

void PropsWriter::Items(const JSONSchemaProps& schema) {
  if (schema.has_invalid_items) members_.Add("items", nullptr);
  if (schema.items == nullptr) return;
  Schemas("items", schema.items->schemas);
  if (!schema.items->schemas.empty()) return;
  members_.Key("items");
  Write(*schema.items->schema);
}

void PropsWriter::Dependency(const JSONSchemaPropsOrStringArray& either) {
  if (either.schema != nullptr) return Write(*either.schema);
  either.property.empty() ? members_.Add(nullptr) : members_.Add(either.property);
}

void PropsWriter::UpToFormat(const JSONSchemaProps& schema) {
  const ValueKeywords& values = *schema.values;
  const RareKeywords& rare = *schema.rare;
  members_.OptionalText("$ref", rare.ref);
  members_.Text("$schema", rare.schema);
  OrBool("additionalItems", rare.additional_items);
  OrBool("additionalProperties", schema.additional_properties);
  Schemas("allOf", values.all_of);
  Schemas("anyOf", values.any_of);
  members_.Json("default", values.default_value);
  Schemas("definitions", rare.definitions);
  Map("dependencies", rare.dependencies, [&](const auto& either) { Dependency(either); });
  members_.Undecoded("description", schema.description);
  members_.Enumeration(values.enumeration);
  members_.Json("example", rare.example);
  members_.True("exclusiveMaximum", rare.exclusive_maximum);
  members_.True("exclusiveMinimum", rare.exclusive_minimum);
  members_.ExternalDocs(rare.external_docs);
  members_.Text("format", values.format);
}

void PropsWriter::UpToOneOf(const JSONSchemaProps& schema) {
  const ValueKeywords& values = *schema.values;
  const RareKeywords& rare = *schema.rare;
  members_.Text("id", rare.id);
  Items(schema);
  members_.Bounds(rare);
  if (values.not_schema != nullptr) {
    members_.Key("not");
    Write(*values.not_schema);
  }
  members_.True("nullable", schema.nullable);
  Schemas("oneOf", values.one_of);
}

void PropsWriter::UpToUniqueItems(const JSONSchemaProps& schema) {
  const RareKeywords& rare = *schema.rare;
  members_.Text("pattern", schema.values->pattern);
  Schemas("patternProperties", rare.pattern_properties);
  Schemas("properties", schema.properties);
  members_.Texts("required", schema.required);
  members_.Text("title", rare.title);
  members_.Text("type", schema.type);
  members_.True("uniqueItems", rare.unique_items);
}

void PropsWriter::Extensions(const JSONSchemaProps& schema) {
  const RareKeywords& rare = *schema.rare;
  members_.True("x-kubernetes-embedded-resource", schema.x_embedded_resource);
  members_.True("x-kubernetes-int-or-string", schema.x_int_or_string);
  members_.Texts("x-kubernetes-list-map-keys", rare.x_list_map_keys);
  members_.OptionalText("x-kubernetes-list-type", rare.x_list_type);
  members_.OptionalText("x-kubernetes-map-type", rare.x_map_type);
  members_.Bool("x-kubernetes-preserve-unknown-fields", schema.x_preserve_unknown_fields);
  members_.List("x-kubernetes-validations", rare.x_validations,
                [&](const auto* rule) { members_.Rule(*rule, rule->reason); });
}

void PropsWriter::Write(const JSONSchemaProps& schema) {
  members_.BeginObject();
  UpToFormat(schema);
  UpToOneOf(schema);
  UpToUniqueItems(schema);
  Extensions(schema);
  members_.EndObject();
}

}  // namespace

void AppendJson(const JSONSchemaProps& schema, base::Arena& arena, std::string& to) {
  PropsWriter(arena, to).Write(schema);
}

}  // namespace structural::crd
