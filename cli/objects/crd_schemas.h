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

#include "cli/stored/kind.h"
#include "cli/shared/files.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cli {

// What the pruning KEP goes by: the schema as it was written, structural or not.
struct KepSource {
  std::string_view crd_version;  // of the CRD itself
  std::optional<bool> prune;     // its flag spec.prune
  json::Value schema;            // null: there is none
};

// What is known of one version of a custom resource. Lives as long as the CrdSchemas.
struct ResourceSchema {
  std::string unusable;   // why there is none; empty where there is one
  std::string refused;    // why no API server can have the CRD; empty where one can
  bool preserve_unknown_fields = false;           // the CRD's flag: nothing is pruned
  const model::Structural* structural = nullptr;  // null: the version has no schema
  KepSource kep;
  json::Value unions;           // the schema with its unions; null: it declares none
  std::string unions_unusable;  // why they cannot be used; empty where they can
};

// Not thread-safe while it is filled.
class CrdSchemas {
 public:
  // Adds the CRDs among the documents of a file, or of the files in a folder, and in Lists there;
  // "-" is standard input. Others are passed over, and patches for CRDs.
  base::Status Read(const std::string& path);

  // Adds the CRD that this JSON is; another object is passed over, and the same CRD again. `place` is
  // its own in a file, for people. Errors: also where another CRD of the kind means something else.
  base::Status Add(std::string json, std::string place = {});

  // CRDs that were read, also those that were read before.
  std::size_t seen() const { return seen_; }

  // Of the CRDs, in the order in which they came.
  const std::vector<StoredKind>& kinds() const { return kinds_; }

  // nullptr where no CRD has it.
  const ResourceSchema* Find(std::string_view api_version, std::string_view kind) const;

  // Why Find has no schema, for people.
  std::string WhyNotFound(std::string_view api_version, std::string_view kind) const;

  // Whether there is a CRD of the API group that `api_version` names.
  bool KnowsGroupOf(std::string_view api_version) const;

 private:
  struct KnownCrd {
    json::Value value;
    std::string place;
  };

  base::Status ReadFile(const Input& file);

  std::deque<std::string> texts_;  // schemas point into them
  base::Arena arena_;
  std::size_t seen_ = 0;
  std::vector<StoredKind> kinds_;
  std::map<std::pair<std::string, std::string>, KnownCrd> crds_;  // by group and kind
  std::map<std::pair<std::string, std::string>, ResourceSchema> schemas_;
};

}  // namespace structural::cli
