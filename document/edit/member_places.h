// MemberPlaces: where the members of a large object stand while some of them come and go.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace structural::document {

// Plain data. Not thread-safe.
class MemberPlaces {
 public:
  void Add(std::string_view key, std::size_t at) {
    places_.insert_or_assign(std::string(key), at);
  }
  void Remove(const std::string& key) { places_.erase(key); }
  // One member before others has come or gone: they stand one further, or nearer.
  void Shift() { ++shifts_; }

  // Where the member stood when it was added; it stands at most shifts() away from there.
  std::optional<std::size_t> Of(std::string_view key) const {
    const auto found = places_.find(std::string(key));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t shifts() const { return shifts_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::size_t shifts_ = 0;
};

}  // namespace structural::document
