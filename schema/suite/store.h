// Store: an API server that stores one custom resource.
#pragma once

#include <string_view>

#include "schema/admission/admit.h"
#include "schema/admission/object_server.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/suite/coverage.h"

namespace structural::suite {

// The namespace of objects that do not name one.
inline constexpr std::string_view kDefaultNamespace = "default";

// A served CRD, and the version of the URL that requests are sent to. Refers to objects that must outlive it.
struct Endpoint {
  const admission::ServedResource& resource;
  const admission::ServedVersion& version;
  Coverage* coverage = nullptr;  // records the exercised parts of the schema; null: nothing is recorded
  // the resource for requests of field managers; null if no such requests are sent
  const admission::ApplicableResource* applicable = nullptr;
};

// The stored objects are in the arena. Not thread-safe.
class Store {
 public:
  // `strict`: whether answers list the fields that the schema does not specify.
  Store(base::Arena& arena, bool strict) : arena_(arena), strict_(strict) {}

  // Stores the object if the server accepts it. Precondition: `object` is a JSON object.
  admission::Answer Create(const Endpoint& endpoint, const json::Value& object);

  // Replaces the stored object if the server accepts `object`. Copies name and namespace of the stored object to
  // `object`, and sets resourceVersion, as a client does. Precondition: an object is stored.
  admission::Answer Update(const Endpoint& endpoint, json::Value object);
  // Sends the stored object with this status to /status. Precondition: an object is stored.
  admission::Answer UpdateStatus(const Endpoint& endpoint, const json::Value& status);
  // Sends the stored object without a change. Precondition: an object is stored.
  admission::Answer UpdateWithoutChange(const Endpoint& endpoint);

  // Returns the stored object; a null value if no object is stored.
  const json::Value& stored() const { return stored_; }

 private:
  admission::Answer Put(const Endpoint& endpoint, json::Value object, std::string_view subresource);
  admission::Answer Send(const Endpoint& endpoint, const json::Value& object, admission::Request request);

  base::Arena& arena_;
  const bool strict_;
  json::Value stored_;
};

}  // namespace structural::suite
