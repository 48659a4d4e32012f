// Sends an object of a file as a request to the emulated API server.
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

// Refers to all its parts, which must outlive it.
struct ObjectRequest {
  std::string_view json;       // JSON of the object
  const document::Tree& tree;  // tree of `json`
  const json::Value& object;   // the object as a value
  const admission::ServedResource& resource;
  const admission::ServedVersion& version;
  const std::string* stored = nullptr;  // JSON of the stored object; null for a creation
  std::string_view subresource = {};    // subresource of an update; may be empty
  bool find_unknown_fields = false;
};

// Returns the server's answer. An object without a namespace gets "default". A created object with
// a resourceVersion was read from a server: it is checked as a new object, but with its status. An
// update replaces the stored object regardless of its resourceVersion, as kubectl apply does.
// Errors: the stored object is not JSON.
base::Result<admission::Answer> Send(const ObjectRequest& request, base::Arena& arena);

}  // namespace structural::cli
