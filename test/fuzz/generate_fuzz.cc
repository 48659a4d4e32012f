// Generates code for any text as a CRD. Requires that the Go code declares each type once, and that the printed field
// numbers of Protobuf can be read again.
#include <set>
#include <string>

#include "cli/publish/go_source/types.h"
#include "schema/generate/go/package.h"
#include "schema/generate/kind.h"
#include "schema/generate/proto/package.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 64 << 20, .microseconds_per_byte = 500};

namespace {

using generate::Kind;
using generate::proto::FieldNumberTable;

// Maximum bytes of output for each byte of the CRD. The output is longer than the CRD: a name is repeated in comments,
// declarations and fields, and each keyword of a schema becomes a line with a marker.
constexpr std::size_t kPerByte = 256;
constexpr std::size_t kMax = 8 * generate::kMaxTypeNameBytes;

auto InBounds(std::size_t input, auto write) {
  const MemoryLimit memory(input);
  return write();
}

void CheckGo(const Kind& kind, std::size_t input) {
  const auto package = InBounds(input, [&] { return generate::go::WriteOneFile({&kind}, ""); });
  RequireBound(package.files.front().text.size(), input, kPerByte, kMax, "Go is bounded");
  const auto source = structural::go_source::ReadSource(package.files.front().text);
  const auto* file = std::get_if<structural::go_source::SourceFile>(&source);
  Require(file != nullptr, "what is generated is Go");
  std::set<std::string> names;
  for (const auto& type : file->types) Require(names.insert(type.name).second, "a type is declared once");
  Require(generate::go::WritePackage({&kind}, "").files.size() == 2, "a kind has a file");
}

void CheckProto(const Kind& kind, std::size_t input) {
  FieldNumberTable numbers;
  const auto first = InBounds(input, [&] { return generate::proto::WriteFile({&kind}, "", numbers); });
  RequireBound(first.text.size() + numbers.Text().size(), input, kPerByte, kMax, "Protobuf is bounded");
  auto again = FieldNumberTable::Read(numbers.Text());
  Require(again.ok(), "numbers are read as they were written");
  const auto second = generate::proto::WriteFile({&kind}, "", *again);
  Require(first.text == second.text, "numbers stay");
}

}  // namespace

void Try(std::string_view text) {
  base::Arena arena;
  const auto kinds = InBounds(text.size(), [&] { return generate::ReadKinds(text, arena); });
  if (!kinds.ok()) return;
  for (const Kind& kind : *kinds) {
    Require(kind.refusal_reasons.empty() == (kind.schema != nullptr), "a kind has a schema or a reason");
    if (!kind.refusal_reasons.empty()) continue;
    CheckGo(kind, text.size());
    CheckProto(kind, text.size());
  }
}

}  // namespace structural::fuzz
