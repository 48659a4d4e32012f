// ServedCrd: a CRD, prepared to serve the requests of a suite.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::suite {

// Immutable; safe to read from several threads.
struct ServedCrd {
  std::string json;
  base::Arena arena;
  admission::ServedResource resource;
  // The reason why this release refuses a create of the CRD; empty if it accepts the CRD. A CRD that is only too costly
  // may have been created by an older release, and is served.
  std::string refusal;
  bool costs_too_much = false;
};

// Returns the CRD with only one of its versions, served and stored, and without its status. Returns an error if it has
// no such version.
base::Result<std::string> WithVersion(const json::Value& crd, std::string_view version, base::Arena& arena);

// Returns the CRD after a JSON Patch, without its status. Errors: as json::ApplyPatch.
base::Result<std::string> Patched(const json::Value& crd, std::string_view patch, base::Arena& arena);

// Prepares a CRD. Returns an error if it cannot be served.
base::Result<std::shared_ptr<const ServedCrd>> Serve(std::string json);

}  // namespace structural::suite
