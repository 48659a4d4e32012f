// Tests of writing JSON text in several calls.
#include <gtest/gtest.h>

#include "schema/json/write.h"

namespace structural::test {
namespace writer_test {

using json::Value;
using json::Writer;

TEST(Writer, PutsCommasBetweenMembersAndElements) {
  std::string text;
  Writer to(text);
  to.BeginObject().Add("a", 1).Key("b").BeginList().BeginObject().EndObject().Add("x").BeginList();
  to.EndList().EndList().Add("c", true).AnyKey("d\"").Add(nullptr).EndObject();
  EXPECT_EQ(R"({"a":1,"b":[{},"x",[]],"c":true,"d\"":null})", text);
}

TEST(Writer, TakesTextsNumbersValuesListsAndJson) {
  std::string text;
  Writer to(text);
  to.BeginList().Add(std::string("\n\"")).Add(std::string_view()).Add("z").Add(-1).Add(false);
  to.Add(std::uint64_t{18446744073709551615U}).Add(Value::Double(0.5)).Raw("{ }");
  to.Add(std::vector<std::string>{"a", "b"}).Add(std::vector<int>{}).EndList();
  EXPECT_EQ(R"(["\n\"","","z",-1,false,18446744073709551615,0.5,{ },["a","b"],[]])", text);
}

TEST(Writer, AppendsToExistingText) {
  std::string text = "{\"findings\": [\n";
  Writer(text).BeginObject().Add("at", 1);
  text += ", \"of\": ";
  Writer(text).Add("}").EndObject().BeginObject();
  text += "},\n";
  Writer(text).Add("[").EndList().Add("n", 2).EndObject();
  EXPECT_EQ("{\"findings\": [\n{\"at\":1, \"of\": \"}\"},{},\n\"[\"],\"n\":2}", text);
}

}  // namespace writer_test
}  // namespace structural::test
