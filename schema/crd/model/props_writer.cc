#include "schema/crd/model/member_writer.h"

namespace structural::crd {
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
  members_.Truth("x-kubernetes-preserve-unknown-fields", schema.x_preserve_unknown_fields);
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
