#include "schema/validate/printed_schema.h"

#include <utility>

#include "schema/base/output_budget.h"
#include "schema/go/print.h"
#include "schema/json/parse.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

using model::JSONSchemaProps;

class SchemaPrinter {
 public:
  SchemaPrinter(base::Arena& arena, std::string& to) : arena_(arena), to_(to) {}

  void Schema(const JSONSchemaProps& schema) {
    if (full()) return;
    const char outside = std::exchange(separator_, '{');
    UpToFormat(schema);
    UpToEnum(schema);
    UpToAdditional(schema);
    UpToExample(schema);
    Extensions(schema);
    to_ += '}';
    separator_ = outside;
  }
  void Items(const model::JSONSchemaPropsOrArray* items) {
    const char outside = std::exchange(separator_, '{');
    Key("Schema");
    OrNull(items == nullptr ? nullptr : items->schema);
    Schemas("JSONSchemas", items == nullptr ? model::List<JSONSchemaProps>() : items->schemas);
    to_ += '}';
    separator_ = outside;
  }

 private:
  bool full() const { return to_.size() > base::OutputBudget::kBytes; }

  void Key(std::string_view key) {
    ((to_ += std::exchange(separator_, ',')) += '"').append(key).append("\":");
  }
  void Text(std::string_view key, std::string_view text) {
    Key(key);
    to_ += PrintedText(text);
  }
  void Truth(std::string_view key, bool value) {
    Key(key);
    to_ += value ? "true" : "false";
  }
  template <typename T, typename Print>
  void Optional(std::string_view key, const std::optional<T>& value, Print print) {
    Key(key);
    to_ += value ? print(*value) : "null";
  }
  void Optional(std::string_view key, const std::optional<std::string_view>& text) {
    Optional(key, text, PrintedText);
  }
  void Optional(std::string_view key, const std::optional<double>& number) {
    Optional(key, number, json::FormatDouble);
  }
  void Optional(std::string_view key, const std::optional<std::int64_t>& number) {
    Optional(key, number, [](std::int64_t value) { return std::to_string(value); });
  }
  void Optional(std::string_view key, const std::optional<bool>& truth) {
    Optional(key, truth, [](bool value) { return std::string(value ? "true" : "false"); });
  }
  void AppendJson(model::JsonText text) {
    const base::Arena::Mark before = arena_.Here();
    const auto value =
        text.empty() ? base::Result<Value>(Value()) : json::Parser(arena_).Parse(text);
    to_ += value.ok() ? go::MarshalJson(*value) : "null";
    arena_.Rewind(before);
  }
  void Json(std::string_view key, model::JsonText text) {
    Key(key);
    AppendJson(text);
  }
  template <typename Elements, typename Print>
  void List(std::string_view key, const Elements& elements, Print print) {
    Key(key);
    if (elements.data() == nullptr) {
      to_ += "null";
      return;
    }
    char separator = '[';
    for (const auto& element : elements) {
      to_ += std::exchange(separator, ',');
      print(element);
    }
    to_ += separator == '[' ? "[]" : "]";
  }
  void Schemas(std::string_view key, model::List<JSONSchemaProps> schemas) {
    List(key, schemas, [&](const JSONSchemaProps* schema) { Schema(*schema); });
  }
  template <typename T, typename Print>
  void Map(std::string_view key, const model::Map<T>& map, Print print) {
    Key(key);
    if (map.absent()) {
      to_ += "null";
      return;
    }
    char separator = '{';
    for (const auto& [name, value] : map) {
      ((to_ += std::exchange(separator, ',')) += PrintedText(name)) += ':';
      print(*value);
    }
    to_ += separator == '{' ? "{}" : "}";
  }
  void Schemas(std::string_view key, const model::Map<JSONSchemaProps>& map) {
    Map(key, map, [&](const JSONSchemaProps& schema) { Schema(schema); });
  }
  void OrNull(const JSONSchemaProps* schema) {
    if (schema == nullptr) {
      to_ += "null";
    } else {
      Schema(*schema);
    }
  }
  void OrBool(std::string_view key, const model::JSONSchemaPropsOrBool* either) {
    Key(key);
    if (either == nullptr) {
      to_ += "null";
      return;
    }
    to_ += either->allows ? "{\"Allows\":true,\"Schema\":" : "{\"Allows\":false,\"Schema\":";
    OrNull(either->schema);
    to_ += '}';
  }
  void Dependency(const model::JSONSchemaPropsOrStringArray& either) {
    to_ += "{\"Schema\":";
    OrNull(either.schema);
    to_.append(",\"Property\":").append(PrintedTexts(either.property)) += '}';
  }
  void Rule(const model::ValidationRule& rule) {
    const char outside = std::exchange(separator_, '{');
    Text("Rule", rule.rule);
    Text("Message", rule.message);
    Text("MessageExpression", rule.message_expression);
    Optional("Reason", rule.reason);
    Text("FieldPath", rule.field_path);
    Optional("OptionalOldSelf", rule.optional_old_self);
    to_ += '}';
    separator_ = outside;
  }

