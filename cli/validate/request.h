// An object of a file as a request to an API server.
#pragma once

#include <string>
#include <string_view>

#include "document/tree.h"
#include "schema/admission/admit.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::cli {

// Borrows all of it.
struct ObjectRequest {
  std::string_view json;      // of the object
  const document::Tree& tree;  // of that
  const json::Value& object;  // the same
  const admission::ServedResource& resource;
  const admission::ServedVersion& version;
  const std::string* stored = nullptr;  // JSON; null: the object is created
  std::string_view subresource = {};    // of an update
  bool find_unknown_fields = false;
};

// What the server answers. An object without a namespace goes to "default". One that is created,
// and has a resourceVersion, was read from a server: it is judged as a new object, but with its
// status. An update replaces the stored object, whatever its resourceVersion is, as kubectl apply
// does. Errors: the stored object is no JSON.
base::Result<admission::Answer> Send(const ObjectRequest& request, base::Arena& arena);

}  // namespace structural::cli
