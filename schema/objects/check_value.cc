#include "schema/objects/check_value.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/sorted.h"
#include "schema/base/text.h"
#include "schema/json/identity.h"
#include "schema/kubernetes/print.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;

constexpr std::size_t kCheckUnits = 8;  // work units for one schema, without its enum and the value's members
// Work units for one required field, which is searched for in the value's members
constexpr std::size_t kRequiredUnits = 4;

bool HasDuplicates(std::span<const Value> elements) {
  if (elements.size() < 2) return false;
  std::unordered_set<std::string> seen;
  return !std::ranges::all_of(elements,
                              [&](const Value& element) { return seen.insert(DeepIdentity(element)).second; });
}

void CheckArray(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                Outcome& to, const crd::CorrelatedValue& update) {
  const auto elements = value.elements();
  const auto size = static_cast<std::int64_t>(elements.size());
  if (checks.items != nullptr) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      CheckValue(*checks.items, elements[i], at.Index(i), report, to, update.Index(i));
    }
  }
  ++to.matches;
  const Limits* limits = checks.limits;
  if (limits == nullptr) return;
  if (limits->min_items && size < *limits->min_items) {
    report.TooFew(at, "minItems", size, *limits->min_items, checks.reports_too_few, to);
  }
  if (limits->max_items && size > *limits->max_items) {
    report.TooMany(at, "items", size, *limits->max_items, to);
  }
  if (limits->unique_items && HasDuplicates(elements)) {
    report.Invalid(at, "uniqueItems", Value::String(""), "shouldn't contain duplicates", to);
  }
}

void CheckSize(const Limits& limits, std::int64_t size, bool too_few, const kubernetes::ObjectPath& at,
               const Reporter& report, Outcome& to) {
  if (limits.min_properties && size < *limits.min_properties) {
    report.TooFew(at, "minProperties", size, *limits.min_properties, too_few, to);
  }
  if (limits.max_properties && size > *limits.max_properties) {
    report.TooMany(at, "properties", size, *limits.max_properties, to);
  }
}

// Returns the correlated old value of a member. The root's kind and apiVersion have none, so an update always checks
// them.
crd::CorrelatedValue MemberOf(const crd::CorrelatedValue& update, const kubernetes::ObjectPath& at,
                              std::string_view key) {
  if (!update || (at.IsRoot() && (key == "kind" || key == "apiVersion"))) return {};
  return update.Key(key);
}

// Whether CheckObject looks up each property in the object, instead of each member in the properties. This is faster if
// the schema has fewer properties than the object has members. It is possible only if the schema has no checks for
// other members.
bool LooksUpProperties(const Checks& checks, std::size_t members) {
  return !checks.forbids_additional_properties && checks.additional_properties == nullptr &&
         checks.properties.size() < members;
}

void CheckRequired(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                   Outcome& to) {
  for (const std::string_view key : checks.required) {
    if (value.Find(key) == nullptr) report.Required(at, key, to);
  }
}

void CheckObject(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                 Outcome& to, const crd::CorrelatedValue& update) {
  const auto members = value.members();
  if (checks.limits != nullptr) {
    CheckSize(*checks.limits, static_cast<std::int64_t>(members.size()), checks.reports_too_few, at, report, to);
  }
  if (LooksUpProperties(checks, members.size())) {
    for (const FieldChecks& each : checks.properties) {
      const Value* member = value.Find(each.key);
      if (member != nullptr)
        CheckValue(*each.value, *member, at.Name(each.key), report, to, MemberOf(update, at, each.key));
    }
    return CheckRequired(checks, value, at, report, to);
  }
  auto field = checks.properties.begin();
  const auto end = checks.properties.end();
  for (const Member& member : members) {
    if (field != end && field->key < member.key)
      field = base::LowerBoundFrom(field, end, member.key, &FieldChecks::key);
    if (field != end && field->key == member.key) {
      CheckValue(*field->value, member.value, at.Name(member.key), report, to, MemberOf(update, at, member.key));
      ++field;
    } else if (checks.forbids_additional_properties) {
      report.Forbidden(at, member.key, to);
    } else if (checks.additional_properties != nullptr) {
      CheckValue(*checks.additional_properties, member.value, at.Key(member.key), report, to,
                 MemberOf(update, at, member.key));
    }
  }
  CheckRequired(checks, value, at, report, to);
}

// Returns the number of work units for the members, properties and required fields that CheckObject visits.
std::size_t VisitedFields(const Checks& checks, const Value& value) {
  if (!value.is_object()) return 0;
  const std::size_t members = value.members().size();
  return kRequiredUnits * checks.required.size() +
         (LooksUpProperties(checks, members) ? checks.properties.size() : members);
}

