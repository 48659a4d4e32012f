// Decodes any text as a CRD. Requires that each decoded CRD gets one condition, that the reason, the message and the
// violations of the condition agree, and that memory is linear in the text.
#include <algorithm>
#include <optional>
#include <variant>

#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/model/new_structural.h"
#include "schema/kubernetes/violation.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 64 << 20, .microseconds_per_byte = 500};

namespace {

using crd::CustomResourceDefinition;
using crd::EvaluationResult;

bool Same(const EvaluationResult& a, const EvaluationResult& b) {
  return a.condition == b.condition && a.possible_messages == b.possible_messages &&
         std::ranges::equal(a.violations, b.violations, {}, &kubernetes::Violation::Text, &kubernetes::Violation::Text);
}

// Requires that the message has the violation's text at or after position `at`. Sets `at` to the position of that text.
void CheckViolation(const kubernetes::Violation& violation, const std::string& message, std::size_t& at) {
  Require(!violation.rule.empty(), "a violation names its rule");
  Require(violation.Text().starts_with(std::string(violation.field()) + ": "), "text begins by path");
  at = message.find(violation.Text(), at);
  Require(at != std::string::npos, "the message has each violation, in order");
}

// Returns the beginning of the violation's path, up to the N of "spec.versions[N]". It is equal for all violations of
// one version.
std::string_view VersionOf(const kubernetes::Violation& violation) {
  const auto bracket = violation.field().find(']');
  return std::string_view(violation.field()).substr(0, bracket);
}

void CheckOrder(const std::vector<kubernetes::Violation>& violations) {
  for (std::size_t i = 1; i < violations.size(); ++i) {
    if (VersionOf(violations[i - 1]) != VersionOf(violations[i])) continue;
    Require(violations[i - 1].Text() <= violations[i].Text(), "sorted within a version");
  }
}

void CheckVerdict(const EvaluationResult& verdict) {
  if (!verdict.condition) {
    return Require(verdict.violations.empty() && verdict.possible_messages.empty(), "structural: bare");
  }
  const std::string& message = verdict.condition->message;
  Require(!message.empty(), "a condition has a message");
  if (verdict.condition->reason == "StructuralError") {
    return Require(std::ranges::count(verdict.possible_messages, message) > 0,
                   "the reason that is given is a possible one");
  }
  Require(!verdict.violations.empty(), "violations have at least one");
  std::size_t at = 0;
  for (const auto& violation : verdict.violations) CheckViolation(violation, message, at);
  CheckOrder(verdict.violations);
}

void CheckReasons(const CustomResourceDefinition& crd, base::Arena& arena) {
  for (const crd::Version& version : crd.versions) {
    if (version.schema == nullptr) continue;
    const auto structural = crd::NewStructural(*version.schema, arena);
    const bool refused = std::holds_alternative<crd::NotRepresentable>(structural);
    Require(refused == !crd::ReasonsNotRepresentable(*version.schema).empty(), "reasons: if refused");
  }
}

// Requires that a CRD object can also be decoded as an item of a list, with the same result. In an item, some fields
// are optional that an object must have.
void CheckItem(std::string_view text, const EvaluationResult& expected) {
  for (const auto version : {crd::ApiVersion::kV1, crd::ApiVersion::kV1beta1}) {
    base::Arena arena;
    const auto item = crd::DecodeItem(text, version, arena);
    Require(item.ok(), "an object is an item");
    Require(Same(crd::Evaluate(*item, arena), expected), "an item's verdict is the object's");
  }
}

// Requires that the texts of the condition and of the violations are bounded. They can exceed ViolationBudget: the
// search in a version ends only after the node at which they reach it. The texts about a node are about as long as its
// path.
void CheckBounds(std::size_t size, const EvaluationResult& verdict) {
  std::size_t bytes = verdict.condition ? verdict.condition->message.size() : 0;
  for (const auto& violation : verdict.violations) bytes += violation.Text().size();
  RequireBound(bytes, size, 64, 6 * kubernetes::ViolationBudget::kMaxBytes, "a verdict is bounded");
}

}  // namespace

void Try(std::string_view text) {
  base::Arena arena;
  std::optional<MemoryLimit> memory(text.size());
  (void)crd::ReadMeta(text);
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) {
    return Require(!decoded.error().message().empty(), "a mistake is named");
  }
  const auto verdict = crd::Evaluate(*decoded, arena);
  memory.reset();
  CheckBounds(text.size(), verdict);
  CheckVerdict(verdict);
  CheckReasons(*decoded, arena);
  CheckItem(text, verdict);
}

}  // namespace structural::fuzz
