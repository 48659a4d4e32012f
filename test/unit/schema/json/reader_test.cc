#include "schema/json/reader.h"

#include <gtest/gtest.h>

#include "schema/base/stack.h"

namespace structural::json {
namespace reader_test {

std::string ReadString(std::string_view text) {
  base::Arena arena;
  JsonReader in(text, arena);
  const std::string value(in.String());
  return in.AtEnd() ? value : "error: " + in.error().message();
}

TEST(JsonReader, UndoesEscapes) {
  EXPECT_EQ("plain", ReadString("\"plain\""));
  EXPECT_EQ("a\"\\/\b\f\n\r\tb", ReadString(R"("a\"\\\/\b\f\n\r\tb")"));
  EXPECT_EQ("é€😀", ReadString(R"("\u00e9\u20AC\ud83d\uDE00")"));
  EXPECT_EQ("é€😀", ReadString("\"é€😀\""));
}

TEST(JsonReader, PutsTheReplacementCharacterForBrokenText) {
  EXPECT_EQ("\xEF\xBF\xBD", ReadString(R"("\ud800")"));
  EXPECT_EQ("\xEF\xBF\xBDx", ReadString(R"("\udc00x")"));
  EXPECT_EQ("\xEF\xBF\xBD\xEF\xBF\xBD", ReadString(R"("\ud800\ud800")"));
  EXPECT_EQ(
      "a\xEF\xBF\xBD"
      "b",
      ReadString("\"a\xFF"
                 "b\""));
  EXPECT_EQ("\xEF\xBF\xBD\xEF\xBF\xBD", ReadString("\"\xC0\x80\""));
}

TEST(JsonReader, NamesThePlace) {
  EXPECT_EQ("error: line 1, column 3: invalid character in string literal, or no closing quote", ReadString("\"a\n\""));
  EXPECT_EQ("error: line 2, column 2: cannot read object as string", ReadString("\n {}"));
  EXPECT_EQ("error: line 1, column 5: unexpected text after the value", ReadString("\"a\" x"));
  EXPECT_EQ("error: line 1, column 1: unexpected end of JSON input", ReadString(""));
}

// A value that the reader skips must be valid JSON, too.
TEST(JsonReader, SkipsOnlyWhatIsValid) {
  const auto skips = [](std::string_view text) {
    base::Arena arena;
    JsonReader in(text, arena);
    in.Skip();
    return in.AtEnd();
  };
  for (const char* good :
       {"{}", "[]", " [ 1 , {\"a\" : [ ] } ] ", "-0", "1.5e+10", "0", "null", "1e999", R"({"a":{"b":[[],{}]}})"}) {
    EXPECT_TRUE(skips(good)) << good;
  }
  for (const char* bad : {"",           "{",       "[",           "]",       "{]",
                          "[}",         "[1,]",    "[,1]",        "{\"a\"}", "{\"a\":}",
                          "{\"a\":1,}", "{a:1}",   "01",          "1.",      ".5",
                          "+1",         "1e",      "-",           "tru",     "nul",
                          "\"",         "\"\\x\"", "\"\\u12g4\"", "[1 2]",   "{\"a\":1 \"b\":2}",
                          "\x01",       "'a'"}) {
    EXPECT_FALSE(skips(bad)) << bad;
  }
}

TEST(JsonReader, ReportsNumbersBeyondDouble) {
  const auto unrepresentable = [](std::string_view text) {
    base::Arena arena;
    JsonReader in(text, arena);
    in.ReadUndecoded();
    EXPECT_TRUE(in.AtEnd());
    return in.has_unrepresentable_number();
  };
  EXPECT_FALSE(unrepresentable("[1e308, 1e-999, 99999999999999999999]"));
  EXPECT_TRUE(unrepresentable("[1e309]"));
}

TEST(JsonReader, ReadsIntegersAsGoDoes) {
  const auto integer = [](std::string_view text) -> std::optional<std::int64_t> {
    base::Arena arena;
    JsonReader in(text, arena);
    const auto value = in.Int64();
    return in.AtEnd() ? std::optional(value) : std::nullopt;
  };
  EXPECT_EQ(INT64_MAX, integer("9223372036854775807"));
  EXPECT_EQ(INT64_MIN, integer("-9223372036854775808"));
  EXPECT_EQ(0, integer("-0"));
  EXPECT_EQ(std::nullopt, integer("9223372036854775808"));
  EXPECT_EQ(std::nullopt, integer("1.0"));
  EXPECT_EQ(std::nullopt, integer("1e3"));
}

TEST(JsonReader, DepthIsBounded) {
  const auto skips = [](int depth) {
    const std::string text = std::string(depth, '[') + std::string(depth, ']');
    base::Arena arena;
    JsonReader in(text, arena);
    in.Skip();
    return in.AtEnd();
  };
  base::WithDeepStack([&] {
    EXPECT_TRUE(skips(10000));
    EXPECT_FALSE(skips(10001));
  });
}

}  // namespace reader_test
}  // namespace structural::json
