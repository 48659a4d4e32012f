// Any text as a CRD: whatever is decoded gets one verdict, and its parts agree with each other.
#include <algorithm>
#include <variant>

#include "schema/base/enough.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/model/new_structural.h"
#include "test/fuzz/fuzz.h"

namespace structural::fuzz {
namespace {

using crd::CustomResourceDefinition;
using crd::Verdict;

bool Same(const Verdict& a, const Verdict& b) {
  return a.condition == b.condition && a.alternatives == b.alternatives &&
         std::ranges::equal(a.violations, b.violations, {}, &base::Violation::text,
                            &base::Violation::text);
}

void CheckViolation(const base::Violation& violation, const std::string& message) {
  Require(!violation.rule.empty(), "a violation names its rule");
  Require(violation.text.starts_with(std::string(violation.field()) + ": "), "text begins by path");
  Require(message.find(violation.text) != std::string::npos, "the message has each violation");
}

// Paths of one version are equal up to the end of "spec.versions[N]".
std::string_view VersionOf(const base::Violation& violation) {
  const auto bracket = violation.field().find(']');
  return violation.field().substr(0, bracket);
}

void CheckOrder(const std::vector<base::Violation>& violations) {
  for (std::size_t i = 1; i < violations.size(); ++i) {
    if (VersionOf(violations[i - 1]) != VersionOf(violations[i])) continue;
    Require(violations[i - 1].text <= violations[i].text, "sorted within a version");
  }
}

void CheckVerdict(const Verdict& verdict) {
  if (!verdict.condition) {
    return Require(verdict.violations.empty() && verdict.alternatives.empty(), "structural: bare");
  }
  const std::string& message = verdict.condition->message;
  Require(!message.empty(), "a condition has a message");
  if (verdict.condition->reason == "StructuralError") {
    return Require(std::ranges::count(verdict.alternatives, message) > 0,
                   "the reason that is given is a possible one");
  }
  Require(!verdict.violations.empty(), "violations have at least one");
  for (const auto& violation : verdict.violations) CheckViolation(violation, message);
  CheckOrder(verdict.violations);
}

void CheckReasons(const CustomResourceDefinition& crd, base::Arena& arena) {
  for (const crd::Version& version : crd.versions) {
    if (version.schema == nullptr) continue;
    const auto structural = model::NewStructural(*version.schema, arena);
    const bool refused = std::holds_alternative<model::NotRepresentable>(structural);
    Require(refused == !model::PossibleReasons(*version.schema).empty(), "reasons: if refused");
  }
}

// An item of a list may leave out what an object must have, not the other way round.
void CheckItem(std::string_view text, const Verdict& expected) {
  for (const auto version : {crd::ApiVersion::kV1, crd::ApiVersion::kV1beta1}) {
    base::Arena arena;
    const auto item = crd::DecodeItem(text, version, arena);
    Require(item.ok(), "an object is an item");
    Require(Same(crd::Evaluate(*item, arena), expected), "an item's verdict is the object's");
  }
}

// Of each version as many as are enough, and what its last node has; a node's texts are as long as
// its path, and a version's working memory is given back before the next one's.
void CheckBounds(std::size_t size, const Verdict& verdict, const base::Arena& arena) {
  std::size_t bytes = verdict.condition ? verdict.condition->message.size() : 0;
  for (const auto& violation : verdict.violations) bytes += violation.text.size();
  RequireBound(bytes, size, 64, 6 * base::Enough::kBytes, "a verdict is bounded");
  RequireBound(arena.most_bytes(), size, 512, std::size_t{1} << 20, "memory is linear in the CRD");
}

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  const std::string_view text = fuzz::Text(data, size);
  (void)crd::ReadMeta(text);
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) {
    fuzz::Require(!decoded.error().message().empty(), "a mistake is named");
    return 0;
  }
  const auto verdict = crd::Evaluate(*decoded, arena);
  fuzz::CheckBounds(size, verdict, arena);
  fuzz::CheckVerdict(verdict);
  fuzz::CheckReasons(*decoded, arena);
  fuzz::CheckItem(text, verdict);
  return 0;
}
