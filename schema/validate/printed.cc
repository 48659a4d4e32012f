#include "schema/validate/printed.h"

#include <utility>

#include "schema/base/output_budget.h"
#include "schema/json/scan.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/print.h"

namespace structural::validate {
namespace {

enum class Printing { kText, kTruth, kNumber, kPointer, kStruct, kList, kSchema };

struct GoType;

struct GoField {
  std::string_view name;
  std::string_view key;  // key of the field in the internal form
  const GoType* type;
};

struct GoType {
  Printing printing;
  const GoType* element = nullptr;
  std::span<const GoField> fields = {};
};

constexpr GoType kGoText{Printing::kText}, kGoTruth{Printing::kTruth}, kGoNumber{Printing::kNumber},
    kGoAnyPointer{Printing::kPointer, nullptr}, kGoSchema{Printing::kSchema};

constexpr GoField kGoValidationFields[] = {{"OpenAPIV3Schema", "openAPIV3Schema", &kGoSchema}};
constexpr GoType kGoValidation{Printing::kStruct, nullptr, kGoValidationFields};
constexpr GoType kGoValidationPointer{Printing::kPointer, &kGoValidation};
constexpr GoField kGoScaleFields[] = {
    {"SpecReplicasPath", "specReplicasPath", &kGoText},
    {"StatusReplicasPath", "statusReplicasPath", &kGoText},
    {"LabelSelectorPath", "labelSelectorPath", &kGoAnyPointer},
};
constexpr GoType kGoScale{Printing::kStruct, nullptr, kGoScaleFields};
constexpr GoType kGoScalePointer{Printing::kPointer, &kGoScale};
constexpr GoField kGoSubresourcesFields[] = {
    {"Status", "status", &kGoAnyPointer},
    {"Scale", "scale", &kGoScalePointer},
};
constexpr GoType kGoSubresources{Printing::kStruct, nullptr, kGoSubresourcesFields};
constexpr GoType kGoSubresourcesPointer{Printing::kPointer, &kGoSubresources};
constexpr GoField kGoColumnFields[] = {
    {"Name", "name", &kGoText},           {"Type", "type", &kGoText},
    {"Format", "format", &kGoText},       {"Description", "description", &kGoText},
    {"Priority", "priority", &kGoNumber}, {"JSONPath", "JSONPath", &kGoText},
};
constexpr GoType kGoColumn{Printing::kStruct, nullptr, kGoColumnFields};
constexpr GoType kGoColumns{Printing::kList, &kGoColumn};
constexpr GoField kGoSelectableFieldFields[] = {{"JSONPath", "jsonPath", &kGoText}};
constexpr GoType kGoSelectableField{Printing::kStruct, nullptr, kGoSelectableFieldFields};
constexpr GoType kGoSelectableFields{Printing::kList, &kGoSelectableField};
constexpr GoField kGoVersionFields[] = {
    {"Name", "name", &kGoText},
    {"Served", "served", &kGoTruth},
    {"Storage", "storage", &kGoTruth},
    {"Deprecated", "deprecated", &kGoTruth},
    {"DeprecationWarning", "deprecationWarning", &kGoAnyPointer},
    {"Schema", "schema", &kGoValidationPointer},
    {"Subresources", "subresources", &kGoSubresourcesPointer},
    {"AdditionalPrinterColumns", "additionalPrinterColumns", &kGoColumns},
    {"SelectableFields", "selectableFields", &kGoSelectableFields},
};
constexpr GoType kGoVersion{Printing::kStruct, nullptr, kGoVersionFields};
constexpr GoType kGoVersions{Printing::kList, &kGoVersion};

class Printer {
 public:
  Printer(const crd::InternalCrd& crd, base::Arena& arena) : crd_(crd), arena_(arena) {}

  // Appends `value` as encoding/json writes it. If `value` is null, appends the zero value of the type.
  void Print(const GoType& type, const Value* value) {
    switch (type.printing) {
      case Printing::kText: text += PrintedText(TextOf(value)); return;
      case Printing::kTruth: text += IsTrue(value) ? "true" : "false"; return;
      case Printing::kNumber: text += value == nullptr ? "0" : kubernetes::Print(*value); return;
      case Printing::kStruct: return Struct(type, value);
      case Printing::kSchema: return Schema(value);
      default: break;
    }
    if (value == nullptr) {
      text += "null";
    } else if (type.printing == Printing::kList) {
      List(*type.element, *value);
    } else if (type.element != nullptr) {
      Print(*type.element, value);
    } else {
      text += PrintedJson(value);
    }
  }

  std::string text;

 private:
  void Struct(const GoType& type, const Value* value) {
    char separator = '{';
    for (const GoField& field : type.fields) {
      ((text += std::exchange(separator, ',')) += '"').append(field.name).append("\":");
      Print(*field.type, Below(value, field.key));
    }
    text += '}';
  }

  void List(const GoType& element, const Value& list) {
    text += '[';
    for (const Value& value : list.elements()) {
      if (text.size() > base::OutputBudget::kMaxKeptBytes) break;
      if (&value != list.elements().data()) text += ',';
      Print(element, &value);
    }
    text += ']';
  }

