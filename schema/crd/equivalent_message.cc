#include "schema/crd/equivalent_message.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/running_hash.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {
namespace {

using kubernetes::FieldPath;

class Reader {
 public:
  explicit Reader(base::Arena& arena) : arena_(arena) {}

  // Returns the schema as Kubernetes 1.21 read it. `nested`: whether the schema is inside allOf, anyOf, oneOf or not.
  const JSONSchemaProps* Read(const JSONSchemaProps* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaProps>();
    *to = *from;
    to->properties = ReadMap(from->properties, nested);
    to->items = ReadItems(from->items, nested);
    to->additional_properties = ReadAdditional(from->additional_properties, nested);
    to->values = ReadCompositions(from->values);
    to->rare = ReadRare(from->rare);
    return to;
  }

 private:
  using List = crd::List<JSONSchemaProps>;
  using Map = crd::Map<JSONSchemaProps>;

  List ReadList(List from, bool nested) {
    if (from.empty()) return from;
    const std::span<const JSONSchemaProps*> to = arena_.Copy(from);
    for (const JSONSchemaProps*& schema : to) schema = Read(schema, nested);
    return to;
  }

  Map ReadMap(const Map& from, bool nested) {
    if (from.empty()) return from;
    const std::span<Map::Entry> to = arena_.Copy(std::span<const Map::Entry>(from.begin(), from.end()));
    for (Map::Entry& entry : to) entry.value = Read(entry.value, nested);
    return Map(to);
  }

  const JSONSchemaPropsOrArray* ReadItems(const JSONSchemaPropsOrArray* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaPropsOrArray>();
    to->schema = Read(from->schema, nested);
    to->schemas = ReadList(from->schemas, nested);
    return to;
  }

  const JSONSchemaPropsOrBool* ReadAdditional(const JSONSchemaPropsOrBool* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaPropsOrBool>();
    // 1.21 rejected `additionalProperties: false` in branches. The current rules reject only `true` there, so `false`
    // becomes `true`.
    to->allows = from->allows || nested;
    to->schema = Read(from->schema, nested);
    return to;
  }

  const ValueKeywords* ReadCompositions(const ValueKeywords* from) {
    if (from == &kNoValueKeywords) return from;
    auto* to = arena_.New<ValueKeywords>();
    *to = *from;
    to->all_of = ReadList(from->all_of, true);
    to->any_of = ReadList(from->any_of, true);
    to->one_of = ReadList(from->one_of, true);
    to->not_schema = Read(from->not_schema, true);
    return to;
  }

  const RareKeywords* ReadRare(const RareKeywords* from) {
    if (from->external_docs == nullptr && from->example.empty() && from->x_validations.empty()) return from;
    auto* to = arena_.New<RareKeywords>();
    *to = *from;
    to->external_docs = nullptr;
    to->example = {};
    to->x_validations = {};
    return to;
  }

  base::Arena& arena_;
};

// Returns a schema as Kubernetes 1.21 read it, so that the current rules find the violations of that release.
//
// Three rules have changed since:
//   `additionalProperties: false` inside allOf, anyOf, oneOf and not was a violation, but is allowed now.
//   x-kubernetes-validations was unknown, and is now a violation inside allOf, anyOf, oneOf and not.
//   example and externalDocs were dropped, and now count in metadata and in branches of the int-or-string pattern.
//
// Upstream: pkg/apiserver/schema validation.go, convert.go (v0.21.14 and v0.37.2).
//
// The result is in `arena`, and shares the strings and values of `schema`.
const JSONSchemaProps* AsIn1_21(const JSONSchemaProps& schema, base::Arena& arena) {
  return Reader(arena).Read(&schema, false);
}

constexpr std::string_view kShared = "spec.validation.";

// The violations that the current rules find, and the violations that the rules of 1.21 find. A violation has several
// names: its text with each of the paths that a message may have for the schema.
class Violations {
 public:
  explicit Violations(const CustomResourceDefinition& crd);

  // Marks all violations with this name as mentioned in the message. Returns false if no violation has the name. `hash`
  // is the RunningHash of the name.
  bool Name(std::string_view name, std::uint64_t hash);
  // Whether Name was called for each violation that both sets of rules (the current ones and those of 1.21) find.
  bool AllMentioned() const;
  std::size_t longest_name() const { return longest_; }

 private:
  struct Violation {
    bool today = false;
    bool in_1_21 = false;
    bool named = false;
  };
  using Rules = bool Violation::*;
  struct Named {
    std::vector<std::size_t> violations;  // indexes in all_, in the order in which the violations were found
    bool noted = false;
  };

  void Read(const Version& version, std::size_t index);
  void Find(const JSONSchemaProps& schema, const FieldPath (&roots)[3], Rules rules, base::Arena& arena);
  std::size_t Get(const std::string& text, Rules rules);
  void AddName(const std::string& name, std::size_t violation);

  const std::size_t versions_;
  std::vector<Violation> all_;
  // index_ has the first name of each violation, and names_ has all names. In names_, one name can refer to the
  // violations of all versions if the versions share a schema.
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, Named> names_;
  std::unordered_set<std::uint64_t> hashes_;  // RunningHash of each name
  std::size_t longest_ = 0;
};

Violations::Violations(const CustomResourceDefinition& crd) : versions_(crd.versions.size()) {
  if (crd.preserve_unknown_fields) {
    const std::string text = PreserveUnknownFieldsViolation().Text();
    const std::size_t violation = Get(text, &Violation::today);
    all_[violation].in_1_21 = true;
    AddName(text, violation);
  }
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    if (crd.versions[i].schema != nullptr) Read(crd.versions[i], i);
  }
}

