// What normalisation has done to an object.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/json/value.h"

namespace structural::unions::kep {

// From an object to one of its members, or from a list to one of its elements.
using Step = std::variant<std::string_view, std::size_t>;
using Steps = std::vector<Step>;

// "spec.sources[0].file", as errors name it.
std::string PathOf(std::span<const Step> steps);

// "/spec/sources/0/file" (RFC 6901).
std::string PointerTo(std::span<const Step> steps);

// A member that has come, gone, or has another value. Points into both objects.
struct Change {
  Steps at;               // the last one is a key
  const json::Value* was;  // nullptr: it was not there
  const json::Value* now;  // nullptr: it is gone
};

// Those by which `sent` has become `now`: what is gone comes before what was set, object by object.
// Precondition: lists have as many elements as before, which holds for what Normalize does. Pure.
std::vector<Change> ChangesBetween(const json::Value& sent, const json::Value& now);

}  // namespace structural::unions::kep
