// Store: the known data of every CRD: a few hundred bytes for each, without its schemas.
//
// The text of a changed CRD is stored until a worker takes it. A newer text replaces it, so a burst of updates of one
// CRD causes only one evaluation. The size and the number of waiting texts are limited: Update blocks until workers
// have taken some of them, so the server must wait, and memory does not grow. CRDs beyond kMaxCrds are skipped.
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

// The result of a CRD's last evaluation. kUnknown: the CRD was not evaluated yet. kNonStructural: a schema has
// violations. kStructuralError: a schema has no structural form (NotRepresentable). kUnreadable: the CRD could not be
// decoded.
enum class State { kUnknown, kStructural, kNonStructural, kStructuralError, kUnreadable };

struct StoreTotals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t skipped = 0;  // times that a CRD was skipped because of kMaxCrds
};

// The text of a CRD that waits to be evaluated.
struct PendingCrd {
  std::string text;
  crd::ApiVersion default_version = crd::ApiVersion::kV1;  // API version in which it was requested
};

class Store {
 public:
  static constexpr std::size_t kMaxPendingBytes = 2u << 20;
  static constexpr std::size_t kMaxPendingTexts = 4096;
  static constexpr std::size_t kMaxCrds = 20'000;

  explicit Store(std::size_t max_pending_bytes = kMaxPendingBytes, std::size_t max_crds = kMaxCrds)
      : max_pending_bytes_(max_pending_bytes), max_crds_(max_crds) {}

  // Stores the CRD's current text, and returns true. Returns false, and stores nothing, if this resourceVersion is
  // known already in the same API version, if kMaxCrds is reached, or if a stop is requested while the call waits for
  // space.
  bool Update(const crd::Meta& meta, std::string_view text, std::stop_token stop);

  void Remove(const std::string& name);

  // Removes every CRD whose name is not in `names`. Returns the names of the removed CRDs.
  std::vector<std::string> KeepOnly(const std::set<std::string>& names);

  // Removes and returns the waiting text of this CRD; nullopt if none waits.
  std::optional<PendingCrd> Pop(const std::string& name);

  // Records that this controller's own write has changed the CRD from resourceVersion `from` to `to`, so that Update
  // ignores the event of that write. Does nothing if the known resourceVersion is no longer `from`.
  void Assume(const std::string& name, std::string_view from, const std::string& to);

  // Sets the result of the CRD's last evaluation. Does nothing if the CRD was removed.
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
  void SubtractTotals(Entry& entry);

  const std::size_t max_pending_bytes_;
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
