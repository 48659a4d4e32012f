// Compiles the first line of any text as a pattern. Requires that the result, or the error in Go's words, is the same
// each time. Matches the text after the first line, or the pattern itself: both matching algorithms have the same
// result, in time that is linear in the program and in the text. Memory is linear in the size of the program as Go
// computes it.
#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/go/regexp/automaton.h"
#include "schema/go/regexp/threads.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 1024, .fixed_bytes = 256 << 20, .microseconds_per_byte = 500};

namespace {

// Maximum number of steps of a match; longer texts are cut to stay below it.
constexpr std::size_t kMaxWork = 10'000'000;

void RequireFewSteps(const go::regexp::Threads& threads, const go::regexp::Program& program, std::string_view text) {
  Require(threads.steps() <= threads.kMaxStepsPerInstruction * program.code.size() * (text.size() + 1),
          "steps for each instruction and code point");
}

void Match(const go::regexp::Program& program, std::string_view text) {
  go::regexp::Threads threads, learning;
  go::regexp::Automaton automaton;
  const bool matches = go::regexp::Search(program, text, threads);
  RequireFewSteps(threads, program, text);
  const auto found = automaton.Search(program, text, learning);
  RequireFewSteps(learning, program, text);
  Require(found.value_or(matches) == matches, "both ways to match say the same");
  const auto again = automaton.Search(program, text, learning);
  Require(again.value_or(matches) == matches, "the same twice");
  Require(automaton.MemoryBytes() <= 8 * go::regexp::Automaton::kMaxBytes, "memory");
}

}  // namespace

void Try(std::string_view input) {
  const MemoryLimit memory(input.size());
  const std::size_t line = input.find('\n');
  const std::string_view pattern = input.substr(0, line);
  const std::string_view text = line == input.npos ? input : input.substr(line + 1);
  go::regexp::Program program;
  const auto error = go::CompileError(pattern, program);
  Require(go::CompileError(pattern) == error, "the same twice");
  if (!error) {
    Require(base::IsValidUtf8(pattern), "a pattern that compiles is UTF-8");
    return Match(program, text.substr(0, kMaxWork / program.code.size()));
  }
  Require(error->starts_with("error parsing regexp: ") && error->ends_with('`'), "as Go says it");
}

}  // namespace structural::fuzz
