// Tests of limits on a run for costs that cel-go does not count: nested values, memory, stack, time.
#include <atomic>

#include <gtest/gtest.h>

#include "run_expression.h"
#include "test/support/on_stack.h"

namespace structural::test {
namespace limits_test {

using cel::eval::Outcome;
using cel::eval::RunBudget;

// Returns `text`.map(v0, step).map(v1, step)… with `times` steps. In `step`, $ means the variable.
std::string Chain(std::string text, const std::string& step, int times) {
  for (int i = 0; i < times; ++i) {
    const std::string variable = "v" + std::to_string(i);
    text += ".map(" + variable + ", ";
    for (const char c : step) text += c == '$' ? variable : std::string(1, c);
    text += ")";
  }
  return text;
}

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// A value of 2^30 elements, in 30 nested lists of two elements each.
const std::string kPairs = Chain("[dyn(1)]", "dyn([$, $])", 30);
// A value of 12,000 nested levels.
const std::string kDeep = Chain("[dyn(1)]", "dyn(" + Repeated("[", 80) + "$" + Repeated("]", 80) + ")", 150);

// Maximum number of steps of a run, enough for each expression whose cost does not grow exponentially.
constexpr std::int64_t kMaxSteps = 1'000'000;
constexpr char kExceeded[] = R"("result":{"error":"operation cancelled: actual cost limit exceeded"})";

void ExpectAnswer(const std::string& expression, std::string_view part) {
  const std::string answer = RunExpression(expression, kMaxSteps);
  EXPECT_NE(std::string::npos, answer.find(part)) << expression << "\n" << answer;
}

void ExpectExceeded(const std::string& expression) { ExpectAnswer(expression, kExceeded); }

struct MeasuredRun {
  Outcome outcome;
  std::size_t bytes;  // maximum number of bytes of the run's arena
};

MeasuredRun RunWith(const std::string& text, const cel::eval::RunOptions& options) {
  const cel::Source source(text);
  base::Arena compiled, arena;
  const auto parsed = cel::Parse(source, {}, compiled);
  const auto checked = cel::Check(*parsed, source, {}, compiled);
  const auto program = cel::eval::Program::Make(*parsed, *checked, {.functions = &cel::library::Functions()});
  cel::eval::Context context(arena, kMaxSteps);
  Outcome outcome = cel::eval::Evaluator().Run(**program, {}, context, options);
  return {outcome, arena.peak_bytes()};
}

TEST(RunLimits, NestedValuesAreCounted) {
  ExpectExceeded(kPairs + " == " + kPairs);
  ExpectExceeded(kPairs + " in [" + kPairs + "]");
  ExpectExceeded("[" + kPairs + ", " + kPairs + "].distinct()");
  ExpectExceeded(kPairs + ".sum()");
}

TEST(RunLimits, ElementsOfSumsAreCounted) {
  const std::string sums = Chain("[[1]]", "$ + $", 40) + "[0]";
  for (const char* function : {"sum()", "max()", "reverse()", "sort()", "slice(0, 4000000000)", "indexOf(2)",
                               "lastIndexOf(2)", "isSorted()"}) {
    ExpectExceeded("[" + sums + "." + function + "]");
  }
  ExpectExceeded("2 in " + sums);
}

TEST(RunLimits, AnExhaustedBudgetIsReportedAsTheCostLimit) {
  const MeasuredRun run = RunWith(kPairs + " == " + kPairs, {.cost_limit = 5000});
  EXPECT_EQ(5001u, run.outcome.cost);
  EXPECT_FALSE(run.outcome.cancelled);
}

TEST(RunLimits, MemoryIsBounded) {
  const std::string large = Chain("['" + Repeated("x", 4000) + "']", "$.replace('', $)", 1) + "[0]";
  const MeasuredRun run = RunWith("lists.range(1000).map(x, " + large + ")", {});
  EXPECT_EQ("operation cancelled: actual cost limit exceeded", run.outcome.value.text());
  EXPECT_LE(run.bytes, RunBudget::kMaxBytes + (std::size_t{64} << 20));
}

TEST(RunLimits, ValuesDeeperThanTheStackEndTheRun) {
  OnStack(cel::kParseStack, [] { ExpectExceeded(kDeep + " == " + kDeep); });
  OnStack(std::size_t{64} << 20, [] { ExpectAnswer(kDeep + " == " + kDeep, "\"result\":true"); });
}

TEST(RunLimits, ACancelledRunEnds) {
  const std::atomic<bool> cancelled = true;
  const MeasuredRun run = RunWith("lists.range(100000).all(x, x >= 0)", {.cancelled = &cancelled});
  EXPECT_TRUE(run.outcome.cancelled);
  EXPECT_LT(run.outcome.cost, 200'000u);
}

// The expression has the maximum nesting that the parser allows. Its run must not need more stack than documented.
TEST(RunLimits, TheStatedStackIsEnough) {
  const std::pair<std::string, std::string> levels[] = {{"(", ")"},
                                                        {"[", "]"},
                                                        {"{1: ", "}"},
                                                        {"-(", ")"},
                                                        {"!(", ")"},
                                                        {"size([", "])"},
                                                        {"true ? (", ") : 1"},
                                                        {"[1].map(x, ", ")"},
                                                        {"[1].all(x, true || ", " == x)"},
                                                        {"optional.of(", ")"},
                                                        {"[1, ", "][1]"}};
  for (const auto& [open, close] : levels) {
    for (const int depth : {10, 20, 40, 60, 80, 100, 120, 200, 240}) {
      const std::string text = Repeated(open, depth) + "1" + Repeated(close, depth);
      OnStack(cel::kParseStack, [&] { EXPECT_FALSE(RunExpression(text).empty()); });
    }
  }
}

}  // namespace limits_test
}  // namespace structural::test
