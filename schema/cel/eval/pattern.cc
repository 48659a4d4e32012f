#include "schema/cel/eval/pattern.h"

namespace structural::cel::eval {
namespace {

// Number of steps that are charged for the compilation of one instruction of a pattern. A step takes about 10 ns; the
// compilation of an instruction of a large character class takes about 150 ns.
constexpr std::int64_t kMaxStepsPerInstruction = 16;

}  // namespace

const go::Pattern* FindPattern(std::string_view pattern, Context& context) {
  bool compiled = false;
  const go::Pattern& found = go::Pattern::Cached(pattern, compiled);
  if (!compiled) return &found;
  const auto steps = static_cast<std::int64_t>(found.instructions()) * kMaxStepsPerInstruction +
                     static_cast<std::int64_t>(pattern.size());
  return context.CountSteps(steps) ? &found : nullptr;
}

}  // namespace structural::cel::eval
