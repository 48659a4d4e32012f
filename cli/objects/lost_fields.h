// LostFields: what pruning would take from the objects of one kind, counted by field.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

// "spec.ports[*].x" of "spec.ports[2].x": what is said of a field, whichever element it is in.
std::string FieldPattern(std::string_view path);

// Not thread-safe. Its memory is bounded: beyond kMostFields different fields they are only
// counted together.
class LostFields {
 public:
  static constexpr std::size_t kMostFields = 10'000;

  struct Field {
    std::size_t objects = 0;
    std::string first;  // the first object that has it
  };

  // One object, "NAMESPACE/NAME" or "NAME", and the paths of what it would lose; none: it loses
  // nothing.
  void Add(std::string_view object, const std::vector<std::string>& paths);

  std::size_t objects() const { return objects_; }  // that were looked at
  std::size_t losing() const { return losing_; }    // that would lose something
  const std::map<std::string, Field>& fields() const { return fields_; }
  std::size_t in_further_fields() const { return further_; }  // objects, once for each such field

 private:
  std::map<std::string, Field> fields_;
  std::size_t objects_ = 0;
  std::size_t losing_ = 0;
  std::size_t further_ = 0;
};

}  // namespace structural::cli
