#include "schema/cel/parse.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include "schema/cel/check.h"

namespace structural::test {
namespace parse_test {

std::string Repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// Returns the issues that the parser reports for the text, or "".
std::string Errors(const std::string& text) {
  const cel::Source source(text);
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  if (!parsed.ok()) return parsed.error().message();
  EXPECT_EQ(parsed->root == nullptr, !parsed->issues.empty());
  return parsed->issues.Display(source);
}

// Number of nested brackets in the tests; the expression in the innermost ones is one further level, the maximum.
constexpr int kDepth = 249;

// Returns expressions with the maximum nesting that the parser allows, one expression for each kind of nesting.
std::vector<std::string> DeepTexts() {
  return {
      Repeated("(", kDepth) + "a" + Repeated(")", kDepth),
      Repeated("[", kDepth) + Repeated("]", kDepth),
      Repeated("{1:", kDepth) + "1" + Repeated("}", kDepth),
      Repeated("-f(!g(", 120) + "a" + Repeated("))", 120),
      Repeated("a.all(x,", kDepth) + "a" + Repeated(")", kDepth),
      Repeated("{?a:T{?b:[?", kDepth / 3) + "a" + Repeated("]}}", kDepth / 3),
      "a" + Repeated(".b", kDepth),
      "1" + Repeated("+1", kDepth),
      Repeated("a?b:", kDepth) + "c",
      Repeated("(a||b&&", kDepth) + "c" + Repeated(")", kDepth),
      Repeated("f(-1[", 120) + "0" + Repeated("])", 120),
  };
}

TEST(Parse, AcceptsTheMaximumDepth) {
  for (const std::string& text : DeepTexts()) EXPECT_EQ("", Errors(text)) << text;
}

TEST(Parse, RefusesMoreThanTheMaximumDepth) {
  constexpr std::string_view kEntered = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
  constexpr std::string_view kVisited = "ERROR: <input>:-1:0: max recursion depth exceeded";
  EXPECT_EQ(kEntered, Errors(Repeated("(", 250) + "a" + Repeated(")", 250)));
  EXPECT_EQ(kEntered, Errors(Repeated("a?b:", 250) + "c"));
  EXPECT_EQ(kEntered, Errors(Repeated("[", 50'000)));
  EXPECT_EQ(kVisited, Errors("a" + Repeated(".b", 251)));
  EXPECT_EQ(kVisited, Errors("1" + Repeated("+1", 251)));
}

TEST(Parse, CountsCodePoints) {
  const std::string max = "'" + Repeated("日", 99'998) + "'";
  EXPECT_EQ("", Errors(max));
  EXPECT_EQ(
      "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit "
      "100000",
      Errors(max + " "));
}

TEST(Parse, AcceptsManyTerms) {
  EXPECT_EQ("", Errors("a" + Repeated(" || a", 19'999)));
  EXPECT_EQ("", Errors("[1" + Repeated(",1", 49'990) + "]"));
}

// The macro optMap repeats its target, so the expansion of nested calls grows exponentially. The parser must limit it.
TEST(Parse, BoundsTheExpansionOfMacros) {
  EXPECT_EQ("", Errors("a" + Repeated(".optMap(x,x)", 14)));
  EXPECT_EQ("macros make more than 1000000 parts of the expression", Errors("a" + Repeated(".optMap(x,x)", 200)));
}

// At each level of nesting, the parser's prediction reads all tokens up to the end of the expression again. The parser
// must end with an error before this takes too long.
TEST(Parse, BoundsPredictions) {
  const std::string text = Repeated("-1[", 100) + Repeated("a+", 30'000) + "1";
  EXPECT_TRUE(Errors(text).starts_with("ERROR: <input>:1:")) << Errors(text);
}

TEST(Parse, ReadsInvalidUtf8) { EXPECT_EQ("", Errors("'\xff\xc3'")); }

// Parses and checks each text of DeepTexts. Returns null if all of them are valid.
void* ParseDeepTexts(void*) {
  for (const std::string& text : DeepTexts()) {
    const cel::Source source(text);
    base::Arena arena;
    const auto parsed = cel::Parse(source, {}, arena);
    if (!parsed.ok() || parsed->root == nullptr) return const_cast<char*>("refused");
    if (!cel::Check(*parsed, source, {}, arena).ok()) return const_cast<char*>("not checked");
  }
  return nullptr;
}

// The stacks of the threads have the sizes that parse.h and check.h document as enough.
TEST(Parse, NeedsLittleStack) {
  pthread_attr_t small;
  ASSERT_EQ(0, pthread_attr_init(&small));
  ASSERT_EQ(0, pthread_attr_setstacksize(&small, cel::kParseStack));
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(&thread, &small, ParseDeepTexts, nullptr));
  void* refused = nullptr;
  ASSERT_EQ(0, pthread_join(thread, &refused));
  EXPECT_EQ(nullptr, refused);
  pthread_attr_destroy(&small);
}

}  // namespace parse_test
}  // namespace structural::test
