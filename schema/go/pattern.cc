#include "schema/go/pattern.h"

#include "schema/go/pattern_memory.h"
#include "schema/go/regexp/search.h"
#include "schema/go/regular_expression.h"

namespace structural::go {
namespace {

constexpr std::size_t kRememberedBytes = std::size_t{8} << 20;

}  // namespace

Pattern::Pattern(std::string_view pattern) {
  if (auto error = CompileError(pattern, program_)) error_ = *std::move(error);
}

bool Pattern::Matches(std::string_view text) const {
  if (!error_.empty()) return false;
  thread_local regexp::Threads threads;
  const auto found = automaton_.Search(program_, text, threads);
  return found ? *found : regexp::Search(program_, text, threads);
}

std::size_t Pattern::Bytes() const {
  return error_.capacity() + program_.Bytes() + automaton_.Bytes();
}

const Pattern& Pattern::Remembered(std::string_view pattern) {
  thread_local PatternMemory memory(kRememberedBytes);
  return memory.Find(pattern);
}

}  // namespace structural::go
