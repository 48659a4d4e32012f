#include <algorithm>
#include <fstream>
#include <latch>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>

#include "library_example.h"
#include "schema/cel/parse.h"
#include "schema/expressions/api/cel.h"

namespace structural::test {
namespace api_test {

const cel::Type& kDyn = cel::BasicType(cel::TypeKind::kDyn);

std::string Repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

cel::Environment WithDyn(const std::string& name) {
  cel::Environment environment;
  environment.Declare(name, kDyn);
  return environment;
}

cel::Expression Compiled(const cel::Environment& environment, std::string_view text,
                         const cel::CompileOptions& options = {}) {
  const cel::Compilation compiled = environment.Compile(text, options);
  EXPECT_TRUE(compiled.ok()) << text << ": " << compiled.error;
  return compiled.ok() ? *compiled.expression : *environment.Compile("null").expression;
}

std::string TextOfRun(cel::Evaluation& evaluation, const cel::Expression& expression,
                      std::span<const cel::Binding> bindings = {}) {
  const cel::Result& result = evaluation.Run(expression, bindings);
  return result.ok() ? *evaluation.Text(1000) : "error: " + result.error;
}

TEST(CelApi, ReturnsTypeEstimateAndVariables) {
  const cel::Expression expression = Compiled(WithDyn("x"), "[x].map(y, y)");
  EXPECT_EQ("list(dyn)", expression.type());
  EXPECT_EQ(cel::TypeKind::kList, expression.kind());
  EXPECT_TRUE(expression.Uses("x"));
  EXPECT_FALSE(expression.Uses("y"));
  EXPECT_TRUE(expression.parts().empty());
  EXPECT_LT(0U, expression.estimate().max);
}

TEST(CelApi, ReportsErrors) {
  const cel::Compilation compiled = cel::Environment().Compile("a +\n b");
  ASSERT_FALSE(compiled.ok());
  ASSERT_EQ(2U, compiled.issues.size());
  EXPECT_EQ((cel::Location{2, 1}), compiled.issues[1].location);
  EXPECT_TRUE(compiled.error.starts_with("ERROR: <input>:1:1: undeclared reference to 'a'"));
  const cel::Compilation not_made = cel::Environment().Compile("int('x')");
  EXPECT_FALSE(not_made.ok());
  EXPECT_TRUE(not_made.issues.empty());
  EXPECT_EQ("type conversion error from 'string' to 'int'", not_made.error);
}

TEST(CelApi, VariablesWithoutAValue) {
  cel::Evaluation evaluation;
  const cel::Expression expression = Compiled(WithDyn("x"), "x == 1");
  EXPECT_EQ("error: no such attribute(s): x", TextOfRun(evaluation, expression));
  const cel::Binding other[] = {{"y", json::Value::Int(1)}};
  EXPECT_EQ("error: no such attribute(s): x", TextOfRun(evaluation, expression, other));
  const cel::Binding bindings[] = {{"x", json::Value::Int(1)}};
  EXPECT_EQ("true", TextOfRun(evaluation, expression, bindings));
}

TEST(CelApi, JsonTakesTheTypeOfTheVariable) {
  const std::tuple<cel::TypeKind, json::Value, std::string> rows[] = {
      {cel::TypeKind::kDouble, json::Value::Int(1), "1.0"},
      {cel::TypeKind::kUint, json::Value::Int(1), "1u"},
      {cel::TypeKind::kInt, json::Value::Int(1), "1"},
      {cel::TypeKind::kDuration, json::Value::String("1h"), "duration(\"1h0m0s\")"},
      {cel::TypeKind::kBytes, json::Value::String("AAA="), "b\"\\x00\\x00\""},
      {cel::TypeKind::kDyn, json::Value(), "null"},
  };
  cel::Evaluation evaluation;
  for (const auto& [kind, value, text] : rows) {
    cel::Environment environment;
    environment.Declare("x", cel::BasicType(kind));
    const cel::Binding bindings[] = {{"x", value}};
    EXPECT_EQ(text, TextOfRun(evaluation, Compiled(environment, "x"), bindings));
  }
}

TEST(CelApi, ADeclarationDoesNotChangeExpressions) {
  cel::Environment environment = WithDyn("x");
  const cel::Expression before = Compiled(environment, "x");
  environment.Declare("a", kDyn);
  environment.Declare("x", cel::BasicType(cel::TypeKind::kInt));
  EXPECT_EQ("int", Compiled(environment, "x").type());
  cel::Evaluation evaluation;
  const cel::Binding bindings[] = {{"a", json::Value::Int(1)}, {"x", json::Value::Int(2)}};
  EXPECT_EQ("2", TextOfRun(evaluation, before, bindings));
  EXPECT_EQ("dyn", before.type());
}

TEST(CelApi, TheCostIsLimited) {
  cel::Evaluation evaluation;
  const cel::Expression expression = Compiled({}, "[1, 2, 3].all(x, x > 0)");
  const std::uint64_t cost = evaluation.Run(expression, {}).cost;
  EXPECT_TRUE(evaluation.Run(expression, {}, {.cost = cost}).ok());
  const cel::Result& result = evaluation.Run(expression, {}, {.cost = cost - 1});
  EXPECT_EQ("operation cancelled: actual cost limit exceeded", result.error);
  EXPECT_FALSE(result.cancelled);
}

TEST(CelApi, IsCancelledInALoop) {
  const std::string numbers = "[" + Repeated("1,", 199) + "1]";
  const cel::Expression expression = Compiled({}, numbers + ".all(x, x > 0)");
  const std::atomic<bool> cancelled = true;
  cel::Evaluation evaluation;
  EXPECT_TRUE(evaluation.Run(expression, {}, {.cancelled = &cancelled}).cancelled);
  EXPECT_TRUE(evaluation.Run(expression, {}).ok());
}

// The value of the expression has 2^40 elements, since each level repeats the previous one. Its printed form must be
// cut off.
TEST(CelApi, ThePrintedResultIsLimited) {
  const cel::Expression expression = Compiled({}, "[[1]]" + Repeated(".map(x, [x, x])", 40));
  cel::Evaluation evaluation;
  ASSERT_TRUE(evaluation.Run(expression, {}).ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, evaluation.Text(1000).error().code());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, evaluation.Json(1000).error().code());
  evaluation.Run(Compiled({}, "['1234567']"), {});
  EXPECT_EQ("[\"1234567\"]", *evaluation.Text(11));
  EXPECT_FALSE(evaluation.Text(10).ok());
  EXPECT_EQ("[\"1234567\"]", *evaluation.Json(11));
  EXPECT_FALSE(evaluation.Json(10).ok());
}

TEST(CelApi, ATraceHasThePlaceOfAnError) {
  const cel::Expression expression = Compiled(WithDyn("x"), "x.a ||\n x.b", {.parts = true});
  const cel::Binding bindings[] = {{"x", json::Value::Object({})}};
  cel::Evaluation evaluation;
  EXPECT_EQ(cel::kNoLocation, evaluation.Run(expression, bindings).at);
  evaluation.set_trace(true);
  EXPECT_EQ((cel::Location{1, 1}), evaluation.Run(expression, bindings).at);
}

// Several threads compile in one environment, and run one expression, at the same time.
TEST(CelApi, ThreadsShareAnExpression) {
  constexpr int kThreads = 8, kRuns = 200;
  cel::Environment environment;
  environment.Declare("x", cel::BasicType(cel::TypeKind::kInt));
  const cel::Expression shared = Compiled(environment, "[x, x * 2].map(y, string(y)).join('+')");
  std::latch start(kThreads);
  std::vector<int> wrong(kThreads);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      cel::Evaluation evaluation;
      start.arrive_and_wait();
      const cel::Expression own = *environment.Compile("x + 1").expression;
      for (int run = 0; run < kRuns; ++run) {
        const int number = i * kRuns + run;
        const cel::Binding bindings[] = {{"x", json::Value::Int(number)}};
        const std::string expected = "\"" + std::to_string(number) + "+" + std::to_string(2 * number) + "\"";
        if (TextOfRun(evaluation, shared, bindings) != expected) ++wrong[i];
        if (TextOfRun(evaluation, own, bindings) != std::to_string(number + 1)) ++wrong[i];
      }
    });
  }
  threads.clear();
  EXPECT_EQ(std::vector<int>(kThreads), wrong);
}

