// Splices: parts of a text to be replaced, all at once.
//
// Borrows the text. Not thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

class Splices {
 public:
  explicit Splices(std::string_view text) : text_(text) {}

  // Of what is inserted at one place, the first comes first.
  void Insert(std::size_t at, std::string text) { Replace(at, at, std::move(text)); }
  void Remove(std::size_t begin, std::size_t end) { Replace(begin, end, {}); }
  void Replace(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with)});
  }
  // The same, but where all around it is replaced anyway.
  void ReplaceIfKept(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), true});
  }

  // The new text. nullopt: two of them overlap.
  std::optional<std::string> Apply();

 private:
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string with;
    bool if_kept = false;
  };

  std::string_view text_;
  std::vector<Splice> splices_;
};

}  // namespace structural::document
