#include "schema/validate/printed.h"

#include <utility>

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
  Printer(const crd::Internal& crd, base::Arena& arena) : crd_(crd), arena_(arena) {}

  // Prints `value`, or the zero value of the type if `value` is null.
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
      if (text.size() > base::OutputBudget::kBytes) break;
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

  const crd::Internal& crd_;
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

std::string PrintedVersions(const crd::Internal& crd, base::Arena& arena) {
  Printer printer(crd, arena);
  printer.Print(kGoVersions, crd.crd.Find("spec")->Find("versions"));
  return std::move(printer.text);
}

}  // namespace structural::validate
