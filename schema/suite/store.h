// Store: an API server with one custom resource in it.
#pragma once

#include "schema/admission/admit.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/suite/coverage.h"

namespace structural::suite {

// A CRD as it is served, and the version that requests name. Borrows all.
struct Endpoint {
  const admission::ServedResource& resource;
  const admission::ServedVersion& version;
  Coverage* coverage = nullptr;  // which notes what requests meet; null: none
};

// Objects are in memory of the arena. Not thread-safe.
class Store {
 public:
  // `strict`: answers list the fields that objects have and schemas do not.
  Store(base::Arena& arena, bool strict) : arena_(arena), strict_(strict) {}

  // What is accepted is stored from then on. Precondition: `object` is an object.
  admission::Answer Create(const Endpoint& endpoint, const json::Value& object);

  // The object takes the stored one's name, namespace and resourceVersion, as a client copies them.
  // Precondition: one is stored.
  admission::Answer Update(const Endpoint& endpoint, json::Value object);
  // The stored object with this status, to /status.
  admission::Answer UpdateStatus(const Endpoint& endpoint, const json::Value& status);
  // The stored object as it is.
  admission::Answer UpdateAsIs(const Endpoint& endpoint);

  // Null: none.
  const json::Value& stored() const { return stored_; }

 private:
  admission::Answer Put(const Endpoint& endpoint, json::Value object, std::string_view subresource);
  admission::Answer Send(const Endpoint& endpoint, const json::Value& object,
                         admission::Request request);

  base::Arena& arena_;
  const bool strict_;
  json::Value stored_;
};

}  // namespace structural::suite
