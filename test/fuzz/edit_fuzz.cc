// Any text, edited at random: what comes of it reads as JSON Patch says, or there is a reason why
// not. The first byte chooses the edits.
#include <optional>

#include "document/edit.h"
#include "document/reader.h"
#include "test/fuzz/fuzz.h"
#include "test/support/random_edits.h"

namespace structural::fuzz {
namespace {

using nlohmann::json;

// The first document; nullopt: there is none, or it cannot be read.
std::optional<json> FirstOf(std::string_view text) {
  document::Reader reader(text);
  const auto read = reader.Next();
  if (!read || !std::holds_alternative<document::Document>(*read)) return std::nullopt;
  return json::parse(std::get<document::Document>(*read).json);
}

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  if (size == 0) return 0;
  const std::string_view text = fuzz::Text(data + 1, size - 1);
  auto value = fuzz::FirstOf(text);
  if (!value) return 0;
  test::Random random(data[0]);
  std::vector<document::Edit> edits;
  for (int i = data[0] % 4; i >= 0; --i) {
    const auto operation = test::RandomOperation(random, *value);
    edits.push_back(test::EditOf(operation, random));
    *value = value->patch(nlohmann::json::array({operation}));
  }
  const auto after = document::ApplyEdits(text, 0, edits);
  if (!after.ok()) {
    fuzz::Require(!after.error().message().empty(), "an error has a reason");
    return 0;
  }
  const auto now = fuzz::FirstOf(*after);
  fuzz::Require(now && *now == *value, "the text reads as JSON Patch says");
  return 0;
}
