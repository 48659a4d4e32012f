// Resources: the kinds that CRDs define, as an API server serves them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/findings/finding.h"
#include "cli/report/findings/source_crds.h"
#include "schema/admission/object_server.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// The origin of a CRD: the cluster, the files with objects, or --crd and --crds-from. If several CRDs define a kind,
// the CRD whose origin is later in this order is used.
enum class CrdOrigin { kCluster, kObjects, kNamed };

// Resource: a kind of custom resources, and the CRD that defines it. Thread-safe after all CRDs were added.
class Resource {
 public:
  // `versions`: names of the served versions.
  Resource(SourceCrd source, CrdOrigin origin, std::vector<std::string> versions)
      : source_(std::move(source)), origin_(origin), versions_(std::move(versions)) {}

  // Returns the resource that a server serves for the CRD. The first call compiles the CRD. Errors: those of
  // admission::Serve.
  const base::Result<admission::ServedResource>& Served() const;

  // Returns the served resource with its types for server-side applies. The first call compiles them. Precondition:
  // Served() is ok.
  const admission::ApplicableResource& Applicable() const;

  // Returns the findings about the CRD, with places in its file. If one of them is an error, objects of the kind cannot
  // be checked: no server can have the CRD, or another CRD defines the kind differently. Empty for a CRD of the cluster
  // that can be served. The first call computes the findings.
  const std::vector<findings::Finding>& Findings() const;
  // Returns whether objects of the kind can be checked: the CRD can be served, and no finding is an error.
  bool usable() const;

  // Adds another CRD of this kind and origin. If it has another spec, the kind becomes ambiguous; if it is equal, does
  // nothing.
  void AddOther(const SourceCrd& other);

  const std::string& file() const { return source_.file; }
  const std::string& crd() const { return source_.document.json; }
  CrdOrigin origin() const { return origin_; }
  const std::vector<std::string>& versions() const { return versions_; }

 private:
  std::vector<findings::Finding> ComputeFindings() const;
  findings::Finding FindingAboutCrd(std::string_view rule, std::string message) const;

  const SourceCrd source_;  // owns the text to which served_ has views
  const CrdOrigin origin_;
  const std::vector<std::string> versions_;
  std::vector<std::string> other_places_;  // places of the first CRDs that define this kind differently
  std::size_t unlisted_others_ = 0;
  mutable std::once_flag served_once_, applicable_once_, found_once_;
  mutable base::Arena arena_;
  mutable std::optional<base::Result<admission::ServedResource>> served_;
  mutable base::Arena types_;
  mutable admission::ApplicableResource applicable_;
  mutable std::vector<findings::Finding> findings_;
};

// Not thread-safe while it is filled.
class Resources {
 public:
  // Adds a CRD. Errors: those of crd::Decode.
  base::Status Add(SourceCrd crd, CrdOrigin origin);

  // Returns all kinds, sorted by group and kind.
  std::vector<const Resource*> all() const;

  // Returns the kind; nullptr if no CRD defines it.
  const Resource* Find(std::string_view group, std::string_view kind) const;

  // Returns a sentence with the reason why the kind does not exist, or is not served in this
  // version.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Resource>> kinds_;
};

}  // namespace structural::cli
