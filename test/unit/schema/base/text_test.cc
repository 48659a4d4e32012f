#include "schema/base/text.h"

#include <gtest/gtest.h>

#include "schema/base/arena.h"
#include "schema/base/pointer.h"
#include "schema/base/quote.h"
#include "schema/go/base64.h"
#include "schema/go/letter_case.h"
#include "schema/kubernetes/violation.h"

namespace structural::base {
namespace text_test {

TEST(FieldPath, PrintsAsKubernetesDoes) {
  const kubernetes::FieldPath spec("spec");
  const kubernetes::FieldPath version = spec.Child("versions", 10u);
  const kubernetes::FieldPath schema = version.Child("schema");
  EXPECT_EQ("spec.versions[10].schema", schema.String());
  EXPECT_EQ("spec.versions[10].schema.properties[c[d]]", schema.Child("properties", "c[d]").String());
  EXPECT_EQ("spec.properties[]", spec.Child("properties", "").String());
}

TEST(Join, PutsTheSeparatorBetweenItems) {
  EXPECT_EQ("", Join(std::vector<std::string>{}, ", "));
  EXPECT_EQ(", a", Join(std::vector<std::string>{"", "a"}, ", "));
  EXPECT_EQ("1-2-3", Join(std::vector{1, 2, 3}, "-", [](int item) { return std::to_string(item); }));
  std::string list;
  AppendItem(list, ", ", "a");
  AppendItem(list, ", ", "b");
  EXPECT_EQ("a, b", list);
}

TEST(JsonPointer, EscapesNames) {
  EXPECT_EQ("/a/b~1c~0d", ChildPointer("/a", "b/c~d"));
  EXPECT_EQ("/a/", ChildPointer("/a", ""));
  EXPECT_EQ("/a/10", ChildPointer("/a", 10u));
}

// The last three pointers are examples in RFC 6901.
TEST(JsonPointer, IsReadAsNames) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(Names(), ReadPointer(""));
  EXPECT_EQ((Names{"a", "", "0"}), ReadPointer("/a//0"));
  EXPECT_EQ(Names{""}, ReadPointer("/"));
  EXPECT_EQ(Names{"a/b"}, ReadPointer("/a~1b"));
  EXPECT_EQ(Names{"~1"}, ReadPointer("/~01"));
}

TEST(JsonPointer, RefusesOtherTexts) {
  for (const char* text : {"a", "#/a", "/a~", "/a~2", "/a/~/b"}) EXPECT_EQ(std::nullopt, ReadPointer(text)) << text;
}

// The expected values are the output of Go's fmt.Sprintf("%q").
TEST(Quote, AsGo) {
  EXPECT_EQ(R"("a\"b\\c")", Quote("a\"b\\c"));
  EXPECT_EQ(R"("\a\b\f\n\r\t\v\x00\x1f\x7f")", Quote(std::string_view("\a\b\f\n\r\t\v\0\x1f\x7f", 10)));
  EXPECT_EQ("\"é世😀\"", Quote("é世😀"));
  EXPECT_EQ(R"("\u00a0\u2028\ufeff\U000e0001")", Quote("\u00a0\u2028\ufeff\U000e0001"));
  EXPECT_EQ(R"("\xff\xc0a")", Quote("\xff\xc0"
                                    "a"));
  EXPECT_EQ("\"\uFFFD\"", Quote("\uFFFD"));
}

TEST(EscapeUnprintable, ReturnsOneLineWithoutControlCharacters) {
  EXPECT_EQ("plain \"text\" \\ é世😀", EscapeUnprintable("plain \"text\" \\ é世😀"));
  EXPECT_EQ(R"(a\nI0101 x.cc:1] b\r\t\x00\x1b[2J\x7f)",
            EscapeUnprintable(std::string_view("a\nI0101 x.cc:1] b\r\t\0\x1b[2J\x7f", 25)));
  EXPECT_EQ(R"(\u0085\u009b\u2028\u2029\u202e\u2066\u200f\ufeff\u00ad)",
            EscapeUnprintable("\u0085\u009b\u2028\u2029\u202e\u2066\u200f\ufeff\u00ad"));
  EXPECT_EQ(R"(\xff\xc0a\xed\xa0\x80)", EscapeUnprintable("\xff\xc0"
                                                          "a\xed\xa0\x80"));
}

TEST(Shorten, ReportsTheOmittedLength) {
  EXPECT_EQ("abc", Shorten("abc", 3));
  EXPECT_EQ("ab… (1 more bytes)", Shorten("abc", 2));
  EXPECT_EQ("a… (4 more bytes)", Shorten("a😀", 4));
  EXPECT_EQ("a😀… (1 more bytes)", Shorten("a😀b", 5));
  EXPECT_EQ("… (3 more bytes)", Shorten("abc", 0));
  EXPECT_EQ(25u, Shorten(std::string(1'000'000, 'x'), 2).size());
}

