// Tests of the parts of expressions, and their costs.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/expressions/api/cel.h"

namespace structural::test {
namespace api_parts_test {

cel::Environment WithDyns(std::initializer_list<const char*> names) {
  cel::Environment environment;
  for (const char* name : names) environment.Declare(name, cel::BasicType(cel::TypeKind::kDyn));
  return environment;
}

// Compiles the expressions of test/cases. For each one that compiles in this environment, the first part must be the
// complete expression, and the costs of all parts must add up to the cost of the expression.
TEST(CelParts, PartsAddUpToTheWhole) {
  int compiled_count = 0;
  for (const char* name : {"arithmetic", "loops", "errors", "texts", "lookups", "equality"}) {
    std::ifstream lines("cases/cel/eval/" + std::string(name) + ".ndjson");
    for (std::string line; std::getline(lines, line);) {
      const auto read = nlohmann::json::parse(line);
      const std::string text = read.at("expr"), data = read.at("self").dump();
      const auto compiled = WithDyns({"self"}).Compile(text, {.parts = true});
      if (!compiled.ok()) continue;
      ++compiled_count;
      const auto parts = compiled.expression->parts();
      ASSERT_FALSE(parts.empty()) << text;
      EXPECT_EQ(compiled.expression->estimate(), parts[0].estimate) << text;
      base::Arena arena;
      const cel::Binding bindings[] = {{"self", *json::Parser(arena).Parse(data)}};
      cel::Evaluation evaluation;
      evaluation.set_trace(true);
      const cel::Result& result = evaluation.Run(*compiled.expression, bindings);
      EXPECT_EQ(result.cost, evaluation.Costs(*compiled.expression)[0]) << text;
      EXPECT_EQ(1, std::ranges::count(parts, 0, &cel::ExpressionPart::depth)) << text;
    }
  }
  EXPECT_LT(200, compiled_count);
}

std::string PartsOf(const std::string& text) {
  const auto compiled = WithDyns({"a", "b", "c"}).Compile(text, {.parts = true});
  if (!compiled.ok()) return compiled.error;
  std::string all;
  for (const cel::ExpressionPart& part : compiled.expression->parts())
    all += std::string(static_cast<std::size_t>(part.depth), ' ') + std::string(part.text) + "\n";
  return all;
}

TEST(CelParts, PartsHaveTheWrittenText) {
  EXPECT_EQ("a\n", PartsOf(" a "));
  EXPECT_EQ("(a + b) * c\n a + b\n", PartsOf("(a + b) * c"));
  EXPECT_EQ("a * (b + (c))\n b + (c)\n", PartsOf("a * (b + (c))"));
  EXPECT_EQ("a.b[0].c\n a.b[0]\n  a.b\n", PartsOf("a.b[0].c"));
  EXPECT_EQ("a ? b.x : c[?0]\n b.x\n c[?0]\n", PartsOf("a ? b.x : c[?0]"));
  EXPECT_EQ("-a + size(b)\n -a\n size(b)\n", PartsOf("-a + size(b) // no part"));
  EXPECT_EQ("[{b: c.d}]\n {b: c.d}\n  c.d\n", PartsOf("[{b: c.d}]"));
  EXPECT_EQ("a.all(x, x > b && has(x.c))\n x > b && has(x.c)\n  x > b\n  has(x.c)\n",
            PartsOf("a.all(x, x > b && has(x.c))"));
  EXPECT_EQ("a.?b.optMap(x, x.c)\n a.?b\n x.c\n", PartsOf("a.?b.optMap(x, x.c)"));
  EXPECT_EQ("!(a in [b.c])\n a in [b.c]\n  [b.c]\n   b.c\n", PartsOf("!(a in [b.c])"));
}

}  // namespace api_parts_test
}  // namespace structural::test
