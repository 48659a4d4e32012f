// Resources: the kinds that CRDs define, as an API server serves them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// One kind. Thread-safe.
class Resource {
 public:
  Resource(std::string crd, std::vector<std::string> versions)
      : crd_(std::move(crd)), versions_(std::move(versions)) {}

  // Compiles the CRD, the first time. Errors: as admission::Serve.
  const base::Result<admission::ServedResource>& Served() const;

  const std::vector<std::string>& versions() const { return versions_; }
  const std::string& crd() const { return crd_; }  // JSON

 private:
  const std::string crd_;  // what is served points into it
  const std::vector<std::string> versions_;
  mutable std::once_flag once_;
  mutable base::Arena arena_;
  mutable std::optional<base::Result<admission::ServedResource>> served_;
};

// Not thread-safe while it is filled.
class Resources {
 public:
  // Adds the CRD that this JSON is, in place of another one of its kind. Errors: as crd::Decode.
  base::Status Add(std::string crd);

  // Of all CRDs, by group and kind.
  std::vector<std::string> Crds() const;

  // nullptr where no CRD has it.
  const Resource* Find(std::string_view group, std::string_view kind) const;

  // Why there is no such version of a kind, for people.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Resource>> kinds_;
};

}  // namespace structural::cli
