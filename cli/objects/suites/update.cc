#include "cli/objects/suites/update.h"

#include <utility>

#include "document/write_yaml.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using document::Edit;
using suite::Outcome;
using suite::Step;
using Failing = Outcome::Kind;

// The fields of a case in a format.
struct FieldNames {
  std::string_view object;
  std::string_view error;
  std::string_view status_error;
};
constexpr FieldNames kOpenShiftNames = {"expected", "expectedError", "expectedStatusError"};
constexpr FieldNames kOwnNames = {"expected", "error", "error"};

std::string JsonString(std::string_view text) {
  json::Writer to;
  return to.Add(text).Take();
}

class CaseUpdate {
 public:
  CaseUpdate(SuiteForm form, const PlacedCase& placed, const Outcome& outcome)
      : names_(form == SuiteForm::kOwn ? kOwnNames : kOpenShiftNames),
        form_(form),
        placed_(placed),
        outcome_(outcome) {}

  // Returns whether the last request is the one that failed.
  bool Possible() const {
    if (!placed_.requests.empty()) return true;
    const bool creates = placed_.test.updated.empty();
    switch (outcome_.step) {
      case Step::kCreate: return creates;
      case Step::kInitialStatus: return creates && placed_.test.lenient;
      case Step::kRestoreCrd: return false;
      case Step::kUpdate:
      case Step::kUpdatedStatus:
      case Step::kPatch:
      case Step::kApply: break;
    }
    return true;
  }

  std::vector<Edit> Edits() && {
    const bool of_status = outcome_.step == Step::kUpdatedStatus;
    switch (outcome_.kind) {
      case Failing::kOtherObject: SetObject(HasField("assert") ? "assert" : names_.object, outcome_.got); break;
      case Failing::kOtherOwners: Set("owners", outcome_.got); break;
      case Failing::kOtherConflicts: Set("conflicts", outcome_.got); break;
      case Failing::kAccepted:
        Remove("conflicts");
        Remove(of_status ? names_.status_error : names_.error);
        SetObject(names_.object, outcome_.stored);
        break;
      case Failing::kNoStatus:
        Remove(names_.status_error);
        SetObject(names_.object, outcome_.stored);
        break;
      case Failing::kRefused:
        for (const std::string_view name : {names_.object, std::string_view("assert"), std::string_view("owners")})
          Remove(name);
        SetRefusal(of_status ? names_.status_error : names_.error);
        break;
      case Failing::kOtherError: SetRefusal(of_status ? names_.status_error : names_.error); break;
      case Failing::kPassed: break;
    }
    return std::move(edits_);
  }

 private:
  std::string PointerTo(std::string_view field) const {
    std::string pointer = placed_.pointer;
    if (!placed_.requests.empty()) pointer += "/onApply/" + std::to_string(outcome_.request);
    return pointer + "/" + std::string(field);
  }

  bool HasField(std::string_view field) const {
    return placed_.requests.empty() ? Has(placed_, field) : Has(placed_.requests[outcome_.request], field);
  }

  void Remove(std::string_view field) {
    if (HasField(field)) edits_.push_back({Edit::Kind::kRemove, PointerTo(field)});
  }

  void Set(std::string_view field, std::string json) {
    edits_.push_back({Edit::Kind::kAdd, PointerTo(field), std::move(json)});
  }

  // Writes the object as YAML in a text if the format requires it.
  void SetObject(std::string_view field, const std::string& json) {
    if (form_ == SuiteForm::kOwn) return Set(field, json);
    std::string yaml;
    document::AppendYaml(json, yaml);
    Set(field, JsonString(yaml));
  }

  void SetRefusal(std::string_view error) {
    if (outcome_.conflicts.empty()) {
      Remove("conflicts");
      SetError(error);
    } else {
      Remove(error);
      Set("conflicts", outcome_.conflicts);
    }
  }

  // OpenShift's format has one error, and the order of several is random.
  void SetError(std::string_view field) {
    if (outcome_.errors.size() == 1 || form_ == SuiteForm::kOpenShift)
      return Set(field, JsonString(outcome_.errors.front()));
    json::Writer to;
    Set(field, to.Add(outcome_.errors).Take());
  }

  const FieldNames names_;
  const SuiteForm form_;
  const PlacedCase& placed_;
  const Outcome& outcome_;
  std::vector<Edit> edits_;
};

}  // namespace

void SuiteUpdate::Add(SuiteReport& report) {
  const Suite& suite = report.suite;
  if (documents_.empty() || documents_.back().index != suite.document) documents_.push_back({suite.document, {}});
  for (CaseReport& each : report.cases) {
    if (each.failures.size() != 1) continue;
    const CaseFailure& failure = each.failures.front();
    if (!failure.problem.empty() || failure.manifests.size() != each.runs) continue;
    CaseUpdate update(suite.form, *each.placed, failure.outcome);
    if (!update.Possible()) continue;
    for (Edit& edit : std::move(update).Edits()) documents_.back().edits.push_back(std::move(edit));
    each.updatable = true;
    ++cases_;
  }
}

}  // namespace structural::cli
