#include "schema/generate/proto/package.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/structural.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/words.h"
#include "schema/json/value.h"
#include "schema/kubernetes/violation.h"

namespace structural::generate::proto {
namespace {

// Writes the Protobuf messages for a schema. The JSON form of a message is the custom resource. If no message has the
// schema's values as its JSON form, the schema becomes Struct, Value or ListValue. A message precedes the messages of
// its fields. Not thread-safe.
class MessageWriter {
 public:
  // `package` is the name of the Protobuf package. `names` and `numbers` are the names of its messages and their field
  // numbers. All referenced objects must outlive the writer.
  MessageWriter(std::string package, Names& names, FieldNumberTable& numbers, Diagnostics& diagnostics)
      : package_(std::move(package)), names_(names), numbers_(numbers), diagnostics_(diagnostics) {}

  // Adds the message of a kind as `name`, the messages of its fields, and the message of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // imports() returns the .proto files that the messages need. shared() returns the messages of Kubernetes' own types
  // that they use: IntOrString, Quantity.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::set<std::string_view>& shared() const { return shared_; }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  struct Field {
    std::string_view property;
    std::string comment;
    std::string label;  // "repeated ", "optional " or empty
    std::string type;
  };

  // The use of a message: for a kind, a field, or the elements of a list or map. The description of a field's schema is
  // a comment at the field; other descriptions are comments at the message.
  enum class Use { kKind, kField, kElement };

  std::string Message(const Node& node, const std::string& name, Use use);
  std::vector<Field> FieldsOf(const Node& node, const std::string& name, bool root);
  Field FieldOf(const Node& node, std::string_view property, bool required, const std::string& name);
  std::string TypeOf(const Node& node, std::string_view property, const std::string& name);
  std::string Element(const Node& node, const std::string& name);
  std::string Google(const char* name, const char* file);
  std::string Shared(std::string_view name);
  std::string Body(const std::string& name, const std::vector<Field>& fields);
  void ReportLoss(const kubernetes::FieldPath& at, std::string text);

  const std::string package_;
  Names& names_;
  FieldNumberTable& numbers_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> imports_, shared_;
  std::vector<std::string> messages_;
};

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

// Returns a name in the form in which Protobuf compares the names of fields: in lower case, without underscores.
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name)
    if (c != '_') folded += static_cast<char>(IsUpper(c) ? c - 'A' + 'a' : c);
  return folded;
}

// Returns the name that a field has in JSON if the option json_name is missing. Underscores are removed, and the letter
// after each underscore is a capital.
//
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
// become underscores. A name whose Folded form is already used gets a number. Properties whose names are valid get
// their field names first.
std::vector<std::string> FieldNames(const std::vector<std::string_view>& properties) {
  std::vector<std::string> names(properties.size());
  std::map<std::string, int> taken;  // by folded name: highest number that was tried to make it unique
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

// Whether the type is a scalar. Without `optional`, proto3 does not distinguish an absent scalar from zero.
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
  return shape == Shape::kList ? schema.items : crd::AdditionalPropertiesOf(schema);
}

void MessageWriter::ReportLoss(const FieldPath& at, std::string text) {
  diagnostics_.push_back({at.String(), std::move(text)});
}

// Returns the name of a Google message type, and imports its file. A leading dot in the name prevents a lookup in the
// current package, which may be com.google.v1.
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
    case Shape::kStruct: return Message(node, names_.TakeUnique(name), property.empty() ? Use::kElement : Use::kField);
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
  const FieldNumbers& numbers = numbers_.Assign(package_ + "." + name, properties);
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

using json::Value;

// The messages IntOrString and Quantity of Kubernetes, with the fields in generated.proto of k8s.io/apimachinery
// pkg/util/intstr and pkg/api/resource (v0.37.2).
constexpr std::string_view kIntOrString =
    "// IntOrString is a number or a string, also in JSON.\nmessage IntOrString {\n  // 0: intVal, "
    "1: strVal.\n  optional int64 type = 1;\n\n  optional int32 intVal = 2;\n\n  optional string "
    "strVal = 3;\n}\n";
constexpr std::string_view kQuantity =
    "// Quantity is a number with a unit, such as 500m. In JSON it is a string.\nmessage Quantity "
    "{\n  optional string string = 1;\n}\n";

// Returns a label of a DNS name as a part of a package name.
std::string Part(std::string_view label) {
  std::string part(label);
  std::ranges::replace(part, '-', '_');
  const bool letter = !part.empty() && part.front() >= 'a' && part.front() <= 'z';
  return letter ? part : "x" + part;
}

