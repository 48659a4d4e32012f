// cases/edit: a text, edits, and the expected text. The expected text must also read as the document to which the
// equivalent JSON Patch was applied.
#include <nlohmann/json.hpp>

#include "document/edit.h"
#include "document/reader.h"
#include "test/support/cases.h"

namespace structural::document {
namespace edit_cases_test {

using nlohmann::json;
using test::Case;

// Returns a text of a case, which is a string or a list of lines.
std::string TextOf(const json& text) {
  if (text.is_string()) return text;
  std::string lines;
  for (const std::string line : text) lines += line + "\n";
  return lines;
}

InsertPosition PlaceOf(const json& edit) {
  if (edit.contains("after")) return {InsertPosition::Where::kAfter, edit["after"]};
  if (edit.contains("before")) return {InsertPosition::Where::kBefore, edit["before"]};
  if (edit.contains("first")) return {InsertPosition::Where::kFirst};
  if (edit.contains("in order")) return {InsertPosition::Where::kInOrder};
  return {};
}

Edit EditOf(const json& edit) {
  const std::string op = edit["op"];
  if (op == "remove") return {Edit::Kind::kRemove, edit["path"]};
  if (op == "move") return {Edit::Kind::kMove, edit["path"], "", PlaceOf(edit), edit["from"]};
  if (op == "copy") return {Edit::Kind::kCopy, edit["path"], "", PlaceOf(edit), edit["from"]};
  const auto kind = op == "add" ? Edit::Kind::kAdd : Edit::Kind::kReplace;
  const bool text = edit.contains("text");  // true: the case has the new value as YAML text; false: as JSON
  return {kind, edit["path"], text ? std::string(edit["text"]) : edit["value"].dump(), PlaceOf(edit)};
}

std::vector<Edit> EditsOf(const json& edits) {
  std::vector<Edit> all;
  for (const json& edit : edits) all.push_back(EditOf(edit));
  return all;
}

json Read(const std::string& text, std::size_t index) {
  Reader reader(text);
  auto read = reader.Next();
  for (; index > 0; --index) read = reader.Next();
  return json::parse(std::get<Document>(*read).json);
}

class EditCases : public testing::TestWithParam<Case> {};

TEST_P(EditCases, HaveTheExpectedText) {
  const json& data = GetParam().data;
  const std::string before = TextOf(data["before"]);
  const std::size_t index = data.value("index", 0);
  const auto edits = EditsOf(data["edits"]);
  const auto after = ApplyEdits(before, index, edits);
  if (data.contains("error")) {
    ASSERT_FALSE(after.ok()) << *after;
    EXPECT_EQ(std::string(data["error"]), after.error().message());
    return;
  }
  ASSERT_TRUE(after.ok()) << after.error().message();
  EXPECT_EQ(TextOf(data["after"]), *after);
  json patch = data["edits"];
  EXPECT_EQ(Read(before, index).patch(patch), Read(*after, index));
}

INSTANTIATE_TEST_SUITE_P(Data, EditCases, testing::ValuesIn(test::LoadCases("edit")), test::CaseName);

}  // namespace edit_cases_test
}  // namespace structural::document
