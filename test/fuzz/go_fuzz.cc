// Reads any text as a Go source file. Requires either a file whose declarations have names, or an error with its
// position. Requires that a second read has the same result.
#include <variant>

#include "cli/publish/go_source/package.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 256, .fixed_bytes = 1 << 20};

namespace {

void CheckUnion(const go_source::GoUnion& one) {
  Require(!one.fields.empty(), "a union has members");
  for (const auto& [key, name] : one.fields) {
    Require(!key.empty() && !name.empty(), "a member has its names");
  }
}

std::size_t CheckPackage(go_source::SourceFile source) {
  go_source::Package package;
  go_source::Diagnostics diagnostics;
  package.Add("file", std::move(source), diagnostics);
  const auto by_type = go_source::UnionsByType(package, diagnostics);
  for (const auto& named : by_type) {
    Require(!named.name.empty() && !named.unions.empty(), "a struct with unions has a name");
    for (const auto& one : named.unions) CheckUnion(one);
  }
  std::size_t count = by_type.size();
  for (const auto& [pointer, unions] : go_source::UnionsByPointer(package, "", diagnostics)) {
    Require(pointer.empty() || pointer.front() == '/', "a pointer begins with a slash");
    for (const auto& one : unions) CheckUnion(one);
    count += unions.size();
  }
  for (const go_source::Diagnostic& diagnostic : diagnostics.all()) {
    Require(diagnostic.at.line > 0 && diagnostic.at.column > 0, "a remark has a place");
  }
  return count;
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  const auto read = go_source::ReadSource(text);
  const auto again = go_source::ReadSource(text);
  Require(read.index() == again.index(), "reading twice is the same");
  if (const auto* error = std::get_if<go_source::SyntaxError>(&read)) {
    return Require(error->at.line > 0 && !error->text.empty(), "a mistake has a place");
  }
  const auto count = CheckPackage(std::get<go_source::SourceFile>(read));
  Require(count == CheckPackage(std::get<go_source::SourceFile>(again)), "and so are unions");
}

}  // namespace structural::fuzz
