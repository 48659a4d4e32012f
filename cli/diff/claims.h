// The sentences about the effects of a change, for all reports.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "schema/compare/compare.h"

namespace structural::cli {

struct Claim {
  std::string_view id;    // value in JSON, such as "possibly smaller"
  std::string_view noun;  // the subject of the sentence: "change", "CRD"
  std::string_view one;   // predicate of a singular noun: "refuses objects that were accepted"
  std::string_view many;  // predicate of a plural noun
};

// Returns all claims, the most severe first. Static storage duration.
std::span<const Claim> AllClaims();

// Returns the claim of a change. Static storage duration.
const Claim& ClaimOf(const compare::Change& change);

// Number of changes by the id of their claim.
using ClaimCounts = std::map<std::string_view, std::size_t>;

// Returns a text such as "6 changes refuse objects that were accepted, 1 may lose data of objects",
// the most severe first.
std::string CountsText(const ClaimCounts& counts);

}  // namespace structural::cli