struct DeepRun {
  std::vector<std::string> texts;
  std::string failed = {};
};

void* RunDeep(void* argument) {
  auto& run = *static_cast<DeepRun*>(argument);
  for (const std::string& text : run.texts) {
    const auto compiled = WithDyn("a").Compile(text, {.parts = true});
    if (!compiled.ok()) {
      run.failed = text.substr(0, 40) + ": " + compiled.error;
      return nullptr;
    }
    cel::Evaluation each;
    each.set_trace(true);
    const cel::Binding bindings[] = {{"a", json::Value::Bool(true)}};
    if (each.Run(*compiled.expression, bindings).ok()) static_cast<void>(each.Text(1 << 20));
    each.Costs(*compiled.expression);
  }
  return nullptr;
}

// The calls run on a thread with exactly the stack that cel.h requires. The test records the used bytes of the stack as
// the property stack_bytes.
TEST(CelApi, NeedsLittleStack) {
  constexpr int kDeep = 240;
  DeepRun run{{
      Repeated("(", kDeep) + "a" + Repeated(")", kDeep),
      Repeated("[", kDeep) + Repeated("]", kDeep),
      Repeated("{1:", kDeep) + "1" + Repeated("}", kDeep),
      Repeated("[1].all(x,", 80) + "a" + Repeated(")", 80),
      "a" + Repeated(".b", kDeep),
      "1" + Repeated("+1", kDeep),
      Repeated("a?1:", kDeep) + "2",
      Repeated("!(a||", 80) + "a" + Repeated(")", 80),
  }};
  constexpr std::byte kUnused{0xA5};
  std::vector<std::byte> memory(cel::kParseStack + 4096, kUnused);
  void* place = memory.data();
  std::size_t room = memory.size();
  ASSERT_NE(nullptr, std::align(4096, cel::kParseStack, place, room));
  pthread_attr_t attributes;
  ASSERT_EQ(0, pthread_attr_init(&attributes));
  ASSERT_EQ(0, pthread_attr_setstack(&attributes, place, cel::kParseStack));
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(&thread, &attributes, RunDeep, &run));
  ASSERT_EQ(0, pthread_join(thread, nullptr));
  pthread_attr_destroy(&attributes);
  EXPECT_EQ("", run.failed);
  const auto used = std::find_if(memory.begin(), memory.end(), [&](std::byte byte) { return byte != kUnused; });
  RecordProperty("stack_bytes", static_cast<int>(memory.end() - used));
}

TEST(CelApi, TheExampleWorks) {
  const std::vector<std::string> objects = {R"({"size": 3})", R"({"size": 30})", "{}", "no JSON"};
  EXPECT_EQ(std::vector<std::string>{objects[1]}, Select("object.size > 10", objects));
  EXPECT_TRUE(Select("object.size", objects).empty());
}

std::string FileText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(CelApi, TheExampleEqualsThatOfTheDocuments) {
  const std::string page = FileText("../docs/cel.md");
  const auto begin = page.find("```cpp\n"), end = page.find("```\n", begin + 7);
  ASSERT_NE(page.npos, end);
  std::string code = FileText("unit/schema/cel/library_example.h");
  code.erase(0, code.find("#include"));
  code.erase(code.find("inline "), 7);
  EXPECT_EQ(page.substr(begin + 7, end - begin - 7), code);
}

}  // namespace api_test
}  // namespace structural::test
