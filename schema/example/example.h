// MakeExample: an example of a custom resource that a server accepts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/generator.h"
#include "schema/values/place.h"

namespace structural::example {

struct ExampleOptions {
  values::Size size = values::Size::kUsual;
  std::uint64_t seed = 0;
  values::ValuePath place = {};  // place of the value with `size` in an otherwise smallest object; empty: the root
  values::Limits limits = {};
};

struct Example {
  json::Value object;  // in the arena; null if no object was found
  // Errors of a server that creates the object (admission::Admit); empty if it accepts the object.
  std::vector<std::string> errors = {};
  // For Size::kFull: paths of fields that the object lacks, because they cannot be combined with the others, or no
  // value was found for them.
  std::vector<std::string> left_out = {};
  // Whether an object of the requested size would exceed the limits. The object is then smaller.
  bool is_reduced = false;
};

// Makes an object for a create request. It has no fields that the server sets itself and, if status is a subresource,
// no status. With Size::kSmallest, removing any field or item that does not contain options.place makes the object
// invalid. Pure: equal arguments have equal results. Precondition: `version` belongs to `resource`. Recursive: needs a
// stack of cel::kParseStack.
Example MakeExample(const admission::ServedResource& resource, const admission::ServedVersion& version,
                    const ExampleOptions& options, base::Arena& arena);

// Returns the errors with which a server refuses to create the object; empty if it accepts the object. If `work` is
// exhausted, the result is invalid. `work` may be null.
std::vector<std::string> CreateErrors(const admission::ServedResource& resource,
                                      const admission::ServedVersion& version, const json::Value& object,
                                      base::WorkBudget* work = nullptr);

}  // namespace structural::example
