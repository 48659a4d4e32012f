// The sentences about the effects of a change. All reports take them from here.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "schema/compare/compare.h"

namespace structural::cli {

struct Claim {
  std::string_view id;    // in JSON: "possibly smaller"
  std::string_view noun;  // the subject of the sentence: "change", "CRD"
  std::string_view one;   // after the singular: "refuses objects that were accepted"
  std::string_view many;  // after the plural
};

// The most severe first. Static storage.
std::span<const Claim> AllClaims();

// The claim of a change. Static storage.
const Claim& ClaimOf(const compare::Change& change);

// By id.
using ClaimCounts = std::map<std::string_view, std::size_t>;

// "6 changes refuse objects that were accepted, 1 may lose data of objects": the most severe first.
std::string CountsText(const ClaimCounts& counts);

}  // namespace structural::cli
