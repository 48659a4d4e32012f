// Probes: objects with values at the limits of a schema, and just beyond them.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::example {

struct ProbeOptions {
  std::uint64_t seed = 0;
  std::size_t max_count = 100;     // maximum number of probes
  std::size_t max_places = 2'000;  // maximum number of places that are probed, those near the root first
  bool only_accepted = false;      // whether to return only objects that a server accepts in a create request
  bool with_status = false;        // whether places in the status are also probed, although it is a subresource
};

// Returns probes, which are in the arena. A probe is the smallest object with one value near a limit at one place
// (Generator::ValuesNearLimits). The seed determines the order of the places, and each place is used once before any
// place is used again. The last probes are merged from pairs of probes that the schema accepts. A server accepts only
// some probes. Needs a stack of cel::kParseStack.
std::vector<json::Value> Probes(const admission::ServedResource& resource, const admission::ServedVersion& version,
                                const ProbeOptions& options, base::Arena& arena);

}  // namespace structural::example
