// PathSteps: the path from the root of an object to a field as separate steps. Keys may contain dots and brackets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structural::kubernetes {

// A list of steps. Owns its texts. Memory: the names, and 4 bytes a step. Not thread-safe.
class PathSteps {
 public:
  struct Step {
    std::string_view name;  // name of a field, key of a map, or digits of an index
    bool is_index = false;
  };

  void PushName(std::string_view name) { Push(name, 0); }
  void PushIndex(std::size_t index) { Push(std::to_string(index), kIndex); }
  void Append(const PathSteps& below);

  bool empty() const { return ends_.empty(); }
  std::size_t size() const { return ends_.size(); }
  // Precondition: at < size(). Points into the steps.
  Step operator[](std::size_t at) const;

  friend bool operator==(const PathSteps&, const PathSteps&) = default;

  // Returns the path for users: "spec.ports[0].name". Keys are neither quoted nor escaped.
  std::string Text() const;

 private:
  static constexpr std::uint32_t kIndex = std::uint32_t{1} << 31;

  void Push(std::string_view name, std::uint32_t flag);

  std::string names_;                // names of all steps without separators
  std::vector<std::uint32_t> ends_;  // end of each name in names_; an index also has the flag kIndex
};

// A field: the name that a server prints, and the path to the field. The name may be less precise than the path.
struct FieldName {
  std::string text;
  PathSteps steps = {};

  // Returns a top-level field.
  static FieldName Named(std::string_view name);
};

}  // namespace structural::kubernetes
