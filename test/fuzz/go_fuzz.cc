// Any text as a Go source file: it is read, or a mistake is told with its place; what is declared
// has names, and the same text always brings the same.
#include <variant>

#include "cli/go/declare.h"
#include "test/fuzz/fuzz.h"

namespace structural::fuzz {
namespace {

void CheckUnion(const go::GoUnion& one) {
  Require(!one.fields.empty(), "a union has members");
  for (const auto& [key, name] : one.fields) {
    Require(!key.empty() && !name.empty(), "a member has its names");
  }
}

std::size_t CheckPackage(go::SourceFile source) {
  go::Package package;
  go::Remarks remarks;
  package.Add("file", std::move(source), remarks);
  const auto by_type = go::ByType(package, remarks);
  for (const auto& named : by_type) {
    Require(!named.name.empty() && !named.unions.empty(), "a struct with unions has a name");
    for (const auto& one : named.unions) CheckUnion(one);
  }
  std::size_t count = by_type.size();
  for (const auto& [pointer, unions] : go::ByPointer(package, "", remarks)) {
    Require(pointer.empty() || pointer.front() == '/', "a pointer begins with a slash");
    for (const auto& one : unions) CheckUnion(one);
    count += unions.size();
  }
  for (const go::Remark& remark : remarks.all()) {
    Require(remark.at.line > 0 && remark.at.column > 0, "a remark has a place");
  }
  return count;
}

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  const auto read = go::ReadSource(fuzz::Text(data, size));
  const auto again = go::ReadSource(fuzz::Text(data, size));
  fuzz::Require(read.index() == again.index(), "reading twice is the same");
  if (const auto* mistake = std::get_if<go::Mistake>(&read)) {
    fuzz::Require(mistake->at.line > 0 && !mistake->text.empty(), "a mistake has a place");
    return 0;
  }
  const auto count = fuzz::CheckPackage(std::get<go::SourceFile>(read));
  fuzz::Require(count == fuzz::CheckPackage(std::get<go::SourceFile>(again)), "and so are unions");
  return 0;
}
