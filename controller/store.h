// Store: what is known of every CRD, a few hundred bytes each. No schema stays here.
//
// The text of a CRD that changed is held until a worker takes it; a newer one takes its place, so a
// storm of updates to one CRD costs one evaluation. How many bytes and texts may wait is bounded:
// Update blocks until workers have taken some, which slows the server down instead of filling
// memory. How many CRDs are known is bounded, too: of those beyond kMaxCrds none is looked at.
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

// kUnknown: not judged yet. kUnreadable: the server sent what cannot be decoded.
enum class State { kUnknown, kStructural, kNonStructural, kStructuralError, kUnreadable };

struct StoreTotals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t left_out = 0;  // times that a CRD was not taken, as there were kMaxCrds
};

// The text of a CRD, and the version it was asked for in.
struct PendingCrd {
  std::string text;
  crd::ApiVersion asked_for = crd::ApiVersion::kV1;
};

class Store {
 public:
  static constexpr std::size_t kMaxPendingBytes = 8u << 20;
  static constexpr std::size_t kMaxPendingTexts = 4096;
  static constexpr std::size_t kMaxCrds = 20'000;

  explicit Store(std::size_t max_pending_bytes = kMaxPendingBytes, std::size_t max_crds = kMaxCrds)
      : max_pending_(max_pending_bytes), max_crds_(max_crds) {}

  // A CRD as the server has it now. Returns false where it is known already at this
  // resourceVersion and in this version of the API, where it would be one too many, or where the
  // wait for room was ended by `stop`.
  bool Update(const crd::Meta& meta, std::string_view text, std::stop_token stop);

  void Remove(const std::string& name);

  // Forgets every CRD that is not in `names`, and returns which those were.
  std::vector<std::string> KeepOnly(const std::set<std::string>& names);

  // The waiting text of this CRD, at most once; nullopt where none waits.
  std::optional<PendingCrd> Pop(const std::string& name);

  // The CRD was changed by a write of ours from resourceVersion `from` to `to`, and needs no look:
  // its event is no news. Does nothing where something else arrived since `from` was taken.
  void Assume(const std::string& name, std::string_view from, const std::string& to);

  // The verdict on the CRD at this state. Ignored for a CRD that was removed.
  void SetState(const std::string& name, State state);

  // Whether every CRD that is there has been judged at least once.
  bool AllJudged() const;

  bool Contains(const std::string& name) const;
  std::vector<std::string> Names() const;
  StoreTotals Totals() const;
  std::size_t pending_bytes() const;

 private:
  struct Entry {
    std::string uid;
    std::string resource_version;
    crd::ApiVersion asked_for = crd::ApiVersion::kV1;
    State state = State::kUnknown;
    std::string pending;  // empty: none
  };

  void DropPending(Entry& entry);
  void Forget(Entry& entry);

  const std::size_t max_pending_;
  const std::size_t max_crds_;
  mutable std::mutex mutex_;
  std::condition_variable_any room_;
  std::size_t pending_bytes_ = 0;
  std::size_t pending_texts_ = 0;
  std::size_t left_out_ = 0;
  std::size_t unjudged_ = 0;
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace structural::controller
