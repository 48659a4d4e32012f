// LostReport: what `structural prune --cluster` prints.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/stored_kind.h"

namespace structural::cli {

// "spec.ports[*].x" of "spec.ports[2].x": what is said of a field, whichever element it is in.
std::string FieldPattern(std::string_view path);

// LostFields: what pruning would take from the objects of one kind, counted by field.
//
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

struct LostSummary {
  std::size_t kinds = 0;    // that were looked at
  std::size_t unread = 0;   // of them, or a part of them, could not be read
  std::size_t objects = 0;  // that were read
  std::size_t losing = 0;   // would lose something
};

// "2 kinds, 40 objects: 3 would lose something".
std::string Sentence(const LostSummary& summary);

// Called in the order of its functions, kind after kind; each returns the next piece of the output,
// so that no more than one object is in memory.
class LostReport {
 public:
  virtual ~LostReport() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Kind(const StoredKind& kind) = 0;
  // `namespace_` is empty for what has no namespace.
  virtual std::string Object(std::string_view namespace_, std::string_view name,
                             const std::vector<std::string>& fields) = 0;
  // `notes` say what stands against switching preserveUnknownFields off; `failure` why not all
  // objects were read, empty where they were.
  virtual std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                              const std::string& failure) = 0;
  virtual std::string End(const LostSummary&) { return {}; }
};

// A line an object, unless `summary_only`, and then the counts, without the summary.
std::unique_ptr<LostReport> NewLostTextReport(bool summary_only);
// {"kinds": [{"crd": …, "objects": […], "fields": […]}], "summary": {…}}
std::unique_ptr<LostReport> NewLostJsonReport(bool summary_only);

}  // namespace structural::cli
