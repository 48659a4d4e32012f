// CrdSchemas: the schemas of custom resources, from the CRDs in files.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/stored/kind.h"
#include "cli/shared/files.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cli {

// The schema as its author wrote it, for pruning as the KEP on pruning defines it. The schema can be non-structural.
struct KepSource {
  std::string_view crd_version;  // apiVersion of the CRD itself
  std::optional<bool> prune;     // spec.prune of the CRD
  json::Value schema;            // null: the version has no schema
};

// The data of one version of a custom resource. Valid as long as the CrdSchemas that contains it.
struct ResourceSchema {
  std::string why_unusable;                     // reason why the schema cannot be used; may be empty
  std::string why_refused;                      // reason why no API server can store the CRD; may be empty
  bool preserve_unknown_fields = false;         // true: the CRD preserves unknown fields, so its objects are not pruned
  const crd::Structural* structural = nullptr;  // null: the version has no schema
  KepSource kep;
  json::Value unions;               // the schema, if it declares unions; null: the version declares no unions
  std::string why_unions_unusable;  // reason why the unions cannot be used; may be empty
};

// Not thread-safe while it is filled.
class CrdSchemas {
 public:
  // Adds the CRDs in a file, or in the files of a folder, also the CRDs in Lists; "-" is standard input. Skips other
  // documents, and patches of CRDs.
  base::Status Read(const std::string& path);

  // Adds the CRD in a JSON text. Skips an object that is not a CRD, and a CRD that is equal to an
  // added one. `place` is the file and line of the CRD, for messages. Returns an error if the CRD
  // cannot be read, or if a different CRD of the same kind was added.
  base::Status Add(std::string json, std::string place = {});

  // Returns the number of CRDs that were read, including repeated ones.
  std::size_t crd_count() const { return crd_count_; }

  // Returns the kinds of the CRDs, in the order of the input.
  const std::vector<StoredKind>& kinds() const { return kinds_; }

  // Returns the data of the version and kind; nullptr if no CRD defines them.
  const ResourceSchema* Find(std::string_view api_version, std::string_view kind) const;

  // Returns the reason why Find returns nullptr, for messages.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

  // Returns whether a CRD has the API group of `api_version`.
  bool KnowsGroupOf(std::string_view api_version) const;

 private:
  struct KnownCrd {
    json::Value value;
    std::string place;
  };

  base::Status ReadFile(const Input& file);

  std::deque<std::string> texts_;  // texts of the CRDs, to which the schemas have views
  base::Arena arena_;
  std::size_t crd_count_ = 0;
  std::vector<StoredKind> kinds_;
  std::map<std::pair<std::string, std::string>, KnownCrd> crds_;  // CRDs by group and kind
  std::map<std::pair<std::string, std::string>, ResourceSchema> schemas_;
};

}  // namespace structural::cli
