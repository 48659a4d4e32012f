// Splices: parts of a text to be replaced, all at once.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/edit/source.h"

namespace structural::document {

class Splices {
 public:
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string with;
    SourceId about;
    bool if_kept = false;
  };

  // What is noted from now on is about this part of the source. Returns what it was about before.
  SourceId About(SourceId part) { return std::exchange(about_, part); }

  // Of what is inserted at one place, the first comes first.
  void Insert(std::size_t at, std::string text) { Replace(at, at, std::move(text)); }
  void Remove(std::size_t begin, std::size_t end) { Replace(begin, end, {}); }
  void Replace(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), about_});
  }
  // The same, but where all around it is replaced anyway.
  void ReplaceIfKept(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), about_, true});
  }

  // In the order of the text, each at least one byte, taken or given. nullopt: two of them overlap.
  std::optional<std::vector<Splice>> Take();

 private:
  std::vector<Splice> splices_;
  SourceId about_ = 0;
};

}  // namespace structural::document
