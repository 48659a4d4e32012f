// Whole CRDs between their versions, as JSON text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::crd {

// Both versions of a CRD of either, defaulted, as a server writes them.
struct Converted {
  std::string json;  // {"v1":…,"v1beta1":…}
  std::size_t v1_size;

  std::string_view v1() const;
  std::string_view v1beta1() const;
};

// `arena` is working memory; views into it are no part of the result.
//
// Errors: as Decode; kLimitExceeded where the CRD in v1 is longer than base::DocumentBytes of it:
// in v1beta1 all versions may share one schema, and in v1 each has a copy. (A server writes it,
// however long that is, and takes back no more than 3 MiB.) Also where keys of large maps are
// repeated (JsonReader::SpendOnRepetition). Memory: some five times the text that is given, twenty
// times where it is little but empty versions, and twice what is returned.
base::Result<Converted> Convert(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
