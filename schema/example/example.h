// MakeExample: an object of a custom resource that a server accepts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/example/generator.h"
#include "schema/example/place.h"
#include "schema/json/value.h"

namespace structural::example {

struct ExampleOptions {
  Size size = Size::kUsual;
  std::uint64_t seed = 0;
  Place place = {};  // what has the size, in the smallest object; empty: the object
  Limits limits = {};
};

struct Example {
  json::Value object;  // in the arena; null where there is not even an idea of one
  // What the server says against it (admission::Admit); empty: it accepts the object.
  std::vector<std::string> errors = {};
  // Of Size::kFull: paths of the fields that are not in it, because they do not go together with
  // the others, or no value was found for them.
  std::vector<std::string> left_out = {};
  // Whether an object of the requested size exceeds the limits. This one is smaller.
  bool cut_short = false;
};

// An object to be created, without what the server sets itself, status where that is a subresource.
// Of Size::kSmallest no field and no item can be taken out, but at the place, or the server refuses it. Pure: the same
// for the same arguments. `version` is one of `resource`. Goes down by recursion, and needs
// cel::kParseStack.
Example MakeExample(const admission::ServedResource& resource,
                    const admission::ServedVersion& version, const ExampleOptions& options,
                    base::Arena& arena);

// Whether the server creates it; the errors if not. They say nothing where `work` is exhausted; it may be null.
std::vector<std::string> CreateErrors(const admission::ServedResource& resource,
                                      const admission::ServedVersion& version,
                                      const json::Value& object, base::WorkBudget* work = nullptr);

}  // namespace structural::example
