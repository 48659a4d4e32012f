#include "schema/go/pattern.h"

#include "schema/go/regexp/find.h"
#include "schema/go/regexp/parse.h"
#include "schema/go/regexp/threads.h"

namespace structural::go {
namespace {

constexpr std::size_t kMaxCachedBytes = std::size_t{8} << 20;

std::optional<std::string> FormatError(const std::optional<regexp::SyntaxError>& error) {
  if (!error) return std::nullopt;
  std::string text = "error parsing regexp: ";
  text.append(error->what).append(": `").append(error->where).append("`");
  return text;
}

}  // namespace

Pattern::Pattern(std::string_view pattern) {
  if (auto error = CompileError(pattern, program_)) error_ = *std::move(error);
}

bool Pattern::Matches(std::string_view text) const {
  std::uint64_t work = 0;
  return Matches(text, work);
}

bool Pattern::Matches(std::string_view text, std::uint64_t& work) const {
  if (!error_.empty()) return false;
  thread_local regexp::Threads threads;
  const std::uint64_t before = threads.steps() + threads.state_work();
  const auto found = automaton_.Search(program_, text, threads);
  const bool matches = found ? *found : regexp::Search(program_, text, threads);
  work += threads.steps() + threads.state_work() - before;
  return matches;
}

std::optional<std::vector<std::string_view>> Pattern::FindAll(std::string_view text, std::int64_t max) const {
  std::vector<std::string_view> parts;
  if (!Matches(text)) return parts;
  const auto matches = regexp::Finder().FindAll(program_, text, max);
  if (!matches) return std::nullopt;
  for (const regexp::Match match : *matches) {
    parts.push_back(text.substr(match.begin, match.end - match.begin));
  }
  return parts;
}

std::size_t Pattern::MemoryBytes() const {
  return error_.capacity() + program_.MemoryBytes() + automaton_.MemoryBytes();
}

const Pattern& Pattern::Cached(std::string_view pattern) {
  bool compiled = false;
  return Cached(pattern, compiled);
}

const Pattern& Pattern::Cached(std::string_view pattern, bool& compiled) {
  thread_local PatternCache memory(kMaxCachedBytes);
  return memory.Find(pattern, compiled);
}

const Pattern& PatternCache::Find(std::string_view text) {
  bool compiled = false;
  return Find(text, compiled);
}

const Pattern& PatternCache::Find(std::string_view text, bool& compiled) {
  // The first entry is the pattern that the previous call returned. Its size is measured again, because matches since
  // then may have allocated memory for states.
  if (!entries_.empty()) Measure(entries_.front());
  const auto known = by_text_.find(text);
  compiled = known == by_text_.end();
  if (!compiled) {
    entries_.splice(entries_.begin(), entries_, known->second);
  } else {
    Add(text);
  }
  while (bytes_ > max_bytes_ && entries_.size() > 1) EvictOldest();
  return entries_.front().pattern;
}

void PatternCache::Measure(Entry& entry) {
  bytes_ -= entry.bytes;
  entry.bytes = sizeof entry + entry.text.capacity() + entry.pattern.MemoryBytes();
  bytes_ += entry.bytes;
}

void PatternCache::Add(std::string_view text) {
  entries_.emplace_front(text);
  by_text_.emplace(entries_.front().text, entries_.begin());
  Measure(entries_.front());
}

void PatternCache::EvictOldest() {
  bytes_ -= entries_.back().bytes;
  by_text_.erase(entries_.back().text);
  entries_.pop_back();
}

std::optional<std::string> CompileError(std::string_view pattern) { return FormatError(regexp::Parse(pattern)); }

std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program) {
  return FormatError(regexp::Parse(pattern, program));
}

}  // namespace structural::go
