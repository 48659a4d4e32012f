// One version of a CRD, which requests are sent to.
#pragma once

#include <string>
#include <utility>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/compare/witness.h"

namespace structural::test {

// Not thread-safe.
struct Server {
  Server(std::string of, const std::string& name) : crd(std::move(of)) {
    auto served = admission::Serve(crd, arena);
    if (!served.ok()) return;
    resource = *std::move(served);
    version = resource.Find(name);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The answer is in memory of `to`. Precondition: the version is there.
  compare::RequestResult Send(const compare::Request& request, base::Arena& to) const { return request.Send(resource, *version, to); }

  base::Arena arena;
  const std::string crd;
  admission::ServedResource resource;
  const admission::ServedVersion* version = nullptr;  // null: the CRD is not served, or has no such version
};

}  // namespace structural::test
