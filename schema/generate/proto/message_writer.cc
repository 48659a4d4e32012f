#include "schema/generate/proto/message_writer.h"

#include <algorithm>
#include <map>

#include "schema/base/utf8.h"

namespace structural::generate::proto {
namespace {

using base::IsDigit;
using base::IsLower;
using base::IsUpper;
using crd::Structural;
using kubernetes::FieldPath;

std::string AsName(std::string_view property) {
  std::string name;
  for (const char c : property) name += IsLower(c) || IsUpper(c) || IsDigit(c) ? c : '_';
  if (name.empty() || !(IsLower(name.front()) || IsUpper(name.front()))) name.insert(0, "x");
  return name;
}

// Returns a name in the form in which Protobuf compares names: lower case, without _.
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name)
    if (c != '_') folded += static_cast<char>(IsUpper(c) ? c - 'A' + 'a' : c);
  return folded;
}

// Returns the name of a field in JSON without the option json_name: without _, and with a capital
// after each _.
// Upstream: protobuf descriptor.cc ToJsonName (3.21.12).
std::string DefaultJsonName(std::string_view name) {
  std::string json;
  bool capitalize = false;
  for (const char c : name) {
    if (c != '_') json += static_cast<char>(capitalize && IsLower(c) ? c - 'a' + 'A' : c);
    capitalize = c == '_';
  }
  return json;
}

// Whether a field can have this name in JSON.
bool CanBeJsonName(std::string_view property) {
  return !property.empty() && property.front() != '[' &&
         std::ranges::none_of(property, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// Returns the field names for the properties of a message, in the same order. Characters that Protobuf does not allow
// become _. Names must also differ in lower case without _, so duplicates get a number. Unchanged names are assigned
// first.
std::vector<std::string> FieldNames(const std::vector<std::string_view>& properties) {
  std::vector<std::string> names(properties.size());
  std::map<std::string, int> taken;  // by folded name: the highest number that was tried for it
  for (const bool plain : {true, false}) {
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const std::string as = AsName(properties[i]);
      if ((as == properties[i]) != plain) continue;
      const auto [first, is_new] = taken.try_emplace(Folded(as), 1);
      names[i] = as;
      while (!is_new) {
        names[i] = as + "_" + std::to_string(++first->second);
        if (taken.try_emplace(Folded(names[i]), 1).second) break;
      }
    }
  }
  return names;
}

// Returns ` [json_name = "…"]`, or an empty text if Protobuf derives the same name itself.
std::string JsonNameOption(std::string_view field, std::string_view property) {
  if (DefaultJsonName(field) == property) return "";
  std::string option = " [json_name = \"";
  for (const char c : property) {
    if (c == '"' || c == '\\') option += '\\';
    option += c;
  }
  return option + "\"]";
}

constexpr const char* kStruct = "google/protobuf/struct.proto";
constexpr const char* kTimestamp = "google/protobuf/timestamp.proto";

std::string CommentOf(const Structural& schema, std::string_view indent) {
  std::string text;
  AppendComment(LinesOf(schema.generic.description.Value()), indent, text);
  return text;
}

// Whether the type is a scalar: without `optional`, proto3 does not distinguish its absence from zero.
bool IsScalar(Shape shape) {
  switch (shape) {
    case Shape::kString:
    case Shape::kBool:
    case Shape::kInt:
    case Shape::kInt32:
    case Shape::kInt64:
    case Shape::kFloat32:
    case Shape::kFloat64:
    case Shape::kBytes: return true;
    default: return false;
  }
}

const char* ScalarName(Shape shape) {
  switch (shape) {
    case Shape::kBool: return "bool";
    case Shape::kInt32: return "int32";
    case Shape::kInt:
    case Shape::kInt64: return "int64";
    case Shape::kFloat32: return "float";
    case Shape::kFloat64: return "double";
    case Shape::kBytes: return "bytes";
    default: return "string";
  }
}

const Structural* ElementOf(const Structural& schema, Shape shape) {
  if (shape == Shape::kList) return schema.items;
  const auto* additional = schema.additional_properties;
  return additional == nullptr ? nullptr : additional->structural;
}

}  // namespace

void MessageWriter::ReportLoss(const FieldPath& at, std::string text) {
  diagnostics_.push_back({at.String(), std::move(text)});
}

// The leading dot prevents a lookup in the current package, which may be com.google.v1.
std::string MessageWriter::Google(const char* name, const char* file) {
  imports_.insert(file);
  return std::string(".google.protobuf.") + name;
}

std::string MessageWriter::Shared(std::string_view name) {
  shared_.insert(name);
  return std::string(name);
}

