#include "schema/generate/go/package.h"

#include <algorithm>
#include <array>
#include <set>

#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/generate/go/type_writer.h"
#include "schema/generate/words.h"

namespace structural::generate::go {
namespace {

using base::IsDigit;
using base::IsLower;

// Go's keywords, and main, whose package must be a program. Sorted.
constexpr std::array<std::string_view, 26> kReserved = {
    "break",   "case",  "chan",   "const",  "continue", "default", "defer",     "else", "fallthrough",
    "for",     "func",  "go",     "goto",   "if",       "import",  "interface", "main", "map",
    "package", "range", "return", "select", "struct",   "switch",  "type",      "var"};

// Returns a version as a package name: "v1".
std::string PackageName(std::string_view version) {
  std::string name;
  for (const char c : version) name += IsLower(c) || IsDigit(c) ? c : '_';
  if (name.empty() || !IsLower(name.front())) name.insert(0, 1, 'v');
  if (std::ranges::binary_search(kReserved, std::string_view(name))) name += '_';
  return name;
}

// The declarations of one or more kinds.
struct Types {
  std::set<std::string_view> imports;
  std::string text;
};

std::string NameOf(const Kind& kind, std::string_view name) {
  return name.empty() ? PackageName(kind.version) : std::string(name);
}

std::string Clause(const Kind& kind, std::string_view given) {
  const std::string name = NameOf(kind, given), group(kind.resource.group);
  std::string text =
      "// Package " + name + " has the types of the API " + group + "/" + std::string(kind.version) + ".\n//\n";
  text += "// +kubebuilder:object:generate=true\n// +groupName=" + group + "\n";
  if (name != kind.version) text += "// +versionName=" + std::string(kind.version) + "\n";
  return text + "package " + name + "\n";
}

std::string Import(const std::set<std::string_view>& imports) {
  const auto path = [](std::string_view import) { return import.substr(import.find('"')); };
  std::vector<std::string_view> sorted(imports.begin(), imports.end());
  std::ranges::sort(sorted, {}, path);
  std::string text = "\nimport (\n";
  for (const std::string_view import : sorted) text.append("\t").append(import).append("\n");
  return text + ")\n";
}

// Reports names that controller-gen derives from Go names and no marker can change.
void DiagnoseNames(const NamedKind& named, Diagnostics& diagnostics) {
  const Resource& resource = named.kind.resource;
  if (named.name != resource.kind)
    diagnostics.push_back({"spec.names.kind", "is not a unique name in Go: " + named.name});
  if (resource.list_kind != named.name + "List") diagnostics.push_back({"spec.names.listKind", "it has no marker"});
}

class Writer {
 public:
  Writer(const std::vector<const Kind*>& kinds, PackageText& to) : kinds_(NameKinds(kinds, names_)), to_(to) {
    to_.diagnostics.resize(kinds.size());
  }

  const std::vector<NamedKind>& kinds() const { return kinds_; }

  void Add(const NamedKind& named, Types& types) {
    Diagnostics& diagnostics = to_.diagnostics[named.index];
    DiagnoseNames(named, diagnostics);
    TypeWriter writer(names_, diagnostics);
    writer.WriteKind(named.kind, named.name, named.list);
    types.imports.insert(writer.imports().begin(), writer.imports().end());
    for (const std::string& declaration : writer.declarations()) types.text += "\n" + declaration;
  }

 private:
  Names names_{{"AddToScheme", "GroupVersion", "SchemeBuilder", "SchemeGroupVersion"}};
  const std::vector<NamedKind> kinds_;
  PackageText& to_;
};

}  // namespace

PackageText WritePackage(const std::vector<const Kind*>& kinds, std::string_view name) {
  PackageText package;
  package.files.push_back({"doc.go", Clause(*kinds.front(), name)});
  Writer writer(kinds, package);
  Names files({"doc"});
  for (const NamedKind& kind : writer.kinds()) {
    Types types;
    writer.Add(kind, types);
    const std::string file = files.Take(base::ToLowerAscii(kind.name)) + "_types.go";
    package.files.push_back({file, "package " + NameOf(kind.kind, name) + "\n" + Import(types.imports) + types.text});
  }
  return package;
}

PackageText WriteOneFile(const std::vector<const Kind*>& kinds, std::string_view name) {
  PackageText package;
  Writer writer(kinds, package);
  Types types;
  for (const NamedKind& kind : writer.kinds()) writer.Add(kind, types);
  package.files.push_back({"types.go", Clause(*kinds.front(), name) + Import(types.imports) + types.text});
  return package;
}

std::string FolderOf(const Kind& kind, std::string_view name) {
  return std::string(kind.resource.group) + "/" + NameOf(kind, name);
}

}  // namespace structural::generate::go
