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
  // The reason why this release of Kubernetes refuses to create the CRD; empty if it accepts the CRD. A CRD whose only
  // error is that its CEL rules cost too much is served nevertheless, because an older release may have created it.
  std::string refusal;
  bool costs_too_much = false;  // whether the cost of its CEL rules is the only reason of the refusal
};

// Returns the JSON of the CRD with only one of its versions, which is served and stored, and without its status.
// Returns an error if the CRD has no such version.
base::Result<std::string> WithVersion(const json::Value& crd, std::string_view version, base::Arena& arena);

// Returns the JSON of the CRD after a JSON Patch, without its status. Returns an error if `patch` is not valid JSON;
// other errors are those of json::ApplyPatch.
base::Result<std::string> Patched(const json::Value& crd, std::string_view patch, base::Arena& arena);

// Prepares a CRD, given as JSON. Returns an error if the CRD cannot be served.
base::Result<std::shared_ptr<const ServedCrd>> Serve(std::string json);

}  // namespace structural::suite
