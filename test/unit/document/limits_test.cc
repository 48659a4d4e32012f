// Tests of limits for a document: bytes of JSON, marks (positions of values in the text), and copies, for each byte of
// the text.
#include <gtest/gtest.h>

#include "document/document.h"
#include "document/reader.h"

namespace structural::document {
namespace limits_test {

std::string Repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

Document Read(const std::string& text) {
  auto read = ReadYaml(text);
  if (const auto* problem = std::get_if<Problem>(&read)) {
    ADD_FAILURE() << problem->message;
    return {};
  }
  return std::get<Document>(std::move(read));
}

std::string MessageOf(const std::variant<Document, Problem>& read) {
  const auto* problem = std::get_if<Problem>(&read);
  return problem == nullptr ? "" : problem->message;
}

// Returns nested merge keys as in a denial-of-service attack: {k0: 1, <<: {k1: 1, <<: …}}. Each merged
// object begins with `anchor`, for example "&a ".
std::string NestedMerges(std::size_t levels, std::string_view anchor) {
  std::string text = "a: ";
  for (std::size_t i = 0; i < levels; ++i) {
    text.append("{k" + std::to_string(i) + ": 1, <<: ").append(anchor);
  }
  return text + "{}" + Repeated("}", levels);
}

TEST(DocumentLimitsTest, NestedMergesAreNotCopied) {
  const std::string text = NestedMerges(9'990, "");
  const Document document = Read(text);
  EXPECT_GT(2 * text.size(), document.json.size());
  EXPECT_GT(text.size() / 2, document.marks.size());
  EXPECT_TRUE(document.json.find("\"k9989\":1") != std::string::npos);
}

TEST(DocumentLimitsTest, MergesInListsAreNotCopiedFurtherThanTheirList) {
  const std::string text = "a:\n  <<: [" + Repeated("{<<: {<<: {b: 1}}},", 1000) + "]\n";
  EXPECT_GT(6 * text.size(), Read(text).json.size());
}

// An object with an anchor is copied each time it is merged. The memory for these copies has a budget.
TEST(DocumentLimitsTest, CopiesOfMergesHaveABudget) {
  Read(NestedMerges(200, "&a "));
  const std::string refused = MessageOf(ReadYaml(NestedMerges(9'000, "&a ")));
  EXPECT_EQ(
      "aliases and merges repeat more than 16 MiB of the document; write them out, or split the "
      "document",
      refused);
}

TEST(DocumentLimitsTest, CopiesOfAliasesHaveABudget) {
  const std::string text = "a: &a " + std::string(10'000, 'x') + "\nb:\n";
  EXPECT_EQ(1u, Read(text + Repeated("- *a\n", 1'000)).json.find("\"a\""));
  const auto refused = ReadYaml(text + Repeated("- *a\n", 20'000));
  EXPECT_EQ(
      "aliases and merges repeat more than 16 MiB of the document; write them out, or split the "
      "document",
      MessageOf(refused));
  EXPECT_LT(1'000u, std::get<Problem>(refused).at.line);
}

TEST(DocumentLimitsTest, ADocumentHasACountOfKeysAndValues) {
  const std::string max = "[" + Repeated("1,\n", kMaxMarks - 2) + "1";
  for (const char* begin : {"", "# YAML\n"}) {
    const std::string fitting = begin + max + "]\n", refused = begin + max + ",\n1]\n";
    EXPECT_EQ("", MessageOf(*Reader(fitting).Next()));
    const auto read = *Reader(refused).Next();
    EXPECT_EQ("the document has more than 4000000 keys and values; split it", MessageOf(read));
    EXPECT_LT(kMaxMarks - 2, std::get<Problem>(read).at.line);
  }
}

TEST(DocumentLimitsTest, TheFirstRepeatedKeysAreListed) {
  EXPECT_EQ(10'000u, Read("a: {" + Repeated("k,", 20'000) + "}").duplicates.size());
}

TEST(DocumentLimitsTest, ADocumentHasASize) {
  const std::string large = "a: " + std::string(kMaxDocumentBytes, 'x') + "\n";
  const std::string text = "b: 1\n---\n" + large + "---\nc: 1\n";
  Reader reader(text);
  EXPECT_EQ("{\"b\":1}", std::get<Document>(*reader.Next()).json);
  const auto refused = reader.Next();
  EXPECT_EQ("the document is larger than 32 MiB; split it", MessageOf(*refused));
  EXPECT_EQ((Position{3, 1}), std::get<Problem>(*refused).at);
  EXPECT_EQ("{\"c\":1}", std::get<Document>(*reader.Next()).json);
}

TEST(DocumentLimitsTest, AJsonValueHasTheSameSize) {
  const std::string text = "{\"b\":1}\n{\"a\":\"" + std::string(kMaxDocumentBytes, 'x') + "\"}";
  Reader reader(text);
  EXPECT_EQ("{\"b\":1}", std::get<Document>(*reader.Next()).json);
  const auto refused = reader.Next();
  EXPECT_EQ("the document is larger than 32 MiB; split it", MessageOf(*refused));
  EXPECT_EQ((Position{2, 1}), std::get<Problem>(*refused).at);
}

}  // namespace limits_test
}  // namespace structural::document
