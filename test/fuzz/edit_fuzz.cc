// Applies random edits to any text. Requires that the result is either an error, or a text that reads as the document
// to which the equivalent JSON Patch was applied. The first byte of the input determines the edits.
#include <optional>

#include "document/edit.h"
#include "document/reader.h"
#include "test/fuzz/in_memory.h"
#include "test/support/random_edits.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 1024, .fixed_bytes = 256 << 20};

namespace {

using nlohmann::json;

// Returns the next document. Returns nullopt at the end, or if the document cannot be read.
std::optional<json> NextOf(document::Reader& reader) {
  const auto read = reader.Next();
  if (!read || !std::holds_alternative<document::Document>(*read)) return std::nullopt;
  return json::parse(std::get<document::Document>(*read).json);
}

std::optional<json> FirstOf(std::string_view text) {
  document::Reader reader(text);
  return NextOf(reader);
}

// Reports whether the first document of the text equals the value. Skips an empty document before it, as kubectl does:
// a first line `---` usually ends one.
bool ReadsAs(std::string_view text, const json& value) {
  document::Reader reader(text);
  auto first = NextOf(reader);
  if (first && first->is_null() && !value.is_null() && text.starts_with("---")) {
    first = NextOf(reader);
  }
  return first && *first == value;
}

base::Result<std::string> Edited(std::string_view text, std::span<const document::Edit> edits) {
  std::size_t bytes = text.size();
  for (const document::Edit& edit : edits) bytes += edit.value.size();
  const MemoryLimit memory(bytes);
  return document::ApplyEdits(text, 0, edits);
}

}  // namespace

void Try(std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<std::uint8_t>(input.front());
  const std::string_view text = input.substr(1);
  auto value = FirstOf(text);
  if (!value) return;
  test::Random random(choice);
  std::vector<document::Edit> edits;
  for (int i = choice % 4; i >= 0; --i) {
    const auto operation = test::RandomOperation(random, *value);
    edits.push_back(test::EditOf(operation, random));
    *value = value->patch(nlohmann::json::array({operation}));
  }
  const auto after = Edited(text, edits);
  if (!after.ok()) {
    return Require(!after.error().message().empty(), "an error has a reason");
  }
  Require(ReadsAs(*after, *value), "the text reads as JSON Patch says");
}

}  // namespace structural::fuzz
