// UnionCrds: the CRDs that declare unions, kept in step with the cluster or read from files.
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

// One of them. Immutable once it is shared.
struct UnionCrd {
  std::string text;
  base::Arena arena;
  unions::kep::CrdUnions unions;  // points into both
  std::string unusable;           // what is wrong with its unions; empty: nothing
};

// Thread-safe. Of CRDs without unions nothing is kept.
class UnionCrds {
 public:
  // A CRD as it is from now on; without unions it is forgotten. Returns what is known of it:
  // nullptr where it has none. kInvalidInput: it is no CRD, and forgotten as well. `asked_for`:
  // what a text that does not name its version is in.
  base::Result<std::shared_ptr<const UnionCrd>> Set(
      const std::string& name, std::string_view json,
      crd::ApiVersion asked_for = crd::ApiVersion::kV1);

  void Remove(const std::string& name);

  // These and no others exist: from now on all is known.
  void KeepOnly(const std::set<std::string>& names);
  void MarkComplete() { complete_ = true; }
  bool complete() const { return complete_; }

  // By the name that the CRD of this resource has. nullptr: it has no unions.
  std::shared_ptr<const UnionCrd> Find(std::string_view resource, std::string_view group) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const UnionCrd>> crds_;
  std::atomic<bool> complete_ = false;
};

}  // namespace structural::webhook
