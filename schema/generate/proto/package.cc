#include "schema/generate/proto/package.h"

#include <algorithm>
#include <set>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/generate/proto/message_writer.h"
#include "schema/generate/words.h"
#include "schema/json/value.h"

namespace structural::generate::proto {
namespace {

using json::Value;

// Messages for Kubernetes' IntOrString and Quantity, with the fields that they have in
// generated.proto of k8s.io/apimachinery pkg/util/intstr and pkg/api/resource (v0.37.2).
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

FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, Numbers& numbers) {
  FileText file;
  file.diagnostics.resize(kinds.size());
  const std::string package = name.empty() ? PackageOf(*kinds.front()) : std::string(name);
  Names names({"IntOrString", "Quantity"});
  Messages messages;
  for (const NamedKind& kind : NameKinds(kinds, names)) {
    MessageWriter writer(package, names, numbers, file.diagnostics[kind.index]);
    writer.WriteKind(kind.kind, kind.name, kind.list);
    Add(writer, messages);
  }
  if (messages.shared.contains("IntOrString")) messages.text.append("\n").append(kIntOrString);
  if (messages.shared.contains("Quantity")) messages.text.append("\n").append(kQuantity);
  file.text = Head(package, messages.imports) + messages.text;
  return file;
}

base::Result<Numbers> Numbers::Read(std::string_view json) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(json);
  if (!value.ok()) return value.error();
  if (!value->is_object()) return Malformed("not an object with a member for each message");
  Numbers numbers;
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

const NumberOf& Numbers::Give(const std::string& message, const std::vector<std::string_view>& properties) {
  NumberOf& numbers = by_message_[message];
  std::int64_t highest = 0;
  for (const auto& [property, number] : numbers) highest = std::max(highest, number);
  for (const std::string_view property : properties)
    if (numbers.find(property) == numbers.end()) numbers.emplace(property, highest = Next(highest));
  if (highest > kMax && exhausted_.empty()) exhausted_ = message;
  return numbers;
}

std::string Numbers::Text() const {
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
