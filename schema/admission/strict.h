// What a server finds in a body that it can decode, and that a client may not have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"

namespace structural::admission {

// The query parameter of a request.
enum class FieldValidation { kIgnore, kWarn, kStrict };

// Paths, in the server's order. Some of them, and base::kCutShort, where they are too many to list.
struct StrictErrors {
  std::vector<std::string> repeated = {};  // keys that an object has several times
  std::vector<std::string> unknown = {};   // fields that the schema, or ObjectMeta, does not have

  bool empty() const { return repeated.empty() && unknown.empty(); }
  // As the server says them: it warns of each, or refuses the body for all of them.
  std::vector<std::string> Texts() const;
  // The message with which it refuses a body of this kind and version.
  std::string Message(std::string_view kind, std::string_view version) const;
};

// The paths of repeated keys, each once, the first hundred. Precondition: it is JSON. `arena` is
// working memory.
//
// Upstream: sigs.k8s.io/json internal/golang/encoding/json decode.go objectInterface,
// kubernetes_patch.go saveStrictError (v0.0.0-20250730193827-2d320260d730).
std::vector<std::string> RepeatedKeys(std::string_view json, base::Arena& arena);

}  // namespace structural::admission
