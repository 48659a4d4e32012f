// Strict decoding finds errors in a request's body that do not prevent decoding, but that the client probably did not
// intend: repeated keys and unknown fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"

namespace structural::admission {

// The query parameter fieldValidation of a request: Ignore, Warn or Strict.
enum class FieldValidation { kIgnore, kWarn, kStrict };

// The findings of strict decoding: paths in the server's order. A list that would be too long is cut off, and its last
// element is base::kTruncated.
struct StrictErrors {
  std::vector<std::string> repeated_keys = {};   // paths of keys that an object has more than once
  std::vector<std::string> unknown_fields = {};  // paths of fields that neither the schema nor ObjectMeta specifies

  bool empty() const { return repeated_keys.empty() && unknown_fields.empty(); }
  // Returns the server's text for each error. A server returns these texts as warnings (kWarn), or refuses the body
  // with all of them (kStrict).
  std::vector<std::string> Texts() const;
  // Returns the message with which a server refuses a body of this kind and version.
  std::string Message(std::string_view kind, std::string_view version) const;
};

// Returns the paths of repeated keys, each path once, at most 100 paths. Precondition: `json` is valid JSON. `arena` is
// working memory.
//
// Upstream: sigs.k8s.io/json internal/golang/encoding/json decode.go objectInterface,
// kubernetes_patch.go saveStrictError (v0.0.0-20250730193827-2d320260d730).
std::vector<std::string> RepeatedKeys(std::string_view json, base::Arena& arena);

}  // namespace structural::admission
