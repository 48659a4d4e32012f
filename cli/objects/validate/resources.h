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

// The origin of a CRD. If several CRDs define a kind, kNamed takes precedence over kObjects, and kObjects over
// kCluster.
enum class CrdOrigin { kCluster, kObjects, kNamed };

// One kind. Thread-safe after it is filled.
class Resource {
 public:
  // `versions`: the served ones.
  Resource(SourceCrd source, CrdOrigin origin, std::vector<std::string> versions)
      : source_(std::move(source)), origin_(origin), versions_(std::move(versions)) {}

  // The CRD as a server serves it. Compiled at the first call. Errors: as admission::Serve.
  const base::Result<admission::ServedResource>& Served() const;

  // The served resource with its types for applies. Compiled at the first call. Precondition: Served() is ok.
  const admission::ApplicableResource& Applicable() const;

  // The findings about the CRD, with places in its file. An error means that no server can have the CRD, or that another
  // CRD defines the kind differently: then objects of the kind cannot be checked. Empty for a CRD of the API server.
  // Computed at the first call.
  const std::vector<findings::Finding>& Findings() const;
  bool usable() const;

  // Adds another CRD of this kind and origin. An equal CRD has no effect.
  void AddOther(const SourceCrd& other);

  const std::string& file() const { return source_.file; }
  const std::string& crd() const { return source_.document.json; }
  CrdOrigin origin() const { return origin_; }
  const std::vector<std::string>& versions() const { return versions_; }

 private:
  std::vector<findings::Finding> Find() const;
  findings::Finding OfCrd(std::string_view rule, std::string message) const;

  const SourceCrd source_;  // owns the text to which served_ has views
  const CrdOrigin origin_;
  const std::vector<std::string> versions_;
  std::vector<std::string> others_;  // places of the first CRDs that define the kind differently
  std::size_t more_others_ = 0;
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
  // Adds a CRD. Errors: as crd::Decode.
  base::Status Add(SourceCrd crd, CrdOrigin origin);

  // Returns all kinds, sorted by group and kind.
  std::vector<const Resource*> all() const;

  // Returns nullptr if no CRD defines the kind.
  const Resource* Find(std::string_view group, std::string_view kind) const;

  // Returns a sentence with the reason why the kind does not exist, or is not served in this
  // version.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Resource>> kinds_;
};

}  // namespace structural::cli
