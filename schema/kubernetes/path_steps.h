// PathSteps: the path from the root of an object to a field, as a list of steps. Keys with dots and brackets are
// unambiguous, which they are not in a printed path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structural::kubernetes {

// A list of steps. Owns its texts. Memory: the names, and 4 bytes for each step. Not thread-safe.
class PathSteps {
 public:
  struct Step {
    std::string_view name;  // name of a field, key of a map, or digits of an index
    bool is_index = false;
  };

  void PushName(std::string_view name) { Push(name, 0); }
  void PushIndex(std::size_t index) { Push(std::to_string(index), kIndexFlag); }
  void Append(const PathSteps& below);

  bool empty() const { return ends_.empty(); }
  std::size_t size() const { return ends_.size(); }
  // Returns a step, which points into the PathSteps. Precondition: at < size().
  Step operator[](std::size_t at) const;

  friend bool operator==(const PathSteps&, const PathSteps&) = default;

  // Returns the path in the notation for users: "spec.ports[0].name". Keys are neither quoted nor escaped.
  std::string Text() const;

 private:
  static constexpr std::uint32_t kIndexFlag = std::uint32_t{1} << 31;

  void Push(std::string_view name, std::uint32_t flag);

  std::string names_;                // names of all steps, concatenated without separators
  std::vector<std::uint32_t> ends_;  // end of each step's name in names_, plus kIndexFlag if the step is an index
};

// A field in an error: the text that a server prints, and the steps to the field. The text can be less precise than the
// steps: a key in it can contain dots, and it is "<nil>" for some fields.
struct FieldName {
  std::string text;
  PathSteps steps = {};

  // Returns the FieldName of a top-level field.
  static FieldName TopLevel(std::string_view name);
};

}  // namespace structural::kubernetes
