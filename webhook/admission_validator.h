// Decide: decides whether a change of a CRD is allowed.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/validate/compatibility/change.h"
#include "webhook/admission_request.h"

namespace structural::webhook {

// The effect of a broken rule.
enum class Mode {
  kEnforce,  // the change is refused
  kWarn,     // the client gets a warning, which kubectl prints
  kAudit,    // the audit log gets an annotation
};

// Patterns can contain * and ?, as in shells.
struct Exemptions {
  std::vector<std::string> names = {};   // names of CRDs
  std::vector<std::string> groups = {};  // API groups of CRDs
  std::vector<std::string> users = {};   // user names of clients
};

struct Rules {
  compatibility::Policy policy = compatibility::Policy::kKep;
  Mode mode = Mode::kEnforce;                           // mode of the rules that are not in `modes`
  std::map<std::string, Mode, std::less<>> modes = {};  // modes of single rules, by rule id
  Exemptions exempt = {};
  // Returns the violations that further checks find in a CRD (JSON). Violations that the stored CRD
  // also has are ignored. May be null. Must be thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd)> more = nullptr;
  // Returns the errors that an API server reports for a new CRD, or for an update if `stored` is not
  // empty. May be null. Must be thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd, std::string_view stored)> server =
      nullptr;

  Mode ModeOf(std::string_view rule) const;
  bool Enforces() const;  // whether a rule can refuse a change
};

struct Decision {
  // Reason why the schemas were not checked, such as "status" or "exempt user"; empty: they were
  // checked.
  std::string_view skip_reason;
  std::vector<compatibility::RuleViolation> refused;  // not empty: the change is refused
  std::vector<compatibility::RuleViolation> warned;
  std::vector<compatibility::RuleViolation> audited;

  bool allowed() const { return refused.empty(); }
};

// Checks the creation or update of a CRD; all other requests are allowed. The decision has no views
// of the arena or the review. Pure; safe to call from several threads.
//
// kInvalidInput: the object, or the stored one, is not a CRD.
base::Result<Decision> Decide(const AdmissionRequest& request, const Rules& rules, base::Arena& arena);

}  // namespace structural::webhook
