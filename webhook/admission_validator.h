// AdmissionValidator: the decision on one AdmissionRequest.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/compatibility/change.h"
#include "webhook/admission_request.h"

namespace structural::webhook {

// What becomes of a change that a rule objects to.
enum class Mode {
  kEnforce,  // it is refused
  kWarn,     // the client is warned, as kubectl prints it
  kAudit,    // it is noted in the audit log
};

// Patterns may hold * and ?, as in shells.
struct Exemptions {
  std::vector<std::string> names = {};   // of CRDs
  std::vector<std::string> groups = {};  // API groups of CRDs
  std::vector<std::string> users = {};   // user names of clients
};

struct Rules {
  compatibility::Policy policy = compatibility::Policy::kKep;
  Mode mode = Mode::kEnforce;                           // of rules that are not named below
  std::map<std::string, Mode, std::less<>> modes = {};  // by the rule's id
  Exemptions exempt = {};
  // What else is said against a CRD, in JSON. What is said of the stored one, too, does not count.
  // Null: nothing. Thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd)> more = nullptr;
  // What a server would say of creating a CRD, or of an update where `stored` is not empty. Null:
  // nobody asks. Thread-safe.
  std::function<std::vector<compatibility::RuleViolation>(std::string_view crd,
                                                          std::string_view stored)>
      server = nullptr;

  Mode ModeOf(std::string_view rule) const;
  bool Enforces() const;  // whether any rule may refuse a change
};

struct Decision {
  // Why it came to this without a look at the schemas: "status", "exempt user"; empty: it did not.
  std::string_view skip_reason;
  std::vector<compatibility::RuleViolation> refused;  // not empty: the change is refused
  std::vector<compatibility::RuleViolation> warned;
  std::vector<compatibility::RuleViolation> audited;

  bool allowed() const { return refused.empty(); }
};

// Everything but the creation and update of a CRD is let pass. Nothing of the arena or the review
// is in the decision. Pure; safe to call from several threads.
//
// kInvalidInput: the object, or the one that is stored, is no CRD.
base::Result<Decision> Decide(const AdmissionRequest& request, const Rules& rules,
                              base::Arena& arena);

}  // namespace structural::webhook
