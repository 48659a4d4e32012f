#include "schema/go/pattern_memory.h"

namespace structural::go {

const Pattern& PatternMemory::Find(std::string_view text) {
  if (!entries_.empty()) Measure(entries_.front());  // it has learned since it was returned
  const auto known = by_text_.find(text);
  if (known != by_text_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
  } else {
    Add(text);
  }
  while (bytes_ > most_bytes_ && entries_.size() > 1) ForgetLast();
  return entries_.front().pattern;
}

void PatternMemory::Measure(Entry& entry) {
  bytes_ -= entry.bytes;
  entry.bytes = sizeof entry + entry.text.capacity() + entry.pattern.Bytes();
  bytes_ += entry.bytes;
}

void PatternMemory::Add(std::string_view text) {
  entries_.emplace_front(text);
  by_text_.emplace(entries_.front().text, entries_.begin());
  Measure(entries_.front());
}

void PatternMemory::ForgetLast() {
  bytes_ -= entries_.back().bytes;
  by_text_.erase(entries_.back().text);
  entries_.pop_back();
}

}  // namespace structural::go
