// cases/match/*.json: {name, pattern, matches, differs}: texts that Go's regexp.MatchString matches, and texts that it
// does not match.
#include "schema/go/pattern.h"

#include "schema/go/regexp/threads.h"
#include "test/support/cases.h"

namespace structural::test {
namespace pattern_test {

using go::Pattern;

go::regexp::Program Compiled(const std::string& pattern) {
  go::regexp::Program program;
  EXPECT_EQ(std::nullopt, go::CompileError(pattern, program)) << pattern;
  return program;
}

std::string Times(std::size_t count, const std::string& text) {
  std::string all;
  for (; count > 0; --count) all += text;
  return all;
}

class MatchCase : public testing::TestWithParam<Case> {};

TEST_P(MatchCase, EqualsGo) {
  const nlohmann::json& data = GetParam().data;
  const std::string pattern = data.at("pattern");
  const Pattern compiled(pattern);
  const go::regexp::Program program = Compiled(pattern);
  go::regexp::Threads threads;
  for (const bool expected : {true, false}) {
    for (const std::string text : data.at(expected ? "matches" : "differs")) {
      EXPECT_EQ(expected, compiled.Matches(text)) << pattern << " and " << text;
      EXPECT_EQ(expected, go::regexp::Search(program, text, threads)) << pattern << " and " << text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, MatchCase, testing::ValuesIn(LoadCases("match")), CaseName);

TEST(Pattern, AnInvalidPatternMatchesNothing) {
  const Pattern pattern("a(");
  EXPECT_EQ("error parsing regexp: missing closing ): `a(`", pattern.error());
  EXPECT_FALSE(pattern.Matches("a("));
}

TEST(Pattern, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_TRUE(Pattern("^\\x{FFFD}{2}$").Matches("\xff\xc3"));
  EXPECT_TRUE(Pattern("^..$").Matches("\xed\xa0"));
  EXPECT_FALSE(Pattern("\\w").Matches("\xff"));
}

// The pattern has copies of a large character class. RE2 would need gigabytes, since it converts each copy to bytes.
TEST(Pattern, CopiesOfLargeClassesShareThem) {
  std::string alternatives = R"(\p{L}{1,1000}0)";
  for (char digit = '1'; digit <= '9'; ++digit) {
    alternatives += R"(|\p{L}{1,1000})" + std::string{digit};
    alternatives += R"(|\p{L}{1,1000}-)" + std::string{digit};
  }
  const Pattern pattern("^(?:" + alternatives + ")$");
  EXPECT_LT(pattern.MemoryBytes(), 300'000U);
  EXPECT_TRUE(pattern.Matches(Times(1000, "é") + "7"));
  EXPECT_TRUE(pattern.Matches(Times(1000, "é") + "-7"));
  EXPECT_FALSE(pattern.Matches(Times(1001, "é") + "7"));
  EXPECT_FALSE(pattern.Matches(Times(1000, "é") + "--7"));
}

// Go's program for this pattern has 400,000 instructions of 40 bytes each.
TEST(Pattern, ALargeOneTakesFewBytesForEachInstruction) {
  const Pattern pattern("^(?:" + Times(200, "x?") + "){1000}$");
  EXPECT_LT(pattern.MemoryBytes(), 4 * 410'000U);
  EXPECT_TRUE(pattern.Matches("xxx"));
  EXPECT_FALSE(pattern.Matches("xxy"));
}

TEST(Pattern, OnlyAMatchWithNewStatesTakesWork) {
  const Pattern pattern("^a{500}");
  const std::string text = Times(500, "a");
  std::uint64_t work = 0;
  EXPECT_TRUE(pattern.Matches(text, work));
  EXPECT_GE(work, 48 * 500U);
  const std::uint64_t first = work;
  EXPECT_TRUE(pattern.Matches(text, work));
  EXPECT_EQ(first, work);
}

TEST(Pattern, StepsAreAtMostThoseOfEachInstructionForEachCodePoint) {
  const std::pair<std::string, std::string> cases[] = {
      {"(?:a*)*b", Times(500, "a")},
      {"(?:a?){50}a{50}", Times(49, "a")},
      {"^(?:a|a|aa|ab?)*$", Times(500, "a") + "c"},
      {R"((?:\b|\B|^|a*)*c)", Times(100, "a é\n")},
      {R"(\pL{300}1)", Times(600, "é")},
      {"[ab]*a[ab]{14}c", Times(40, "abbaababbab")},
  };
  for (const auto& [pattern, text] : cases) {
    const go::regexp::Program program = Compiled(pattern);
    go::regexp::Threads threads, learning;
    const std::uint64_t max = threads.kMaxStepsPerInstruction * program.code.size() * (text.size() + 1);
    go::regexp::Automaton automaton;
    EXPECT_FALSE(go::regexp::Search(program, text, threads)) << pattern;
    EXPECT_LE(threads.steps(), max) << pattern;
    EXPECT_FALSE(automaton.Search(program, text, learning).value_or(false)) << pattern;
    EXPECT_LE(learning.steps(), max) << pattern;
  }
}

TEST(Automaton, LearnsStatesFromTexts) {
  const go::regexp::Program program = Compiled("^[a-z]([-a-z0-9]*[a-z0-9])?$");
  go::regexp::Automaton automaton;
  go::regexp::Threads threads;
  EXPECT_EQ(true, automaton.Search(program, "a-b-c-0", threads));
  const std::uint64_t steps = threads.steps();
  EXPECT_EQ(true, automaton.Search(program, Times(1000, "a-b-c-0"), threads));
  EXPECT_LT(threads.steps(), 2 * steps);
}

// Without a limit, the automaton for this pattern would have 2^21 states. Search returns
// nullopt at the limit.
TEST(Automaton, EndsIfStatesAreTooMany) {
  const go::regexp::Program program = Compiled("[ab]*a[ab]{20}c");
  std::string text;
  for (std::uint32_t i = 1; text.size() < 20'000; i = i * 1664525 + 1013904223) {
    text += "ab"[i >> 31];
  }
  go::regexp::Automaton automaton;
  go::regexp::Threads threads;
  EXPECT_EQ(std::nullopt, automaton.Search(program, text, threads));
  EXPECT_EQ(0U, automaton.MemoryBytes());
  EXPECT_EQ(std::nullopt, automaton.Search(program, "c", threads));
}

// An automaton with too many states discards all of them and continues, if it has used them for long enough.
TEST(Automaton, StaysBoundedOnLongTexts) {
  const go::regexp::Program program = Compiled("^x*[ab]{400}c[ab]{400}d[ab]{400}e$");
  go::regexp::Automaton automaton;
  go::regexp::Threads threads;
  const std::string text = Times(60'000, "x") + Times(400, "a") + "c" + Times(400, "b") + "d" + Times(400, "a") + "e";
  EXPECT_EQ(true, automaton.Search(program, text, threads));
  EXPECT_LT(automaton.MemoryBytes(), 4 * go::regexp::Automaton::kMaxBytes);
  EXPECT_LT(threads.steps(), text.size());
}

TEST(PatternCache, ForgetsTheLeastRecentlyUsed) {
  constexpr std::size_t kMax = 20'000;
  go::PatternCache memory(kMax);
  const auto nth = [](int i) { return "^a{" + std::to_string(i) + "}$"; };
  for (int i = 1; i <= 200; ++i) {
    EXPECT_TRUE(memory.Find(nth(i)).Matches(Times(i, "a")));
    EXPECT_TRUE(memory.Find("^first$").Matches("first"));
    EXPECT_LE(memory.bytes(), kMax);
  }
  const Pattern* first = &memory.Find("^first$");
  EXPECT_EQ(first, &memory.Find("^first$"));
  EXPECT_LT(memory.count(), 50U);
}

TEST(PatternCache, KeepsOneThatIsTooLarge) {
  go::PatternCache memory(1000);
  const Pattern* large = &memory.Find("a{1000}");
  EXPECT_GT(memory.bytes(), 1000U);
  EXPECT_EQ(large, &memory.Find("a{1000}"));
  memory.Find("b");
  EXPECT_EQ(1U, memory.count());
}

// The cache also counts the memory of the states that an automaton learns while it matches texts.
TEST(PatternCache, CountsLearnedStates) {
  go::PatternCache memory(1 << 20);
  memory.Find("^(?:[ab]{300})*$").Matches(Times(300, "ab"));
  const std::size_t before = memory.bytes();
  memory.Find("^(?:[ab]{300})*$");
  EXPECT_GT(memory.bytes(), before + 300 * sizeof(std::uint32_t));
}

}  // namespace pattern_test
}  // namespace structural::test
