// UnionCrds: the CRDs that declare unions, read from a cluster or from files.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"
#include "schema/unions/kep/crd_unions.h"

namespace structural::webhook {

// A CRD that declares unions. Must not be changed after other threads can access it.
struct UnionCrd {
  std::string text;
  base::Arena arena;
  unions::kep::CrdUnions unions;  // has views of `text` and `arena`
  std::string union_error;        // error in the CRD's declaration of unions; empty if it has none
};

// UnionCrds: stores the CRDs that declare unions. Thread-safe.
class UnionCrds {
 public:
  // Adds or replaces the CRD, and returns it. If the CRD declares no unions, removes the stored CRD of this name, and
  // returns nullptr. `default_version` is the apiVersion of a text without apiVersion. kInvalidInput: the text is not a
  // CRD; the stored CRD of this name is then removed.
  base::Result<std::shared_ptr<const UnionCrd>> Set(const std::string& name, std::string_view json,
                                                    crd::ApiVersion default_version = crd::ApiVersion::kV1);

  void Remove(const std::string& name);

  // Removes all CRDs except those in `names`.
  void KeepOnly(const std::set<std::string>& names);
  // Records that all CRDs of the cluster or the files were read. Until then, custom resources are not checked
  // (NewUnionAnswer).
  void MarkComplete() { complete_ = true; }
  bool complete() const { return complete_; }

  // Returns the CRD of the resource; nullptr if no stored CRD has this resource and group.
  std::shared_ptr<const UnionCrd> Find(std::string_view resource, std::string_view group) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const UnionCrd>> crds_;
  std::atomic<bool> complete_ = false;
};

}  // namespace structural::webhook