// Returns the type of a repeated field or of a map's values.
std::string MessageWriter::Element(const Node& node, const std::string& name) {
  if (node.schema.generic.nullable) ReportLoss(node.path.Child("nullable"), "elements are never null in Protobuf");
  const Shape shape = ShapeOf(node.schema, "");
  if (shape != Shape::kList && shape != Shape::kMap) return TypeOf(node, "", name);
  const bool list = shape == Shape::kList;
  ReportLoss(node.path, list ? "lists in lists and maps have elements of any type in Protobuf: ListValue"
                             : "maps in lists and maps have values of any type in Protobuf: Struct");
  return Google(list ? "ListValue" : "Struct", kStruct);
}

std::string MessageWriter::TypeOf(const Node& node, std::string_view property, const std::string& name) {
  const Shape shape = ShapeOf(node.schema, property);
  const bool list = shape == Shape::kList;
  switch (shape) {
    case Shape::kStruct: return Message(node, names_.Take(name), property.empty() ? Use::kElement : Use::kField);
    case Shape::kList:
    case Shape::kMap: {
      const Structural* element = ElementOf(node.schema, shape);
      const FieldPath path = node.path.Child(list ? "items" : "additionalProperties");
      const std::string of = element == nullptr ? Google("Value", kStruct)
                                                : Element({*element, path}, list ? ElementName(name) : name + "Value");
      return list ? of : "map<string, " + of + ">";
    }
    case Shape::kTime: return Google("Timestamp", kTimestamp);
    case Shape::kIntOrString: return Shared("IntOrString");
    case Shape::kQuantity: return Shared("Quantity");
    case Shape::kObjectMeta:
    case Shape::kRawExtension: return Google("Struct", kStruct);
    case Shape::kJson: return Google("Value", kStruct);
    default: return ScalarName(shape);
  }
}

MessageWriter::Field MessageWriter::FieldOf(const Node& node, std::string_view property, bool required,
                                            const std::string& name) {
  const Shape shape = ShapeOf(node.schema, property);
  const bool optional = IsScalar(shape) && (!required || node.schema.generic.nullable);
  return {.property = property,
          .comment = CommentOf(node.schema, "  "),
          .label = shape == Shape::kList ? "repeated "
                   : optional            ? "optional "
                                         : "",
          .type = TypeOf(node, property, name + ExportedName(property))};
}

std::vector<MessageWriter::Field> MessageWriter::FieldsOf(const Node& node, const std::string& name, bool root) {
  std::vector<Field> fields;
  if (root) {
    fields = {{"apiVersion", "", "optional ", "string"},
              {"kind", "", "optional ", "string"},
              {"metadata", "", "", Google("Struct", kStruct)}};
  }
  const auto required = RequiredOf(node.schema);
  for (const auto& [property, schema] : node.schema.properties) {
    if (root && IsNative(property)) continue;
    const FieldPath path = node.path.Child("properties", property);
    if (!CanBeJsonName(property)) {
      ReportLoss(path, "a Protobuf field cannot have this name in JSON");
      continue;
    }
    fields.push_back(FieldOf({*schema, path}, property, required.contains(property), name));
  }
  return fields;
}

std::string MessageWriter::Message(const Node& node, const std::string& name, Use use) {
  const std::size_t slot = messages_.size();
  messages_.emplace_back();
  if (node.schema.extensions->x_preserve_unknown_fields)
    ReportLoss(node.path.Child("x-kubernetes-preserve-unknown-fields"), "a Protobuf message has no unknown fields");
  const auto fields = FieldsOf(node, name, use == Use::kKind);
  const std::string comment = use == Use::kField ? "" : CommentOf(node.schema, "");
  messages_[slot] = comment + "message " + name + " {" + Body(name, fields) + "}\n";
  return name;
}

std::string MessageWriter::Body(const std::string& name, const std::vector<Field>& fields) {
  std::vector<std::string_view> properties;
  for (const Field& field : fields) properties.push_back(field.property);
  const NumberOf& numbers = numbers_.Give(package_ + "." + name, properties);
  const auto field_names = FieldNames(properties);
  std::string text;
  const std::set<std::string_view> used(properties.begin(), properties.end());
  for (const auto& [property, number] : numbers) {
    if (!used.contains(property)) text += "  reserved " + std::to_string(number) + ";\n";
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    if (!text.empty()) text += "\n";
    text += field.comment + "  " + field.label + field.type + " " + field_names[i] + " = " +
            std::to_string(numbers.find(field.property)->second) + JsonNameOption(field_names[i], field.property) +
            ";\n";
  }
  return text.empty() ? "" : "\n" + text;
}

void MessageWriter::WriteKind(const Kind& kind, const std::string& name, const std::string& list) {
  const RootPath root(kind);
  Message({*kind.schema, root.path()}, name, Use::kKind);
  std::vector<Field> fields = {{"apiVersion", "", "optional ", "string"},
                               {"kind", "", "optional ", "string"},
                               {"metadata", "", "", Google("Struct", kStruct)},
                               {"items", "", "repeated ", name}};
  messages_.push_back("// " + list + " is a list of " + name + ".\nmessage " + list + " {" + Body(list, fields) +
                      "}\n");
}

}  // namespace structural::generate::proto