  void UpToFormat(const JSONSchemaProps& schema) {
    Text("ID", schema.rare->id);
    Text("Schema", schema.rare->schema);
    Optional("Ref", schema.rare->ref);
    Text("Description", json::UnescapeJsonString(schema.description));
    Text("Type", schema.type);
    Truth("Nullable", schema.nullable);
    Text("Format", schema.values->format);
    Text("Title", schema.rare->title);
    Json("Default", schema.values->default_value);
  }
  void UpToEnum(const JSONSchemaProps& schema) {
    const model::RareKeywords& rare = *schema.rare;
    Optional("Maximum", rare.maximum);
    Truth("ExclusiveMaximum", rare.exclusive_maximum);
    Optional("Minimum", rare.minimum);
    Truth("ExclusiveMinimum", rare.exclusive_minimum);
    Optional("MaxLength", rare.max_length);
    Optional("MinLength", rare.min_length);
    Text("Pattern", schema.values->pattern);
    Optional("MaxItems", rare.max_items);
    Optional("MinItems", rare.min_items);
    Truth("UniqueItems", rare.unique_items);
    Optional("MultipleOf", rare.multiple_of);
    List("Enum", schema.values->enumeration, [&](model::JsonText text) { AppendJson(text); });
    Optional("MaxProperties", rare.max_properties);
    Optional("MinProperties", rare.min_properties);
    Key("Required");
    to_ += PrintedTexts(schema.required);
  }
  void UpToAdditional(const JSONSchemaProps& schema) {
    Key("Items");
    if (schema.items != nullptr || schema.void_items) {
      Items(schema.items);
    } else {
      to_ += "null";
    }
    Schemas("AllOf", schema.values->all_of);
    Schemas("OneOf", schema.values->one_of);
    Schemas("AnyOf", schema.values->any_of);
    Key("Not");
    OrNull(schema.values->not_schema);
    Schemas("Properties", schema.properties);
    OrBool("AdditionalProperties", schema.additional_properties);
  }
  void UpToExample(const JSONSchemaProps& schema) {
    const model::RareKeywords& rare = *schema.rare;
    Schemas("PatternProperties", rare.pattern_properties);
    Map("Dependencies", rare.dependencies, [&](const auto& either) { Dependency(either); });
    OrBool("AdditionalItems", rare.additional_items);
    Schemas("Definitions", rare.definitions);
    Key("ExternalDocs");
    if (const auto* docs = rare.external_docs) {
      to_ += "{\"Description\":" + PrintedText(docs->description);
      to_ += ",\"URL\":" + PrintedText(docs->url) + "}";
    } else {
      to_ += "null";
    }
    Json("Example", rare.example);
  }
  void Extensions(const JSONSchemaProps& schema) {
    const model::RareKeywords& rare = *schema.rare;
    Optional("XPreserveUnknownFields", schema.x_preserve_unknown_fields);
    Truth("XEmbeddedResource", schema.x_embedded_resource);
    Truth("XIntOrString", schema.x_int_or_string);
    Key("XListMapKeys");
    to_ += PrintedTexts(rare.x_list_map_keys);
    Optional("XListType", rare.x_list_type);
    Optional("XMapType", rare.x_map_type);
    List("XValidations", rare.x_validations,
         [&](const model::ValidationRule* rule) { Rule(*rule); });
  }

  base::Arena& arena_;
  std::string& to_;
  char separator_ = '{';
};

}  // namespace

void AppendSchema(const JSONSchemaProps& schema, base::Arena& arena, std::string& to) {
  SchemaPrinter(arena, to).Schema(schema);
}

void AppendItems(const model::JSONSchemaPropsOrArray* items, base::Arena& arena, std::string& to) {
  SchemaPrinter(arena, to).Items(items);
}

}  // namespace structural::validate
