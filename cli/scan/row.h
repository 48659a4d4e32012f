// Row: what a scan says of one CRD. Plain data, without its schemas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  bool loses_fields = false;  // what pruning, switched on, would take: may_lose_fields.h
  std::string error;          // of kUnreadable

  bool operator==(const Row&) const = default;
};

// The ids of the rules that are broken, each once, in the order of the violations.
std::vector<std::string_view> RulesOf(const Row& row);

}  // namespace structural::scan
