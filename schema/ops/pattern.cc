#include "schema/ops/pattern.h"

#include <functional>
#include <unordered_map>
#include <utility>

#include <re2/re2.h>

#include "schema/rules/regular_expression.h"

namespace structural::ops {
namespace {

constexpr std::size_t kRemembered = 512;
constexpr std::size_t kRememberedInstructions = std::size_t{8} << 20;  // 16 bytes each, or more
// Nearly all patterns do with the first; a{1,1000} of a large class of characters, twice, does not.
constexpr std::int64_t kMemory = std::int64_t{32} << 20;
constexpr std::int64_t kMostMemory = std::int64_t{256} << 20;

// Looks texts up without a copy.
struct Hash : std::hash<std::string_view> {
  using is_transparent = void;
};

std::unique_ptr<re2::RE2> Compile(const std::string& pattern, std::int64_t memory) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(memory);
  return std::make_unique<re2::RE2>(pattern, options);
}

// The patterns of a thread, and how large they are together.
struct Memory {
  std::unordered_map<std::string, Pattern, Hash, std::equal_to<>> patterns;
  std::size_t instructions = 0;
};

}  // namespace

Pattern::Pattern(std::string_view pattern) {
  std::string rewritten;
  if (auto mistake = rules::FindMistake(pattern, rewritten)) {
    mistake_ = *std::move(mistake);
    return;
  }
  compiled_ = Compile(rewritten, kMemory);
  if (!compiled_->ok()) compiled_ = Compile(rewritten, kMostMemory);
  if (!compiled_->ok()) mistake_ = "the pattern takes too much memory";
}

Pattern::~Pattern() = default;

bool Pattern::Matches(std::string_view text) const {
  const re2::StringPiece piece(text.data(), text.size());
  return mistake_.empty() && re2::RE2::PartialMatch(piece, *compiled_);
}

std::size_t Pattern::Instructions() const {
  return mistake_.empty() ? static_cast<std::size_t>(compiled_->ProgramSize()) : 0;
}

const Pattern& Pattern::Remembered(std::string_view pattern) {
  thread_local Memory memory;
  const auto found = memory.patterns.find(pattern);
  if (found != memory.patterns.end()) return found->second;
  if (memory.patterns.size() >= kRemembered || memory.instructions > kRememberedInstructions) {
    memory = {};
  }
  const Pattern& added = memory.patterns.try_emplace(std::string(pattern), pattern).first->second;
  memory.instructions += added.Instructions();
  return added;
}

}  // namespace structural::ops
