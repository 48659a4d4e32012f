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

// One CRD with unions. Immutable after it is shared.
struct UnionCrd {
  std::string text;
  base::Arena arena;
  unions::kep::CrdUnions unions;  // views of text and arena
  std::string unusable;           // the error in the CRD's unions; empty if they have none
};

// Thread-safe. Stores only CRDs with unions.
class UnionCrds {
 public:
  // Replaces a CRD; one without unions is removed. Returns the stored CRD, or nullptr if it has no
  // unions. kInvalidInput: the text is not a CRD; the stored CRD of this name is then removed.
  // `default_version`: the apiVersion of a text that does not name one.
  base::Result<std::shared_ptr<const UnionCrd>> Set(const std::string& name, std::string_view json,
                                                    crd::ApiVersion default_version = crd::ApiVersion::kV1);

  void Remove(const std::string& name);

  // Removes all CRDs except those in `names`. MarkComplete records that all CRDs are known.
  void KeepOnly(const std::set<std::string>& names);
  void MarkComplete() { complete_ = true; }
  bool complete() const { return complete_; }

  // Finds the CRD of a resource by its name. Returns nullptr if it has no unions.
  std::shared_ptr<const UnionCrd> Find(std::string_view resource, std::string_view group) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const UnionCrd>> crds_;
  std::atomic<bool> complete_ = false;
};

}  // namespace structural::webhook
