// Row: the result of a scan for one CRD. Plain data, without the schemas of the CRD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "controller/crd_api.h"
#include "schema/validate/release.h"

namespace structural::scan {

// The state of a CRD. kUnreadable: the CRD cannot be decoded. kDeleted: it was deleted during a watch.
enum class State { kStructural, kNonStructural, kStructuralError, kUnreadable, kDeleted };

// Returns "structural", "non-structural", "structural-error", "unreadable" or "deleted".
std::string_view Name(State state);

// The result of comparing the CRD's condition with the correct one. kStale: the CRD has a condition, but should have
// none.
enum class Agreement { kAgrees, kMissing, kDiffers, kStale };

// Returns "agrees", "missing", "differs" or "stale".
std::string_view Name(Agreement agreement);

struct Violation {
  std::string_view rule;  // id of the rule, from schema/crd/rules/catalog.h; static storage duration
  std::string path;
  std::string message;  // message without the path: "Required value: must not be empty at the root"

  bool operator==(const Violation&) const = default;
};

// Whether a server would accept the CRD if it was created again, for example after a restore. kUnknown: the CRD is
// unreadable, or was read in v1beta1.
enum class Recreation { kUnknown, kAllowed, kRefused };

// Returns "", "ok" or "refused".
std::string_view Name(Recreation recreation);

// The members of a NonStructuralSchema condition; all are empty if the CRD has no condition.
struct ConditionText {
  std::string status;
  std::string reason;
  std::string message;
  std::string since;  // lastTransitionTime, a metav1.Time

  bool operator==(const ConditionText&) const = default;
};

struct Row {
  std::string context;  // context of the kubeconfig; may be empty
  std::string name;     // PLURAL.GROUP; empty if the name is unreadable, too
  std::vector<std::string> versions;
  State state = State::kStructural;
  std::vector<Violation> violations;  // without duplicates
  ConditionText wanted;               // correct condition; its time is empty
  ConditionText found;                // condition on the server
  Agreement agreement = Agreement::kAgrees;
  bool prunes = true;                 // spec.preserveUnknownFields is false
  bool pruning_drops_fields = false;  // enabling pruning could drop fields of custom resources
  // Whether a server of the release `server` would accept the CRD if it was created again.
  Recreation recreation = Recreation::kUnknown;
  validate::Release server = {};    // release of the server that `recreation` is about
  std::vector<Violation> refusals;  // errors of `server` in addition to the violations
  std::string error;                // reason if the state is kUnreadable

  bool operator==(const Row&) const = default;
};

// Returns the ids of the broken rules, without duplicates, in the order of violations and refusals.
std::vector<std::string_view> RulesOf(const Row& row);

// Totals: the counts of a scan.
struct Totals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t unreadable = 0;
  std::size_t violations = 0;
  std::size_t wrong_conditions = 0;  // number of CRDs with a wrong condition
  std::size_t losing_fields = 0;     // number of CRDs whose objects could lose fields if pruning were enabled
  std::size_t refused_again = 0;     // number of CRDs that `server` would refuse if they were created again
  validate::Release server = {};     // release of the server that `refused_again` is about

  // Adds a row to the counts.
  void Count(const Row& row);
};

// Returns "3 CRDs: 1 structural, 2 non-structural, 5 violations; the server's condition is wrong on
// 1; …".
std::string Sentence(const Totals& totals);

// Filter: selects the CRDs of a scan.
struct Filter {
  controller::Selector selector = {};    // names and groups of CRDs
  std::vector<std::string> states = {};  // names of states, of which the CRD must have one; empty: any
  std::vector<std::string> rules = {};   // ids of rules: the CRD must break at least one; empty: any

  // Returns whether the selector matches the name of the CRD, the row has one of the states, and the CRD breaks one of
  // the rules.
  bool Matches(const Row& row) const;
};

}  // namespace structural::scan
