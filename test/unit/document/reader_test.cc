#include "document/reader.h"

#include <gtest/gtest.h>

namespace structural::document {
namespace reader_test {

// Returns the JSON of each document of the text, or "LINE:COLUMN MESSAGE" for a document that cannot be read.
std::vector<std::string> ReadAll(std::string_view text) {
  Reader reader(text);
  std::vector<std::string> all;
  while (auto next = reader.Next()) {
    if (const auto* problem = std::get_if<Problem>(&*next)) {
      all.push_back(std::to_string(problem->at.line) + ":" + std::to_string(problem->at.column) + " " +
                    problem->message);
    } else {
      all.push_back(std::get<Document>(*next).json);
    }
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(Reader, CutsYamlAtLinesOfDashes) {
  EXPECT_EQ((Texts{"{\"a\":1}", "{\"b\":2}"}), ReadAll("a: 1\n---\nb: 2\n"));
  EXPECT_EQ((Texts{"{\"a\":1}", "{\"b\":2}"}), ReadAll("a: 1\n--- # next\nb: 2"));
  EXPECT_EQ((Texts{"null", "{\"a\":1}", "null"}), ReadAll("---\na: 1\n---\n# end\n"));
  EXPECT_EQ((Texts{"{\"a\":1}", "{\"b\":2}"}), ReadAll("a: 1\r\n---\r\nb: 2\r\n"));
  EXPECT_EQ((Texts{"{\"a\":\"---\"}"}), ReadAll("a:\n  ---\n"));
  EXPECT_EQ(Texts{}, ReadAll(""));
}

TEST(Reader, ContinuesAfterAProblem) {
  const auto all = ReadAll("a: 1\n---\nb: [\n---\nc: 3\n");
  ASSERT_EQ(3u, all.size());
  EXPECT_EQ("{\"a\":1}", all[0]);
  EXPECT_EQ("3:5 did not find expected node content", all[1]);
  EXPECT_EQ("{\"c\":3}", all[2]);
}

TEST(Reader, RefusesTextAfterDashes) {
  const auto all = ReadAll("a: 1\n--- b\nc: 3\n");
  ASSERT_EQ(2u, all.size());
  EXPECT_EQ("2:5 kubectl ignores text after --- on the same line; move it to the next line", all[0]);
}

TEST(Reader, RefusesTextAfterTheEndOfADocument) {
  const std::string ignored = "kubectl ignores text after the end of a document; begin another document with ---";
  EXPECT_EQ((Texts{"3:1 " + ignored, "{\"c\":3}"}), ReadAll("a: 1\n...\nb: 2\n---\nc: 3\n"));
  EXPECT_EQ((Texts{"{\"c\":3}", "5:1 " + ignored}), ReadAll("c: 3\n---\na: 1\n...\n[\n"));
  EXPECT_EQ(Texts{"2:1 " + ignored}, ReadAll("[1]\na: 1\n"));
  EXPECT_EQ((Texts{"{\"a\":1}", "{\"c\":3}"}), ReadAll("a: 1\n...\n\n# b\n...\n---\nc: 3\n"));
  EXPECT_EQ(Texts{"{\"a\":1}"}, ReadAll("a: 1\n...\n"));
  EXPECT_EQ(Texts{"{\"a\":\"x\\n\"}"}, ReadAll("a: |\n  x\n... # b\n"));
}

TEST(Reader, ReadsSeriesOfJson) {
  EXPECT_EQ((Texts{"{\"a\":1}", "{\"b\":[2,{}]}"}), ReadAll(" {\"a\": 1}\n{\"b\": [2, {}]} \n"));
  EXPECT_EQ((Texts{"{\"a\":1000,\"b\":1.5}"}), ReadAll(R"({"a": 1e3, "b": 1.50})"));
  EXPECT_EQ((Texts{"{\"a\":\"é/\"}"}), ReadAll(R"({"a": "\u00e9\/"})"));
  EXPECT_EQ((Texts{"{\"a\":[[],[{}]]}"}), ReadAll(R"({"a":[[],[{}]]})"));
}

TEST(Reader, TriesYamlInBraces) {
  EXPECT_EQ((Texts{"{\"a\":true,\"b\":2}"}), ReadAll("{a: yes,\n b: 2,}\n"));
  EXPECT_EQ((Texts{"{\"a\":1}", "null", "{\"b\":2}"}), ReadAll("{\"a\": 1}\n---\nb: 2\n"));
}

TEST(Reader, ReportsThePlaceOfBrokenJson) {
  EXPECT_EQ((Texts{"2:9 expected a comma or }"}), ReadAll("{\n \"a\": 1 \"b\": 2}\n"));
  EXPECT_EQ((Texts{"1:6 the text ends before a value"}), ReadAll("{\"a\":"));
  EXPECT_EQ((Texts{"{}", "{}", "1:11 the number is out of range"}), ReadAll("{}{}{\"a\": 1e999}"));
}

TEST(Reader, KnowsTemplates) {
  const auto all = ReadAll("{{- if .Values.crds }}\na: 1\n{{- end }}\n");
  ASSERT_FALSE(all.empty());
  EXPECT_NE(std::string::npos, all[0].find("helm template")) << all[0];
}

TEST(Reader, ReadsUtf16) {
  const std::string yaml("\xFE\xFF\0a\0:\0 \0\xE9\0\n\0-\0-\0-\0\n\0b", 22);
  const std::string last("\0\n", 2);
  EXPECT_EQ((Texts{"{\"a\":\"é\"}"}), ReadAll(yaml.substr(0, 12) + last));
  // In UTF-16, kubectl does not recognise the line --- as a separator of documents.
  EXPECT_EQ((Texts{"2:1 kubectl ignores text after the end of a document; begin another document with ---"}),
            ReadAll(yaml + last));
  EXPECT_EQ((Texts{"1:1 kubectl cannot read this UTF-16; convert the text to UTF-8"}), ReadAll(yaml));
}

TEST(Reader, NamesUtf32) {
  const std::string text = "a: \xE9\n";
  for (const bool marked : {true, false}) {
    for (const bool big_endian : {true, false}) {
      std::string yaml;
      const auto add = [&](char32_t rune) {
        for (int i = 0; i < 4; ++i) yaml += static_cast<char>(rune >> 8 * (big_endian ? 3 - i : i) & 0xFF);
      };
      if (marked) add(0xFEFF);
      for (const char c : text) add(static_cast<unsigned char>(c));
      EXPECT_EQ((Texts{"1:1 kubectl cannot read UTF-32; convert the text to UTF-8"}), ReadAll(yaml));
      EXPECT_EQ("a: é\n", Reader(yaml).text());
      EXPECT_EQ((Texts{"1:1 kubectl cannot read UTF-32; convert the text to UTF-8"}), ReadAll(yaml + "a"));
    }
  }
}

TEST(Reader, DoesNotReadJsonAsYaml) {
  EXPECT_EQ((Texts{"1:7 the number is out of range", "{\"b\":[-0.0,0]}"}),
            ReadAll("{\"a\": 1e1000} {\"b\": [-0.0, -0]}"));
}

TEST(Reader, RefusesMarksThatMakeKubectlLoseCharacters) {
  const std::string text = "# " + std::string(505, 'x') + "\n\xEF\xBB\xBF";
  EXPECT_EQ((Texts{"2:1 a byte order mark in this line makes kubectl lose characters; remove it"}),
            ReadAll(text + "a: 1\nb: 2\n"));
}

TEST(Reader, BoundsDepth) {
  const std::string json = std::string(20000, '[');
  EXPECT_EQ("1:10006 exceeded max depth of 10000", ReadAll("{\"a\": " + json)[0]);
  const auto yaml = ReadAll(json);
  ASSERT_EQ(1u, yaml.size());
  EXPECT_NE(std::string::npos, yaml[0].find("max depth")) << yaml[0];
}

TEST(Reader, NotesValuesThatDifferFromTheText) {
  Reader reader("on: [0x1F, yes, 5, 'no', 1.10, ~, null, 2001-01-01]\nb: &b 010\n*b : !!int 010\n");
  const auto document = reader.Next();
  ASSERT_TRUE(document && std::holds_alternative<Document>(*document));
  std::string notes;
  for (const ImplicitlyTypedScalar& each : std::get<Document>(*document).implicit_scalars) {
    notes += std::to_string(each.at.line) + ":" + std::to_string(each.at.column) + (each.is_key ? " key " : " ") +
             each.written + " " + each.json + "\n";
  }
  EXPECT_EQ(
      "1:1 key on true\n1:6 0x1F 31\n1:12 yes true\n1:26 1.10 1.1\n1:32 ~ null\n"
      "2:4 010 8\n3:1 key 010 8\n",
      notes);
}

TEST(Reader, BoundsItsNotes) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "- yes\n";
  Reader reader(text);
  EXPECT_EQ(10'000u, std::get<Document>(*reader.Next()).implicit_scalars.size());
}

}  // namespace reader_test
}  // namespace structural::document