void CheckAny(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
              Outcome& to, const crd::CorrelatedValue& update) {
  if (to.failed && !report.has_texts()) return;
  if (!report.Spend(kCheckUnits + checks.enumeration.size() + VisitedFields(checks, value))) {
    to.failed = true;
    return;
  }
  if (value.is_null()) {
    CheckType(checks, value, at, report, to);
    return CheckEnum(checks, value, at, report, to);
  }
  if (checks.type_count > 0 || !checks.format.empty()) {
    CheckType(checks, value, at, report, to);
    ++to.matches;
  }
  CheckComposition(checks, value, at, report, to);
  if (value.is_string()) CheckString(checks, value, at, report, to);
  if (value.is_number()) CheckNumber(checks, value, at, report, to);
  if (value.is_array()) CheckArray(checks, value, at, report, to, update);
  CheckEnum(checks, value, at, report, to);
  if (value.is_object()) CheckObject(checks, value, at, report, to, update);
  // Four checks of a value count as matches, as in kube-openapi: composition, enum, the schema itself and, except for a
  // boolean, the check for the value's kind.
  to.matches += 3;
  if (value.kind() != Value::Kind::kBool) ++to.matches;
  if (value.is_string() && checks.known_format != nullptr) ++to.matches;
}

}  // namespace

void CheckValue(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                Outcome& to, const crd::CorrelatedValue& update) {
  if (!update.Unchanged()) CheckAny(checks, value, at, report, to, update);
}

namespace {

class Compositions {
 public:
  Compositions(const Value& value, const kubernetes::ObjectPath& at, const Reporter& report, Outcome& to)
      : value_(value), at_(at), report_(report), to_(to) {}

  void AnyOf(std::span<const Checks* const> branches);
  void OneOf(std::span<const Checks* const> branches);
  void AllOf(std::span<const Checks* const> branches);
  void Not(const Checks& branch);

 private:
  Outcome Branch(const Checks& branch, const Reporter& report) const {
    Outcome outcome;
    CheckValue(branch, value_, at_, report, outcome);
    return outcome;
  }

  // Keeps the outcome with more matches in `best`, and drops the other one. If both have the same number of matches,
  // keeps the first outcome.
  void KeepBest(std::optional<Outcome>& best, Outcome&& outcome) const {
    if (best && outcome.matches <= best->matches) return report_.Refund(outcome);
    Drop(best);
    best = std::move(outcome);
  }
  void Drop(const std::optional<Outcome>& outcome) const {
    if (outcome) report_.Refund(*outcome);
  }

  void AddUnplaced(std::string_view keyword, std::string_view what, std::string_view found = {}) {
    to_.failed = true;
    if (report_.has_texts()) {
      report_.AddWithoutField(at_, keyword, (base::Quote(at_.OpenAPI()) + " must ").append(what).append(found), to_);
    }
  }

  const Value& value_;
  const kubernetes::ObjectPath& at_;
  const Reporter& report_;
  Outcome& to_;
};

void Compositions::AnyOf(std::span<const Checks* const> branches) {
  std::optional<Outcome> best;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) {
      Drop(best);
      return to_.Merge(std::move(outcome));
    }
    KeepBest(best, std::move(outcome));
  }
  if (!best) return;
  AddUnplaced("anyOf", "validate at least one schema (anyOf)");
  to_.Merge(*std::move(best));
}

void Compositions::OneOf(std::span<const Checks* const> branches) {
  if (branches.empty()) return;
  std::optional<Outcome> best, first;
  int valid = 0;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) {
      if (++valid == 1) first = std::move(outcome);
      if (valid == 2 && !report_.has_texts()) break;  // failed; only an error's text needs the number
    } else if (valid == 0) {
      KeepBest(best, std::move(outcome));
    } else {
      report_.Refund(outcome);
    }
  }
  if (valid > 0) Drop(best);
  if (valid == 1) return to_.Merge(*std::move(first));
  AddUnplaced("oneOf", "validate one and only one schema (oneOf). Found ",
              valid == 0 ? "none valid" : std::to_string(valid) + " valid alternatives");
  if (valid == 0) to_.Merge(*std::move(best));
}

void Compositions::AllOf(std::span<const Checks* const> branches) {
  std::size_t valid = 0;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) ++valid;
    to_.Merge(std::move(outcome));
  }
  if (valid == branches.size()) return;
  AddUnplaced("allOf",
              valid == 0 ? "validate all the schemas (allOf). None validated" : "validate all the schemas (allOf)");
}

void Compositions::Not(const Checks& branch) {
  if (!Branch(branch, report_.WithoutTexts()).failed) AddUnplaced("not", "not validate the schema (not)");
}

}  // namespace

void CheckComposition(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at,
                      const Reporter& report, Outcome& to) {
  ++to.matches;
  const bool has_branches = !checks.any_of.empty() || !checks.one_of.empty() || !checks.all_of.empty();
  if (!has_branches && checks.not_schema == nullptr) return;
  Compositions compositions(value, at, report, to);
  compositions.AnyOf(checks.any_of);
  compositions.OneOf(checks.one_of);
  compositions.AllOf(checks.all_of);
  if (checks.not_schema != nullptr) compositions.Not(*checks.not_schema);
}

namespace {

constexpr std::size_t kFailureUnits = 256;  // work units for a failure with texts, in addition to its bytes

std::string InBody(const std::string& name, std::string_view detail) { return (name + " in body ").append(detail); }

}  // namespace