TEST(AppendJsonString, AsGoWithoutHtmlEscapes) {
  std::string text;
  AppendJsonString(std::string_view("<&>\"\\\n\x01\u2028\xff", 11), text);
  EXPECT_EQ(R"("<&>\"\\\n\u0001\u2028\ufffd")", text);
}

// The expected values are the output of Go's strings.ToLower.
TEST(ToLower, AsGo) {
  EXPECT_EQ("foo", go::ToLower("fOO"));
  EXPECT_EQ("i", go::ToLower("İ"));
  EXPECT_EQ("k", go::ToLower("\u212A"));
  EXPECT_EQ("ünï ǆ ß σσ \U00010428", go::ToLower("ÜNÏ ǅ ß ΣΣ \U00010400"));
  EXPECT_EQ("a\uFFFD", go::ToLower("A\xff"));
}

// Two names are equal if Go's encoding/json accepts both for the same field.
TEST(EqualFold, AsGo) {
  EXPECT_TRUE(go::EqualFold("apiVerſION", "apiversion"));
  EXPECT_TRUE(go::EqualFold("\u212Aind", "kind"));
  EXPECT_FALSE(go::EqualFold("apİversion", "apiversion"));
  EXPECT_FALSE(go::EqualFold("kin", "kind"));
  EXPECT_FALSE(go::EqualFold("kinds", "kind"));
}

TEST(Violation, TextHasFieldAndBody) {
  const kubernetes::FieldPath path("a");
  const kubernetes::Violation v = kubernetes::Invalid("r", path.Child("type"), "array", "must be object");
  EXPECT_EQ("a.type: Invalid value: \"array\": must be object", v.Text());
  EXPECT_EQ("a.type", v.field());
  EXPECT_EQ("Invalid value: \"array\": must be object", v.Body());
  EXPECT_EQ("a: Invalid value: true: must be false", kubernetes::InvalidTrue("r", path, "must be false").Text());
}

TEST(Message, AggregatesAsKubernetesDoes) {
  const kubernetes::FieldPath path("a");
  const kubernetes::Violation one = kubernetes::Required("r", path, "x"), two = kubernetes::Forbidden("r", path, "y");
  EXPECT_EQ("", kubernetes::Message({}));
  EXPECT_EQ("a: Required value: x", kubernetes::Message(std::vector{one}));
  EXPECT_EQ("a: Required value: x", kubernetes::Message(std::vector{one, one}));
  EXPECT_EQ("[a: Required value: x, a: Forbidden: y]", kubernetes::Message(std::vector{one, two, one}));
}

TEST(Base64, DecodesAsGo) {
  EXPECT_EQ("", go::DecodeBase64(""));
  EXPECT_EQ("f", go::DecodeBase64("Zg=="));
  EXPECT_EQ("fo", go::DecodeBase64("Zm8="));
  EXPECT_EQ("foo", go::DecodeBase64("Zm\r\n9v\n"));
  EXPECT_EQ("f", go::DecodeBase64("Zh==")) << "left-over bits are not looked at";
  EXPECT_EQ(std::string("\xff\x00\xfe", 3), go::DecodeBase64("/wD+"));
  for (const char* text : {"Zg", "Zg=", "Z===", "Zg==Zg==", "Zm 9v", "_wD-", "Zm9vZ"}) {
    EXPECT_EQ(std::nullopt, go::DecodeBase64(text)) << text;
  }
}

TEST(Base64, EncodesWithPadding) {
  EXPECT_EQ("", go::EncodeBase64(""));
  EXPECT_EQ("Zg==", go::EncodeBase64("f"));
  EXPECT_EQ("Zm8=", go::EncodeBase64("fo"));
  EXPECT_EQ("Zm9v", go::EncodeBase64("foo"));
  EXPECT_EQ("/wD+", go::EncodeBase64(std::string_view("\xff\x00\xfe", 3)));
}

TEST(Arena, KeepsItsMemoryUntilReset) {
  Arena arena;
  std::vector<std::string_view> copies;
  for (int i = 0; i < 1000; ++i) copies.push_back(arena.Copy(std::string(i, 'x')));
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(std::string(i, 'x'), copies[i]);
  const std::string large(10 << 20, 'y');
  EXPECT_EQ(large, arena.Copy(std::string_view(large)));
  arena.Reset();
  EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(arena.New<double>()) % alignof(double));
}

}  // namespace text_test
}  // namespace structural::base