  void Schema(const Value* number) {
    const auto* schema = number == nullptr ? nullptr : crd_.schemas[static_cast<std::size_t>(number->integer())];
    if (schema == nullptr) {
      text += "null";
    } else {
      AppendSchema(*schema, arena_, text);
    }
  }

  const crd::InternalCrd& crd_;
  base::Arena& arena_;
};

}  // namespace

std::string PrintedJson(const Value* value) { return value == nullptr ? "null" : kubernetes::MarshalJson(*value); }

std::string PrintedText(std::string_view text) { return kubernetes::MarshalJson(Value::String(text)); }

std::string PrintedTexts(std::span<const std::string_view> texts) {
  if (texts.data() == nullptr) return "null";
  std::string printed = "[";
  for (const std::string_view& text : texts) {
    if (&text != texts.data()) printed += ',';
    printed += PrintedText(text);
  }
  return printed += ']';
}

std::string PrintedVersions(const crd::InternalCrd& crd, base::Arena& arena) {
  Printer printer(crd, arena);
  printer.Print(kGoVersions, crd.crd.Find("spec")->Find("versions"));
  return std::move(printer.text);
}

namespace {

using crd::JSONSchemaProps;

class SchemaPrinter {
 public:
  SchemaPrinter(base::Arena& arena, std::string& text) : arena_(arena), text_(text), to_(text) {}

  void Schema(const JSONSchemaProps& schema) {
    if (full()) return;
    to_.BeginObject();
    UpToFormat(schema);
    UpToEnum(schema);
    UpToAdditional(schema);
    UpToExample(schema);
    Extensions(schema);
    to_.EndObject();
  }
  void Items(const JSONSchemaProps& schema) {
    const auto* items = schema.items;
    to_.BeginObject().Key("Schema");
    OrNull(items == nullptr ? nullptr : items->schema);
    if (schema.items_is_empty_list) {
      to_.Key("JSONSchemas").BeginList().EndList();
    } else {
      Schemas("JSONSchemas", items == nullptr ? crd::List<JSONSchemaProps>() : items->schemas);
    }
    to_.EndObject();
  }

  void Rule(const crd::ValidationRule& rule) {
    to_.BeginObject();
    Text("Rule", rule.rule);
    Text("Message", rule.message);
    Text("MessageExpression", rule.message_expression);
    Optional("Reason", rule.reason);
    Text("FieldPath", rule.field_path);
    Optional("OptionalOldSelf", rule.optional_old_self);
    to_.EndObject();
  }

 private:
  bool full() const { return text_.size() > base::OutputBudget::kMaxKeptBytes; }

