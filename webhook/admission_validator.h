// Decide: decides whether a request to change a CRD is allowed.
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

// The changes that are not checked, as patterns, which can contain * and ? as in shells.
struct Exemptions {
  std::vector<std::string> names = {};   // names of CRDs
  std::vector<std::string> groups = {};  // API groups of CRDs
  std::vector<std::string> users = {};   // user names of clients
};

struct Rules {
  compatibility::Policy policy = compatibility::Policy::kKep;
  Mode mode = Mode::kEnforce;                           // mode of the rules that are not in `modes`
  std::map<std::string, Mode, std::less<>> modes = {};  // modes of single rules, by rule id
  Exemptions exemptions = {};
  // Returns the violations that further checks find in a CRD (JSON). Decide ignores violations that the stored CRD has,
  // too. Can be null. Must be thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd)> further_checks = nullptr;
  // Returns the errors that an API server reports if it creates the CRD or, if `stored` is not empty, updates the
  // stored CRD to it. Can be null. Must be thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd, std::string_view stored)>
      server_checks = nullptr;

  Mode ModeOf(std::string_view rule) const;
  bool Enforces() const;  // returns whether any rule has the mode kEnforce
};

struct Decision {
  // Reason why the change was not checked, such as "status" or "exempt user"; empty if it was checked.
  std::string_view skip_reason;
  std::vector<compatibility::RuleViolation> refused;  // violations of rules with the mode kEnforce
  std::vector<compatibility::RuleViolation> warned;   // violations of rules with the mode kWarn
  std::vector<compatibility::RuleViolation> audited;  // violations of rules with the mode kAudit

  bool allowed() const { return refused.empty(); }
};

// Checks the creation or update of a CRD. All other requests are allowed without a check. The decision has no views of
// the arena or the request. Pure; safe to call from several threads.
//
// kInvalidInput: the new or the stored object is not a CRD.
base::Result<Decision> Decide(const AdmissionRequest& request, const Rules& rules, base::Arena& arena);

}  // namespace structural::webhook
