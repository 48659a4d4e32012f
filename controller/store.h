// Store: the known data of every CRD, a few hundred bytes each, without schemas.
//
// The text of a changed CRD is stored until a worker takes it. A newer text replaces it, so a storm
// of updates to one CRD causes one evaluation. The bytes and the number of waiting texts are
// limited: Update blocks until workers have taken some, which slows the server down instead of
// filling memory. The number of CRDs is limited, too: those beyond kMaxCrds are skipped.
// Thread-safe.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/crd/meta.h"

namespace structural::controller {

// kUnknown: not evaluated yet. kUnreadable: the object cannot be decoded.
enum class State { kUnknown, kStructural, kNonStructural, kStructuralError, kUnreadable };

struct StoreTotals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t skipped = 0;  // times that a CRD was skipped because of kMaxCrds
};

// The text of a CRD, and the version of the API that it was requested in.
struct PendingCrd {
  std::string text;
  crd::ApiVersion default_version = crd::ApiVersion::kV1;
};

class Store {
 public:
  static constexpr std::size_t kMaxPendingBytes = 2u << 20;
  static constexpr std::size_t kMaxPendingTexts = 4096;
  static constexpr std::size_t kMaxCrds = 20'000;

  explicit Store(std::size_t max_pending_bytes = kMaxPendingBytes, std::size_t max_crds = kMaxCrds)
      : max_pending_(max_pending_bytes), max_crds_(max_crds) {}

  // Stores the CRD's current text. Returns false if this resourceVersion is already known in this
  // version of the API, if kMaxCrds is reached, or if `stop` ended the wait for room.
  bool Update(const crd::Meta& meta, std::string_view text, std::stop_token stop);

  void Remove(const std::string& name);

  // Removes every CRD that is not in `names`, and returns the names of the removed ones.
  std::vector<std::string> KeepOnly(const std::set<std::string>& names);

  // Removes and returns the waiting text of this CRD, or nullopt.
  std::optional<PendingCrd> Pop(const std::string& name);

  // Records that this controller's own write changed the CRD from resourceVersion `from` to `to`,
  // so that its event needs no evaluation. Does nothing if another change arrived since `from` was
  // taken.
  void Assume(const std::string& name, std::string_view from, const std::string& to);

  // Sets the result of the last evaluation. Ignored for a CRD that was removed.
  void SetState(const std::string& name, State state);

  // Returns whether every known CRD was evaluated at least once.
  bool AllEvaluated() const;

  bool Contains(const std::string& name) const;
  std::vector<std::string> Names() const;
  StoreTotals Totals() const;
  std::size_t pending_bytes() const;

 private:
  struct Entry {
    std::string uid;
    std::string resource_version;
    crd::ApiVersion default_version = crd::ApiVersion::kV1;
    State state = State::kUnknown;
    std::string pending;  // text that waits for a worker; empty: no text waits
  };

  void DropPending(Entry& entry);
  void Forget(Entry& entry);

  const std::size_t max_pending_;
  const std::size_t max_crds_;
  mutable std::mutex mutex_;
  std::condition_variable_any room_;
  std::size_t pending_bytes_ = 0;
  std::size_t pending_texts_ = 0;
  std::size_t skipped_ = 0;
  std::size_t unevaluated_ = 0;
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace structural::controller
