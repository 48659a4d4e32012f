#include "schema/fix/plan.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace structural::fix {
namespace {

using nlohmann::json;

class Diff {
 public:
  explicit Diff(std::vector<Edit>& edits) : edits_(edits) {}

  void Values(const json& from, const json& to, const std::string& at) {
    if (from.is_object() && to.is_object()) return Objects(from, to, at);
    if (from.is_array() && to.is_array()) return Arrays(from, to, at);
    if (from != to) Add(Edit::Kind::kReplace, at, to);
  }

 private:
  void Add(Edit::Kind kind, std::string at, const json& value) {
    edits_.push_back({kind, std::move(at), value.dump()});
  }
  void Remove(std::string at) { edits_.push_back({Edit::Kind::kRemove, std::move(at), ""}); }

  void Objects(const json& from, const json& to, const std::string& at) {
    for (const auto& [key, value] : from.items()) {
      const auto found = to.find(key);
      if (found == to.end()) {
        Remove(Below(at, key));
      } else {
        Values(value, *found, Below(at, key));
      }
    }
    for (const auto& [key, value] : to.items()) {
      if (!from.contains(key)) Add(Edit::Kind::kAdd, Below(at, key), value);
    }
  }

  // Between what is alike at both ends, elements are matched from the front.
  void Arrays(const json& from, const json& to, const std::string& at) {
    const std::size_t shorter = std::min(from.size(), to.size());
    std::size_t same_end = 0;
    if (from.size() != to.size()) {
      while (same_end < shorter && from[from.size() - 1 - same_end] == to[to.size() - 1 - same_end])
        ++same_end;
    }
    std::size_t index = 0;
    for (; index + same_end < shorter; ++index) Values(from[index], to[index], Below(at, index));
    for (std::size_t i = from.size() - same_end; i > index; --i) Remove(Below(at, i - 1));
    for (; index + same_end < to.size(); ++index)
      Add(Edit::Kind::kAdd, Below(at, index), to[index]);
  }

  std::vector<Edit>& edits_;
};

}  // namespace

std::string Below(std::string_view pointer, std::string_view key) {
  std::string path(pointer);
  path += '/';
  for (const char c : key) {
    if (c == '~' || c == '/') {
      path += c == '~' ? "~0" : "~1";
    } else {
      path += c;
    }
  }
  return path;
}

std::string Below(std::string_view pointer, std::size_t index) {
  return std::string(pointer).append("/").append(std::to_string(index));
}

std::vector<Edit> Difference(const json& from, const json& to) {
  std::vector<Edit> edits;
  Diff(edits).Values(from, to, "");
  return edits;
}

}  // namespace structural::fix
