// Row: what a scan says of one CRD. Plain data, without its schemas.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "controller/crd_api.h"
#include "schema/validate/release.h"

namespace structural::scan {

// kUnreadable: the server sent what cannot be decoded. kDeleted: a watch saw it go.
enum class State { kStructural, kNonStructural, kStructuralError, kUnreadable, kDeleted };

// "structural", "non-structural", "structural-error", "unreadable", "deleted".
std::string_view Name(State state);

// What became of the condition that the CRD should carry. kStale: it carries one and should not.
enum class Agreement { kAgrees, kMissing, kDiffers, kStale };

// "agrees", "missing", "differs", "stale".
std::string_view Name(Agreement agreement);

struct Violation {
  std::string_view rule;  // static storage, as in schema/rules/catalog.h
  std::string path;
  std::string message;  // "Required value: must not be empty at the root"

  bool operator==(const Violation&) const = default;
};

// kUnknown: of a CRD that is unreadable, or read in v1beta1.
enum class Recreation { kUnknown, kAllowed, kRefused };

// "", "ok", "refused".
std::string_view Name(Recreation recreation);

// The members of a NonStructuralSchema condition; all empty: there is none.
struct ConditionText {
  std::string status;
  std::string reason;
  std::string message;
  std::string since;  // lastTransitionTime, a metav1.Time

  bool operator==(const ConditionText&) const = default;
};

struct Row {
  std::string context;  // of the kubeconfig; empty: none
  std::string name;     // PLURAL.GROUP; empty where it is not even that readable
  std::vector<std::string> versions;
  State state = State::kStructural;
  std::vector<Violation> violations;  // each text once
  ConditionText wanted;               // without a time
  ConditionText found;                // the server's
  Agreement agreement = Agreement::kAgrees;
  bool prunes = true;         // spec.preserveUnknownFields is false
  bool loses_fields = false;  // custom resources could lose some if pruning were enabled
  // Whether a server would let somebody create the CRD again, as when a cluster moves.
  Recreation recreation = Recreation::kUnknown;
  validate::Release server = {};    // its release
  std::vector<Violation> refusals;  // the errors of that server beside the violations
  std::string error;          // of kUnreadable

  bool operator==(const Row&) const = default;
};

// The ids of the rules that are broken, each once, in the order of the violations and refusals.
std::vector<std::string_view> RulesOf(const Row& row);

// Totals: a scan in numbers.
struct Totals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t unreadable = 0;
  std::size_t violations = 0;
  std::size_t disagreeing = 0;  // whose condition is not what it should be
  std::size_t losing = 0;       // that would lose fields if pruning were switched on
  std::size_t refused = 0;      // that a server would not let somebody create again
  validate::Release server = {};  // its release

  void Count(const Row& row);
};

// "3 CRDs: 1 structural, 2 non-structural with 5 violations; the condition of 1 is not as it should
// be; …".
std::string Sentence(const Totals& totals);

// Filter: which CRDs a scan is about.
struct Filter {
  controller::Selector selector = {};    // of names and groups
  std::vector<std::string> states = {};  // by name; empty: any
  std::vector<std::string> rules = {};   // ids, of which it breaks one; empty: any

  bool Matches(const Row& row) const;
};

}  // namespace structural::scan
