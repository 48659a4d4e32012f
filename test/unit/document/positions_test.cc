#include <gtest/gtest.h>

#include "document/reader.h"

namespace structural::document {
namespace positions_test {

// Returns where `text` has the value or key whose JSON is `part`, as "LINE:COLUMN".
std::string PlaceOf(std::string_view part, std::string_view text) {
  Reader reader(text);
  while (auto next = reader.Next()) {
    const auto* document = std::get_if<Document>(&*next);
    if (document == nullptr) return "a problem";
    const auto offset = document->json.find(part);
    if (offset == std::string::npos) continue;
    const Position at = document->At(offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  }
  return "not there";
}

TEST(Positions, OfKeysAndValues) {
  const char* text = "a:\n  b: foo\n  c:\n  - x\n  - k: z\n";
  EXPECT_EQ("1:1", PlaceOf("{\"a\"", text));
  EXPECT_EQ("1:1", PlaceOf("\"a\"", text));
  EXPECT_EQ("2:3", PlaceOf("\"b\"", text));
  EXPECT_EQ("2:6", PlaceOf("\"foo\"", text));
  EXPECT_EQ("4:5", PlaceOf("\"x\"", text));
  EXPECT_EQ("5:5", PlaceOf("\"k\"", text));
}

TEST(Positions, CountCodePoints) {
  EXPECT_EQ("1:9", PlaceOf("\"b\"", "{é😀: 1, b: 2}"));
  EXPECT_EQ("1:11", PlaceOf("\"b\"", "{\"é😀\": 1, \"b\": 2}"));
}

TEST(Positions, CountBothCharactersOfAnEscapedApostrophe) {
  const char* text = "a: [\"it\\'s \\'\", b, \"\\'\n  \\'\", c]\nd: {\"\\'\": e}\n";
  EXPECT_EQ("1:5", PlaceOf("\"it's", text));
  EXPECT_EQ("1:17", PlaceOf("\"b\"", text));
  EXPECT_EQ("2:8", PlaceOf("\"c\"", text));
  EXPECT_EQ("3:11", PlaceOf("\"e\"", text));
}

TEST(Positions, CountFromTheFilesStart) {
  EXPECT_EQ("5:1", PlaceOf("\"b\"", "# x\na: 1\n\n---\nb: 2\n"));
  EXPECT_EQ("3:1", PlaceOf("\"b\"", "a: 1\r\n---\r\nb: 2\r\n"));
  EXPECT_EQ("2:2", PlaceOf("\"b\"", "{\"a\": 1}\n{\"b\": 2}\n"));
  EXPECT_EQ("3:1", PlaceOf("\"b\"", "{\"a\": 1}\n---\nb: 2\n"));
}

// A value that an alias or a merge key repeats has the position of the anchored value, since a user must change the
// text there.
TEST(Positions, OfRepeatedValues) {
  const char* text = "x: &x\n  k: foo\na: *x\nb:\n  <<: *x\n  c: 1\n";
  Reader reader(text);
  const auto document = std::get<Document>(*reader.Next());
  const auto last = document.json.rfind("\"k\"");
  EXPECT_EQ((Position{2, 3}), document.At(last));
  EXPECT_EQ((Position{2, 6}), document.At(document.json.rfind("\"foo\"")));
  EXPECT_EQ((Position{6, 3}), document.At(document.json.rfind("\"c\"")));
}

TEST(Positions, AMergeRepeatsNoKey) {
  Reader reader("x: &x\n  k: 1\nb: {k: 2, <<: *x}\nc: {<<: *x, k: 3}\n");
  EXPECT_TRUE(std::get<Document>(*reader.Next()).duplicates.empty());
}

TEST(Positions, OfValuesAfterEdits) { EXPECT_EQ("3:1", PlaceOf("\"a\"", "a: 1\nb: 2\na: 3\n")); }

}  // namespace positions_test
}  // namespace structural::document
