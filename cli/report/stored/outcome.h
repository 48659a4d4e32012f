// StoredOutcome: the effects of a stored object's next write.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"

namespace structural::cli {

// Owns its texts. Empty if the write changes nothing.
struct StoredOutcome {
  std::vector<kubernetes::FieldError> refused;    // causes, or one message of the server
  std::vector<kubernetes::FieldError> tolerated;  // causes that count as soon as the value changes
  std::vector<std::string> lost;                  // paths of fields
  std::vector<std::string> added;                 // paths of defaults
};

// Finds the outcomes for the objects of one kind. Not thread-safe.
class WriteEvaluator {
 public:
  virtual ~WriteEvaluator() = default;
  // Returns the outcome of the next write. Consumes the object. `arena` is working memory.
  virtual StoredOutcome EvaluateWrite(json::Value object, base::Arena& arena) = 0;
};

}  // namespace structural::cli
