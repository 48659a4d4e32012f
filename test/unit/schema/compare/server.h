// A server of one version of a CRD. It answers requests with this project's own code.
#pragma once

#include <string>
#include <utility>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/compare/witness.h"
#include "schema/json/members.h"

namespace structural::test {

// A server of the version `name` of the CRD `of`. Not thread-safe.
struct Server {
  Server(std::string of, const std::string& name) : crd(std::move(of)) {
    auto served = admission::Serve(crd, arena);
    if (!served.ok()) return;
    resource = *std::move(served);
    version = resource.Find(name);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Returns the answer to the request. `to` owns the answer's memory. Precondition: `version` is not null.
  compare::RequestResult Send(const compare::Request& request, base::Arena& to) const {
    return request.Send(resource, *version, to);
  }

  base::Arena arena;
  const std::string crd;
  admission::ServedResource resource;
  const admission::ServedVersion* version = nullptr;  // null if the CRD is not served, or does not have this version
};

// Creates the object, and sets its status by a second request if the version has a status subresource. Returns its
// stored form, or "" if the server refuses a request.
inline std::string StoredOf(const std::string& object, const Server& server, base::Arena& arena) {
  auto without = json::Parser(arena).Parse(object);
  if (!without.ok()) return {};
  const bool has_status = server.version->has_status && without->Find("status") != nullptr;
  if (has_status) json::Take(*without, "status");
  // The answer refers to the text of this request, so the request must outlive the answer.
  const compare::Request create{has_status ? compare::JsonOf(*without) : object};
  const compare::RequestResult created = server.Send(create, arena);
  if (!created.accepted) return {};
  const std::string stored = compare::StoredText(server.resource, created.object, arena);
  if (!has_status) return stored;
  const compare::Request update{object, "status", stored};
  const compare::RequestResult updated = server.Send(update, arena);
  return updated.accepted ? compare::StoredText(server.resource, updated.object, arena) : std::string();
}

// Reports whether the old server stores everything that a witness sets. Precondition: the server's CRD has the version
// of the witness.
inline bool StoresAllOf(const compare::Witness& witness, const Server& old, base::Arena& arena) {
  compare::Request request{witness.object, witness.subresource};
  if (!witness.subresource.empty()) {
    auto without = json::Parser(arena).Parse(witness.object);
    if (!without.ok()) return false;
    json::Take(*without, "status");
    request.stored = StoredOf(compare::JsonOf(*without), old, arena);
  } else if (!witness.old_object.empty()) {
    request.stored = StoredOf(witness.old_object, old, arena);
    if (request.stored.empty()) return false;
  }
  return StoresAll(old.resource, *old.version, request, old.Send(request, arena), arena);
}

}  // namespace structural::test