void Violations::Read(const Version& version, std::size_t index) {
  base::Arena arena;
  const FieldPath spec("spec");
  const FieldPath holders[] = {spec.Child("versions", index), spec.Child("version", version.name)};
  const FieldPath schemas[] = {holders[0].Child("schema"), holders[1].Child("schema"), spec.Child("validation")};
  const FieldPath roots[] = {schemas[0].Child("openAPIV3Schema"), schemas[1].Child("openAPIV3Schema"),
                             schemas[2].Child("openAPIV3Schema")};
  Find(*version.schema, roots, &Violation::today, arena);
  Find(*AsIn1_21(*version.schema, arena), roots, &Violation::in_1_21, arena);
}

// Adds the violations of a schema. Each violation has one name for each root. The names of a violation differ only in
// the root, so ValidateStructural returns the violations in the same order for each root.
void Violations::Find(const JSONSchemaProps& schema, const FieldPath (&roots)[3], Rules rules, base::Arena& arena) {
  const auto structural = NewStructural(schema, arena);
  if (std::holds_alternative<NotRepresentable>(structural)) return;
  std::vector<std::size_t> found;
  for (const FieldPath& root : roots) {
    const auto violations = ValidateStructural(root, *std::get<const Structural*>(structural));
    for (std::size_t i = 0; i < violations.size(); ++i) {
      const std::string text = violations[i].Text();
      if (found.size() == i) found.push_back(Get(text, rules));
      AddName(text, found[i]);
    }
  }
}

std::size_t Violations::Get(const std::string& text, Rules rules) {
  const auto [at, is_new] = index_.try_emplace(text, all_.size());
  if (is_new) all_.emplace_back();
  all_[at->second].*rules = true;
  return at->second;
}

void Violations::AddName(const std::string& name, std::size_t violation) {
  longest_ = std::max(longest_, name.size());
  auto& violations = names_[name].violations;
  if (violations.empty()) hashes_.insert(base::RunningHash(name));
  // Find is called for a version with both sets of rules in a row. If both find a violation, it is added only once.
  if (violations.empty() || violations.back() != violation) violations.push_back(violation);
}

bool Violations::Name(std::string_view name, std::uint64_t hash) {
  if (!hashes_.contains(hash)) return false;
  const auto at = names_.find(std::string(name));
  if (at == names_.end()) return false;
  if (name.starts_with(kShared) && at->second.violations.size() < versions_) return false;
  if (std::exchange(at->second.noted, true)) return true;
  for (const std::size_t violation : at->second.violations) all_[violation].named = true;
  return true;
}

bool Violations::AllMentioned() const {
  return std::ranges::all_of(all_, [](const Violation& v) { return v.named || !v.today || !v.in_1_21; });
}

// Whether `message`, "[a, b]" or "a", mentions only violations with a known name, and all violations that both sets of
// rules find. The text of a violation can contain commas, so the known names determine where each text ends. The cost
// is proportional to the length of the message.
bool MentionsAllViolations(std::string_view message, Violations& violations) {
  if (message.starts_with('[') && message.ends_with(']')) {
    message.remove_prefix(1);
    message.remove_suffix(1);
  }
  constexpr std::string_view kSeparator = ", ";
  std::size_t begin = 0;
  while (true) {
    std::size_t end = std::min(message.find(kSeparator, begin), message.size());
    std::uint64_t hash = base::RunningHash(message.substr(begin, end - begin));
    while (!violations.Name(message.substr(begin, end - begin), hash)) {
      if (end == message.size() || end - begin > violations.longest_name()) return false;
      const std::size_t next = std::min(message.find(kSeparator, end + 1), message.size());
      hash = base::RunningHash(message.substr(end, next - end), hash);
      end = next;
    }
    if (end == message.size()) return violations.AllMentioned();
    begin = end + kSeparator.size();
  }
}

bool IsCauseOfAll(std::string_view cause, const CustomResourceDefinition& crd) {
  return std::ranges::all_of(crd.versions, [&](const Version& version) {
    if (version.schema == nullptr) return false;
    const auto reasons = ReasonsNotRepresentable(*version.schema);
    return std::ranges::find(reasons, cause, &NotRepresentable::text) != reasons.end();
  });
}

}  // namespace

bool IsEquivalentMessage(std::string_view message, const CustomResourceDefinition& crd,
                         const EvaluationResult& wanted) {
  if (message == wanted.condition->message) return true;
  if (wanted.violations.empty()) {
    constexpr std::string_view kGlobal = "failed to check global validation schema: ";
    if (message.starts_with(kGlobal)) return IsCauseOfAll(message.substr(kGlobal.size()), crd);
    return std::ranges::find(wanted.possible_messages, message) != wanted.possible_messages.end();
  }
  if (kubernetes::ViolationBudget(wanted.violations).exhausted()) return false;
  Violations violations(crd);
  return MentionsAllViolations(message, violations);
}

}  // namespace structural::crd