void Outcome::Merge(Outcome&& other) {
  matches += other.matches;
  failed |= other.failed;
  std::ranges::move(other.failures, std::back_inserter(failures));
  bytes += other.bytes;
}

void Reporter::Add(Outcome& to, std::string message, kubernetes::FieldError error, std::string_view keyword,
                   std::optional<std::int64_t> limit) const {
  const std::size_t bytes = error.bytes();
  Spend(kFailureUnits + bytes);
  if (!budget_->Spend(bytes)) return;
  to.bytes += bytes;
  error.keyword = keyword;
  error.limit = limit;
  to.failures.push_back({std::move(message), std::move(error)});
}

// Returns the field of an error. `name` is kube-openapi's name of the field, which can be a field inside the value at
// `at`.
kubernetes::FieldName Reporter::Field(const kubernetes::ObjectPath& at, std::string_view name) const {
  kubernetes::FieldName field{prefix_->text, prefix_->steps};
  field.steps.Append(at.Steps());
  if (name.empty() || name == ".") {
    if (field.text.empty()) field.text = "<nil>";
    return field;
  }
  if (name.starts_with('.')) name.remove_prefix(1);
  if (!field.text.empty()) field.text += '.';
  field.text += name;
  return field;
}

void Reporter::WrongType(const kubernetes::ObjectPath& at, std::string_view keyword, std::string_view wanted,
                         std::string_view found, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, "must be of type " + std::string(wanted) + ": " + base::Quote(found));
  kubernetes::FieldError error = kubernetes::InvalidError(Field(at, name), Value::String(found), message);
  error.kind = kubernetes::ErrorKind::kTypeInvalid;
  Add(to, message, std::move(error), keyword);
}

void Reporter::InvalidType(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                           Outcome& to) const {
  WrongType(at, "type", wanted, found, to);
}

void Reporter::InvalidFormat(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                             Outcome& to) const {
  WrongType(at, "format", wanted, found, to);
}

void Reporter::Required(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = (at.OpenAPI() + ".").append(key);
  kubernetes::FieldName field = Field(at, name);
  field.steps.PushName(key);
  Add(to, InBody(name, "is required"), kubernetes::RequiredError(std::move(field)), "required");
}

void Reporter::NotInEnum(const kubernetes::ObjectPath& at, const Value& value, std::span<const Value> allowed,
                         Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  std::string list;
  std::vector<std::string> texts;
  for (const Value& one : allowed) {
    base::AppendItem(list, " ", kubernetes::Print(one));
    texts.push_back(one.is_string() ? std::string(one.text()) : kubernetes::MarshalJson(one));
  }
  Add(to, InBody(name, "should be one of [" + list + "]"), kubernetes::NotSupportedError(Field(at, name), value, texts),
      "enum");
}

void Reporter::TooLong(const kubernetes::ObjectPath& at, std::int64_t max, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  Add(to, InBody(name, "should be at most " + std::to_string(max) + " chars long"),
      kubernetes::TooLongError(Field(at, name), max), "maxLength", max);
}

void Reporter::TooMany(const kubernetes::ObjectPath& at, std::string_view things, std::int64_t actual, std::int64_t max,
                       Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string detail = "should have at most " + std::to_string(max) + " ";
  Add(to, InBody(name, detail).append(things), kubernetes::TooManyError(Field(at, name), actual, max),
      things == "items" ? "maxItems" : "maxProperties", max);
}

void Reporter::TooFew(const kubernetes::ObjectPath& at, std::string_view keyword, std::int64_t actual, std::int64_t min,
                      bool as_too_few, Outcome& to) const {
  const std::string_view things = keyword == "minItems" ? " items" : " properties";
  if (!as_too_few) {
    return Invalid(at, keyword, Value::Int(actual), "should have at least ", min, things, to);
  }
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string detail = "should have at least " + std::to_string(min);
  Add(to, InBody(name, detail).append(things), kubernetes::TooFewError(Field(at, name), actual, min), keyword, min);
}

void Reporter::Forbidden(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody((name + ".").append(key), "is a forbidden property");
  Add(to, message, kubernetes::InvalidError(Field(at, name), Value::String(key), message), "additionalProperties");
}

void Reporter::Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                       std::string_view detail, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, detail);
  Add(to, message, kubernetes::InvalidError(Field(at, name), bad, message), keyword);
}

void Reporter::Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                       std::string_view before, std::int64_t limit, std::string_view after, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, (std::string(before) + std::to_string(limit)).append(after));
  Add(to, message, kubernetes::InvalidError(Field(at, name), bad, message), keyword, limit);
}

void Reporter::InvalidPlain(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                            std::string_view message, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  Add(to, std::string(message), kubernetes::InvalidError(Field(at, at.OpenAPI()), bad, message), keyword);
}

void Reporter::AddWithoutField(const kubernetes::ObjectPath& at, std::string_view keyword, std::string message,
                               Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  kubernetes::FieldError error = kubernetes::InvalidError(Field(at, ""), Value::String(""), message);
  Add(to, std::move(message), std::move(error), keyword);
}

}  // namespace structural::objects
