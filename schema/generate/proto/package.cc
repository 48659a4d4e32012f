#include "schema/generate/proto/package.h"

#include <algorithm>
#include <set>

#include "schema/generate/named_kinds.h"
#include "schema/generate/proto/message_writer.h"
#include "schema/generate/words.h"

namespace structural::generate::proto {
namespace {

// As in k8s.io/apimachinery pkg/util/intstr and pkg/api/resource generated.proto (v0.37.2).
constexpr std::string_view kIntOrString =
    "// IntOrString is a number or a string, also in JSON.\nmessage IntOrString {\n  // 0: intVal, "
    "1: strVal.\n  optional int64 type = 1;\n\n  optional int32 intVal = 2;\n\n  optional string "
    "strVal = 3;\n}\n";
constexpr std::string_view kQuantity =
    "// Quantity is a number with a unit, such as 500m. In JSON it is a string.\nmessage Quantity "
    "{\n  optional string string = 1;\n}\n";

// A label of a DNS name as a part of a package's name.
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
  for (const std::string_view import : imports)
    text.append("import \"").append(import).append("\";\n");
  return text;
}

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

}  // namespace structural::generate::proto