  void Text(std::string_view key, std::string_view text) { to_.Key(key).Raw(PrintedText(text)); }
  void Bool(std::string_view key, bool value) { to_.Add(key, value); }
  template <typename T, typename Print>
  void Optional(std::string_view key, const std::optional<T>& value, Print print) {
    to_.Key(key).Raw(value ? print(*value) : "null");
  }
  void Optional(std::string_view key, const std::optional<std::string_view>& text) { Optional(key, text, PrintedText); }
  void Optional(std::string_view key, const std::optional<double>& number) {
    Optional(key, number, json::FormatDouble);
  }
  void Optional(std::string_view key, const std::optional<std::int64_t>& number) {
    Optional(key, number, [](std::int64_t value) { return std::to_string(value); });
  }
  void Optional(std::string_view key, const std::optional<bool>& truth) {
    Optional(key, truth, [](bool value) { return std::string(value ? "true" : "false"); });
  }
  void AppendJson(crd::JsonText text) {
    const base::Arena::Mark before = arena_.Here();
    const auto value = text.empty() ? base::Result<Value>(Value()) : json::Parser(arena_).Parse(text);
    to_.Raw(value.ok() ? kubernetes::MarshalJson(*value) : "null");
    arena_.Rewind(before);
  }
  void Json(std::string_view key, crd::JsonText text) {
    to_.Key(key);
    AppendJson(text);
  }
  template <typename Elements, typename Print>
  void List(std::string_view key, const Elements& elements, Print print) {
    to_.Key(key);
    if (elements.data() == nullptr) {
      to_.Add(nullptr);
      return;
    }
    to_.BeginList();
    for (const auto& element : elements) print(element);
    to_.EndList();
  }
  void Schemas(std::string_view key, crd::List<JSONSchemaProps> schemas) {
    List(key, schemas, [&](const JSONSchemaProps* schema) { Schema(*schema); });
  }
  template <typename T, typename Print>
  void Map(std::string_view key, const crd::Map<T>& map, Print print) {
    to_.Key(key);
    if (map.absent()) {
      to_.Add(nullptr);
      return;
    }
    to_.BeginObject();
    for (const auto& [name, value] : map) {
      to_.Raw(PrintedText(name) + ':');
      print(*value);
    }
    to_.EndObject();
  }
  void Schemas(std::string_view key, const crd::Map<JSONSchemaProps>& map) {
    Map(key, map, [&](const JSONSchemaProps& schema) { Schema(schema); });
  }
  void OrNull(const JSONSchemaProps* schema) {
    if (schema == nullptr) {
      to_.Add(nullptr);
    } else {
      Schema(*schema);
    }
  }
  void OrBool(std::string_view key, const crd::JSONSchemaPropsOrBool* either) {
    to_.Key(key);
    if (either == nullptr) {
      to_.Add(nullptr);
      return;
    }
    to_.BeginObject().Add("Allows", either->allows).Key("Schema");
    OrNull(either->schema);
    to_.EndObject();
  }
  void Dependency(const crd::JSONSchemaPropsOrStringArray& either) {
    to_.BeginObject().Key("Schema");
    OrNull(either.schema);
    to_.Key("Property").Raw(PrintedTexts(either.property)).EndObject();
  }
  void UpToFormat(const JSONSchemaProps& schema) {
    Text("ID", schema.rare->id);
    Text("Schema", schema.rare->schema);
    Optional("Ref", schema.rare->ref);
    Text("Description", schema.description.Value());
    Text("Type", schema.type);
    Bool("Nullable", schema.nullable);
    Text("Format", schema.values->format);
    Text("Title", schema.rare->title);
    Json("Default", schema.values->default_value);
  }
  void UpToEnum(const JSONSchemaProps& schema) {
    const crd::RareKeywords& rare = *schema.rare;
    Optional("Maximum", rare.maximum);
    Bool("ExclusiveMaximum", rare.exclusive_maximum);
    Optional("Minimum", rare.minimum);
    Bool("ExclusiveMinimum", rare.exclusive_minimum);
    Optional("MaxLength", rare.max_length);
    Optional("MinLength", rare.min_length);
    Text("Pattern", schema.values->pattern);
    Optional("MaxItems", rare.max_items);
    Optional("MinItems", rare.min_items);
    Bool("UniqueItems", rare.unique_items);
    Optional("MultipleOf", rare.multiple_of);
    List("Enum", schema.values->enumeration, [&](crd::JsonText text) { AppendJson(text); });
    Optional("MaxProperties", rare.max_properties);
    Optional("MinProperties", rare.min_properties);
    to_.Key("Required").Raw(PrintedTexts(schema.required));
  }
  void UpToAdditional(const JSONSchemaProps& schema) {
    to_.Key("Items");
    if (schema.items != nullptr || schema.has_invalid_items) {
      Items(schema);
    } else {
      to_.Add(nullptr);
    }
    Schemas("AllOf", schema.values->all_of);
    Schemas("OneOf", schema.values->one_of);
    Schemas("AnyOf", schema.values->any_of);
    to_.Key("Not");
    OrNull(schema.values->not_schema);
    Schemas("Properties", schema.properties);
    OrBool("AdditionalProperties", schema.additional_properties);
  }
  void UpToExample(const JSONSchemaProps& schema) {
    const crd::RareKeywords& rare = *schema.rare;
    Schemas("PatternProperties", rare.pattern_properties);
    Map("Dependencies", rare.dependencies, [&](const auto& either) { Dependency(either); });
    OrBool("AdditionalItems", rare.additional_items);
    Schemas("Definitions", rare.definitions);
    to_.Key("ExternalDocs");
    if (const auto* docs = rare.external_docs) {
      to_.BeginObject();
      Text("Description", docs->description);
      Text("URL", docs->url);
      to_.EndObject();
    } else {
      to_.Add(nullptr);
    }
    Json("Example", rare.example);
  }
  void Extensions(const JSONSchemaProps& schema) {
    const crd::RareKeywords& rare = *schema.rare;
    Optional("XPreserveUnknownFields", schema.x_preserve_unknown_fields);
    Bool("XEmbeddedResource", schema.x_embedded_resource);
    Bool("XIntOrString", schema.x_int_or_string);
    to_.Key("XListMapKeys").Raw(PrintedTexts(rare.x_list_map_keys));
    Optional("XListType", rare.x_list_type);
    Optional("XMapType", rare.x_map_type);
    List("XValidations", rare.x_validations, [&](const crd::ValidationRule* rule) { Rule(*rule); });
  }

  base::Arena& arena_;
  const std::string& text_;
  json::Writer to_;
};

}  // namespace

void AppendSchema(const JSONSchemaProps& schema, base::Arena& arena, std::string& to) {
  SchemaPrinter(arena, to).Schema(schema);
}

std::string PrintedSchema(const JSONSchemaProps& schema, base::Arena& arena) {
  std::string text;
  AppendSchema(schema, arena, text);
  return text;
}

std::string PrintedRule(const crd::ValidationRule& rule, base::Arena& arena) {
  std::string text;
  SchemaPrinter(arena, text).Rule(rule);
  return text;
}

std::string PrintedItems(const crd::JSONSchemaProps& schema, base::Arena& arena) {
  std::string text;
  SchemaPrinter(arena, text).Items(schema);
  return text;
}

}  // namespace structural::validate
