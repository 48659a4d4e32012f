// Tests that a value is read and then written as Go writes it.
#include "schema/json/value.h"

#include <gtest/gtest.h>

#include "schema/base/stack.h"
#include "schema/json/write.h"

namespace structural::test {
namespace value_test {

std::string Rewritten(std::string_view text) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(text);
  if (!value.ok()) return "error: " + value.error().message();
  std::string written;
  json::AppendJson(*value, written);
  return written;
}

TEST(Value, IsWrittenAsGoWritesIt) {
  const std::pair<const char*, const char*> cases[] = {
      {R"( { "b" : 1 , "a" : [ ] , "c" : { } } )", R"({"a":[],"b":1,"c":{}})"},
      {"[1.0,-0,-0.0,1e3,1e21,1E-7]", "[1,0,-0,1000,1e+21,1e-7]"},
      {"[9223372036854775807,9223372036854775808]", "[9223372036854775807,9223372036854776000]"},
      {"[999999999999999.5,1e15,-1e15]", "[999999999999999.5,1000000000000000,-1000000000000000]"},
      {R"("\u00e4\u2028\u001f\/<&>")", R"("ä\u2028\u001f/<&>")"},
      {"\"\xff\"", "\"\xef\xbf\xbd\""},
      {"[true,false,null]", "[true,false,null]"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(expected, Rewritten(text)) << text;
}

// The expected values are the output of Go's encoding/json.
TEST(FormatDouble, AsGo) {
  const std::pair<double, const char*> cases[] = {
      {0, "0"},
      {-0.0, "-0"},
      {1, "1"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {100, "100"},
      {1e20, "100000000000000000000"},
      {1e21, "1e+21"},
      {1e-6, "0.000001"},
      {1e-7, "1e-7"},
      {1.5e-10, "1.5e-10"},
      {1e300, "1e+300"},
      {5e-324, "5e-324"},
      {9223372036854775808.0, "9223372036854776000"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(text, json::FormatDouble(value));
}

TEST(Value, TheLastOfRepeatedKeysCounts) {
  EXPECT_EQ(R"({"a":3,"b":2})", Rewritten(R"({"b":1,"a":1,"b":2,"a":2,"a":3})"));
}

TEST(Value, ManyKeysOutOfOrder) {
  std::string text = "{", expected = "{";
  for (int i = 999; i >= 100; --i) text += "\"k" + std::to_string(i) + "\":0,";
  for (int i = 100; i <= 999; ++i) text += "\"k" + std::to_string(i) + "\":1,";
  for (int i = 100; i <= 999; ++i) expected += "\"k" + std::to_string(i) + "\":1,";
  text.back() = expected.back() = '}';
  EXPECT_EQ(expected, Rewritten(text));
}

TEST(Value, AMistakeIsAnErrorWithItsPlace) {
  EXPECT_EQ("error: line 1, column 4: a comma or the end of the list is expected", Rewritten("[1 2]"));
  for (const char* text : {"", "{", "[1,]", "{\"a\":1e999,\"a\":1}", "1 2", "nul", "{\"a\"}"}) {
    EXPECT_TRUE(Rewritten(text).starts_with("error: ")) << text;
  }
}

TEST(Value, NestsAsDeepAsAllowed) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  base::WithDeepStack([&] {
    EXPECT_EQ(nested(10000), Rewritten(nested(10000)));
    EXPECT_TRUE(Rewritten(nested(10001)).starts_with("error: "));
  });
}

TEST(Value, FindsMembers) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(R"({"a":1,"c":{"d":"x"}})");
  ASSERT_TRUE(value.ok());
  EXPECT_EQ("x", value->Find("c")->Find("d")->text());
  EXPECT_EQ(nullptr, value->Find("b"));
  EXPECT_EQ(nullptr, value->Find("a")->Find("b"));
}

TEST(Value, EqualIsGosDeepEqual) {
  const auto equal = [](std::string_view a, std::string_view b) {
    base::Arena arena;
    json::Parser parser(arena);
    return json::Equal(*parser.Parse(a), *parser.Parse(b));
  };
  EXPECT_TRUE(equal(R"({"a":[1,"x",null,true,1.5]})", R"({"a":[1,"x",null,true,1.5]})"));
  for (const char* other : {"{}", R"({"a":1})", R"({"b":[]})", "[]", "null", "1", "1.0"}) {
    EXPECT_FALSE(equal(R"({"a":[]})", other)) << other;
  }
  EXPECT_FALSE(equal("1", "1.0"));
}

}  // namespace value_test
}  // namespace structural::test
