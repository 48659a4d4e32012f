// Probes: objects on the limits of a schema and just beyond them.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::example {

struct ProbeOptions {
  std::uint64_t seed = 0;
  std::size_t count = 100;         // at most
  std::size_t most_places = 2'000;  // of the schema that are considered, those near the root first
  bool only_accepted = false;       // those that a server creates
  bool with_status = false;         // where it is a subresource, too
};

// Each is the smallest object with one value near a limit at one place (Generator::Near). Places are
// ordered by the seed; all of them come before one comes again. Once there are no more of these, two
// that the schema accepts are put together. Some are accepted by a server. In the arena. Needs cel::kParseStack.
std::vector<json::Value> Probes(const admission::ServedResource& resource,
                                const admission::ServedVersion& version,
                                const ProbeOptions& options, base::Arena& arena);

}  // namespace structural::example