struct Messages {
  std::set<std::string_view> imports, shared;
  std::string text;
};

void Add(const MessageWriter& writer, Messages& to) {
  to.imports.insert(writer.imports().begin(), writer.imports().end());
  to.shared.insert(writer.shared().begin(), writer.shared().end());
  for (const std::string& message : writer.messages()) to.text += "\n" + message;
}

std::string Head(const std::string& package, const std::set<std::string_view>& imports) {
  std::string text = "syntax = \"proto3\";\n\npackage " + package + ";\n";
  if (!imports.empty()) text += "\n";
  for (const std::string_view import : imports) text.append("import \"").append(import).append("\";\n");
  return text;
}

// Maximum number of a Protobuf field, and the range of numbers that Protobuf reserves.
constexpr std::int64_t kMax = 536'870'911, kFirstReserved = 19'000, kLastReserved = 19'999;

bool IsNumber(const Value& value) {
  if (value.kind() != Value::Kind::kInt) return false;
  const std::int64_t number = value.integer();
  return number >= 1 && number <= kMax && (number < kFirstReserved || number > kLastReserved);
}

std::int64_t Next(std::int64_t number) { return number + 1 == kFirstReserved ? kLastReserved + 1 : number + 1; }

base::Error Malformed(const std::string& what) { return {base::ErrorCode::kInvalidInput, what}; }

}  // namespace

std::string PackageOf(const Kind& kind) {
  std::string package;
  std::string_view group = kind.resource.group;
  while (!group.empty()) {
    const std::size_t dot = group.rfind('.');
    const bool last = dot == std::string_view::npos;
    package += Part(last ? group : group.substr(dot + 1)) + ".";
    group = last ? "" : group.substr(0, dot);
  }
  return package + Part(kind.version);
}

FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, FieldNumberTable& numbers) {
  FileText file;
  file.diagnostics.resize(kinds.size());
  const std::string package = name.empty() ? PackageOf(*kinds.front()) : std::string(name);
  Names names({"IntOrString", "Quantity"});
  Messages messages;
  for (const NamedKind& kind : NameKinds(kinds, names)) {
    MessageWriter writer(package, names, numbers, file.diagnostics[kind.index]);
    writer.WriteKind(kind.kind, kind.name, kind.list_name);
    Add(writer, messages);
  }
  if (messages.shared.contains("IntOrString")) messages.text.append("\n").append(kIntOrString);
  if (messages.shared.contains("Quantity")) messages.text.append("\n").append(kQuantity);
  file.text = Head(package, messages.imports) + messages.text;
  return file;
}

base::Result<FieldNumberTable> FieldNumberTable::Read(std::string_view json) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(json);
  if (!value.ok()) return value.error();
  if (!value->is_object()) return Malformed("not an object with a member for each message");
  FieldNumberTable numbers;
  for (const auto& [message, fields] : value->members()) {
    if (!fields.is_object()) return Malformed(std::string(message) + ": not an object with numbers");
    std::set<std::int64_t> taken;
    for (const auto& [property, number] : fields.members()) {
      if (!IsNumber(number) || !taken.insert(number.integer()).second)
        return Malformed(std::string(message) + ": " + std::string(property) +
                         ": not a valid number for a Protobuf field, or a duplicate");
      numbers.by_message_[std::string(message)][std::string(property)] = number.integer();
    }
  }
  return numbers;
}

const FieldNumbers& FieldNumberTable::Assign(const std::string& message,
                                             const std::vector<std::string_view>& properties) {
  FieldNumbers& numbers = by_message_[message];
  std::int64_t highest = 0;
  for (const auto& [property, number] : numbers) highest = std::max(highest, number);
  for (const std::string_view property : properties)
    if (numbers.find(property) == numbers.end()) numbers.emplace(property, highest = Next(highest));
  if (highest > kMax && exhausted_message_.empty()) exhausted_message_ = message;
  return numbers;
}

std::string FieldNumberTable::Text() const {
  std::string text = "{";
  for (const auto& [message, numbers] : by_message_) {
    text += text.size() == 1 ? "\n  " : ",\n  ";
    base::AppendJsonString(message, text);
    text += ": {";
    for (auto at = numbers.begin(); at != numbers.end(); ++at) {
      if (at != numbers.begin()) text += ", ";
      base::AppendJsonString(at->first, text);
      text += ": " + std::to_string(at->second);
    }
    text += "}";
  }
  return text + "\n}\n";
}

}  // namespace structural::generate::proto
