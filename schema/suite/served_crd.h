// ServedCrd: a CRD as a suite installs it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::suite {

// Immutable, safe to read from several threads.
struct ServedCrd {
  std::string json;
  base::Arena arena;
  admission::ServedResource resource;
  // Why this release would not create it; empty: it would. One that only costs too much was perhaps
  // created by an older release, and is served all the same.
  std::string refusal;
  bool costs_too_much = false;
};

// The CRD with one of its versions alone, which is served and stored, and without its status. Error:
// it has no such version.
base::Result<std::string> WithVersion(const json::Value& crd, std::string_view version,
                                      base::Arena& arena);

// The CRD after a JSON Patch, without its status. Errors: as json::ApplyPatch.
base::Result<std::string> Patched(const json::Value& crd, std::string_view patch,
                                  base::Arena& arena);

// Error: there is no way to serve it.
base::Result<std::shared_ptr<const ServedCrd>> Serve(std::string json);

}  // namespace structural::suite
