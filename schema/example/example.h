// MakeExample makes an example of a custom resource that a server accepts.
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
  // the place whose value has the size `size`, while the rest of the object is as small as possible; empty: the root
  values::ValuePath place = {};
  values::Limits limits = {};
};

struct Example {
  json::Value object;  // in the arena; null if no object was found
  // The errors with which a server refuses to create the object (admission::Admit); empty if it accepts the object.
  std::vector<std::string> errors = {};
  // For Size::kFull: paths of the fields that the object lacks, because they cannot be combined with its other fields,
  // or no value was found for them. Empty for other sizes.
  std::vector<std::string> omitted_fields = {};
  // Whether the limits ended the search for an object of the requested size. The object can then be smaller.
  bool is_reduced = false;
};

// Makes an object for a create request. It has no fields that the server sets itself and, if status is a subresource,
// no status. With Size::kSmallest, the object becomes invalid if any field or item is removed that does not contain
// options.place. Pure: equal arguments have equal results. Precondition: `version` belongs to `resource`. Recursive:
// needs a stack of cel::kParseStack.
Example MakeExample(const admission::ServedResource& resource, const admission::ServedVersion& version,
                    const ExampleOptions& options, base::Arena& arena);

// Returns the errors with which a server refuses to create the object; empty if it accepts the object. If `work` is
// exhausted, the result is invalid. `work` may be null.
std::vector<std::string> CreateErrors(const admission::ServedResource& resource,
                                      const admission::ServedVersion& version, const json::Value& object,
                                      base::WorkBudget* work = nullptr);

}  // namespace structural::example
