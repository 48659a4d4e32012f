#include "document/write_yaml.h"

#include <variant>

#include <gtest/gtest.h>

#include "document/reader.h"

namespace structural::document {
namespace write_yaml_test {

std::string Yaml(std::string_view json) {
  std::string yaml;
  AppendYaml(json, yaml);
  return yaml;
}

TEST(WriteYamlTest, WritesAsPeopleWrite) {
  EXPECT_EQ(
      "kind: Machine\n"
      "apiVersion: example.com/v1\n"
      "spec:\n"
      "  ports:\n"
      "  - 80\n"
      "  - name: http\n"
      "    port: 1.5\n"
      "  empty: {}\n"
      "  none: []\n"
      "  script: |\n"
      "    a\n"
      "     b\n"
      "  nothing: null\n"
      "  \"yes\": true\n",
      Yaml(R"({"kind":"Machine","apiVersion":"example.com/v1","spec":{"ports":[80,{"name":"http",)"
           R"("port":1.5}],"empty":{},"none":[],"script":"a\n b\n","nothing":null,"yes":true}})"));
}

TEST(WriteYamlTest, QuotesAmbiguousTexts) {
  EXPECT_EQ("a: \"true\"\nb: \"1\"\nc: \"\"\n\"null\": \"~\"\nd: \"<<\"\ne: \"0x1F\"\n",
            Yaml(R"({"a":"true","b":"1","c":"","null":"~","d":"<<","e":"0x1F"})"));
}

// Without quotes, a reader of YAML 1.1 or of YAML 1.2 reads each of these texts as something other than a string, for
// example as a number. A few of the texts are strings in both versions, but some YAML readers read them otherwise.
TEST(WriteYamlTest, QuotesWhatAnotherReaderReadsAsAnotherValue) {
  for (const char* text : {"1:30",
                           "-12:30:45",
                           "1:99",
                           "1:2.5",
                           "1_0:30",
                           "0o7",
                           "0o8",
                           "+0x1",
                           "08",
                           "1e400",
                           "12e03",
                           "1_000.5",
                           ".5e-3",
                           "-0",
                           "2001-01-01",
                           "2001-99-99",
                           "2001-01-01 00:00:00",
                           "2001-1-1t1:1:1",
                           "=",
                           "y",
                           "~",
                           ".inf"}) {
    EXPECT_EQ("a: \"" + std::string(text) + "\"\n", Yaml("{\"a\":\"" + std::string(text) + "\"}"));
  }
  for (const char* text : {"1.2.3", "10.0.0.1", "1:a", "a:1", "0xg", "v1", "1.5Gi", "12h", "2001-01", "2001-01-01x",
                           "-", "e1", "1e", "+", "_1"}) {
    const std::string yaml = Yaml("{\"a\":\"" + std::string(text) + "\"}");
    EXPECT_EQ(std::string(text) == "-" ? "a: '-'\n" : "a: " + std::string(text) + "\n", yaml);
  }
}

// A reader of YAML 1.1 takes U+2028, a line separator, for a line break, and a reader of YAML 1.2 does not, so it is
// escaped.
TEST(WriteYamlTest, EscapesWhatAnotherReaderLoses) {
  EXPECT_EQ("a: \"\\N\"\nb: \"x\\Ly\\n\"\nc: \"\\Px\"\nd: \"\\uFEFFx\"\ne: \"\\x7F\\x80\"\n",
            Yaml("{\"a\":\"\u0085\",\"b\":\"x\u2028y\\n\",\"c\":\"\u2029x\",\"d\":\"\uFEFFx\",\"e\":\"\x7F\u0080\"}"));
  EXPECT_EQ("a: -0.0\nb: 0\nc: \"-0\"\n", Yaml(R"({"a":-0,"b":0,"c":"-0"})"));
  EXPECT_EQ("a: 1.0e+21\nb: -5.0e-324\nc: 1.5e-09\nd: false\n",
            Yaml(R"({"a":1e+21,"b":-5e-324,"c":1.5e-09,"d":false})"));
  const std::string deep(5000, '['), end(5000, ']');
  EXPECT_EQ(deep + "-0.0,\"\\\\\\\"-0\\u0085\",1e-07,-0.5" + end + "\n",
            Yaml(deep + "-0,\"\\\\\\\"-0\u0085\",1e-07,-0.5" + end));
}

// Writes each value as YAML, and reads the YAML. The result must be the same value.
TEST(WriteYamlTest, ReadsAsTheSame) {
  for (const char* json : {
           R"({"a":"\n"})",
           R"({"a":" \n x"})",
           R"({"a":"x\n\n\n"})",
           R"({"a":"x \ny"})",
           R"({"a":"\ty\n"})",
           R"({"a":"# no comment"})",
           R"({"a":"a: b","b":"- c","c":"---"})",
           R"({"a":"...","? ":1,"-":2,"[":3,"{}":4})",
           R"({"a":"\u0000\u0007"})",
           R"({"a":"é日本😀 "})",
           R"({"a":0,"b":1e+21,"c":1e-7})",
           R"([[],[[1]],{"a":[{}]}])",
           R"({"a":"it's \"so\" \\ %"})",
           R"("text")",
           "null",
           "[]",
           R"({"a\nb":1})",
           R"({"a":"\r\n"})",
           R"({"a":"2001-01-01","b":"1:30","c":"0o7","d":".inf"})",
       }) {
    const auto read = ReadYaml(Yaml(json));
    const auto* document = std::get_if<Document>(&read);
    ASSERT_NE(nullptr, document) << Yaml(json);
    const auto direct = ReadYaml(json);
    EXPECT_EQ(std::get<Document>(direct).json, document->json) << Yaml(json);
  }
  const std::string longest(2000, 'k');
  const std::string json = "{\"" + longest + "\":{\"" + longest + "\":\"" + longest + "\"}}";
  EXPECT_EQ(json, std::get<Document>(ReadYaml(Yaml(json))).json);
}

// JSON of 100 kB with 9,000 nested lists, written as YAML blocks, would need a gigabyte of indentation.
TEST(WriteYamlTest, IndentationHasABudget) {
  std::string ones = "1", lines = "x";
  for (int i = 0; i < 40'000; ++i) ones += ",1", lines += "\\nx";
  const std::string json = "{\"a\":" + std::string(4000, '[') + ones + std::string(4000, ']') + ",\"b\":1}";
  EXPECT_EQ(json + "\n", Yaml(json));
  const std::string text = std::string(4000, '[') + "\"" + lines + "\"" + std::string(4000, ']');
  EXPECT_EQ(text + "\n", Yaml(text));
  for (const std::size_t depth : {10u, 30u, 100u, 300u, 1000u, 3000u}) {
    const std::string some = std::string(depth, '[') + ones + std::string(depth, ']');
    EXPECT_GT(kMaxYamlPerByte * some.size() + kFreeIndentationBytes, Yaml(some).size()) << depth;
  }
}

TEST(WriteYamlTest, DeepNesting) {
  const std::string json = std::string(5000, '[') + std::string(5000, ']');
  EXPECT_EQ(json, std::get<Document>(ReadYaml(Yaml(json))).json);
}

}  // namespace write_yaml_test
}  // namespace structural::document
