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

#include "cli/findings/finding.h"
#include "cli/findings/source_crds.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// Where a CRD comes from. Of CRDs of a kind one from a place that is named later here counts.
enum class CrdOrigin { kCluster, kObjects, kNamed };

// One kind. Thread-safe after it is filled.
class Resource {
 public:
  // `versions`: those that are served.
  Resource(SourceCrd source, CrdOrigin origin, std::vector<std::string> versions)
      : source_(std::move(source)), origin_(origin), versions_(std::move(versions)) {}

  // What the CRD means. Compiles it, the first time. Errors: as admission::Serve.
  const base::Result<admission::ServedResource>& Served() const;

  // What is wrong with the CRD, at places in its file. Errors: no server can have it, or another one of
  // the kind is there that says something else; objects of the kind cannot be judged then. Of a server's
  // CRD there are none. Finds them the first time.
  const std::vector<findings::Finding>& Findings() const;
  bool usable() const;

  // Another CRD of this kind and origin; the same one again is passed over.
  void AddOther(const SourceCrd& other);

  const std::string& file() const { return source_.file; }
  const std::string& crd() const { return source_.document.json; }
  CrdOrigin origin() const { return origin_; }
  const std::vector<std::string>& versions() const { return versions_; }

 private:
  std::vector<findings::Finding> Find() const;
  findings::Finding OfCrd(std::string_view rule, std::string message) const;

  const SourceCrd source_;  // what is served points into it
  const CrdOrigin origin_;
  const std::vector<std::string> versions_;
  std::vector<std::string> others_;  // places of different CRDs of this kind, the first ones
  std::size_t more_others_ = 0;
  mutable std::once_flag served_once_, found_once_;
  mutable base::Arena arena_;
  mutable std::optional<base::Result<admission::ServedResource>> served_;
  mutable std::vector<findings::Finding> findings_;
};

// Not thread-safe while it is filled.
class Resources {
 public:
  // Adds a CRD. Errors: as crd::Decode.
  base::Status Add(SourceCrd crd, CrdOrigin origin);

  // By group and kind.
  std::vector<const Resource*> all() const;

  // nullptr where no CRD has it.
  const Resource* Find(std::string_view group, std::string_view kind) const;

  // Why there is no such kind, or no such version of it that is served, for people.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Resource>> kinds_;
};

}  // namespace structural::cli
