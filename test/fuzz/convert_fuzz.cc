// Converts any text as a CRD to both versions of the API. Requires that the result is a CRD that gets the same
// NonStructuralSchema condition, and that a third conversion changes nothing. The second one can: as in Kubernetes, the
// first makes `items: []` null, and the second removes it.
#include <optional>
#include <string>

#include "schema/base/output_budget.h"
#include "schema/crd/convert.h"
#include "schema/crd/evaluate.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 64 << 20, .microseconds_per_byte = 500};

namespace {

std::optional<crd::Condition> ConditionOf(std::string_view text) {
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  Require(decoded.ok(), "what Convert takes and gives can be decoded");
  return crd::Evaluate(*decoded, arena).condition;
}

using Version = std::string_view (crd::ConvertedCrd::*)() const;

std::string Converted(const std::string& text, Version version) {
  base::Arena arena;
  const auto both = crd::Convert(text, arena);
  Require(both.ok(), "what Convert gives it takes");
  return std::string(((*both).*version)());
}

void CheckVersion(std::string_view text, const crd::ConvertedCrd& both, Version version) {
  const std::string once((both.*version)());
  Require(once.size() <= 2 * base::MaxDocumentBytes(text.size()), "output is bounded by the input");
  Require(ConditionOf(once) == ConditionOf(text), "another version, the same verdict");
  const std::string twice = Converted(once, version);
  Require(Converted(twice, version) == twice, "converting settles");
}

base::Result<crd::ConvertedCrd> Convert(std::string_view text) {
  const MemoryLimit memory(text.size());
  base::Arena arena;
  return crd::Convert(text, arena);
}

bool EvaluatesInternal(std::string_view text) {
  const MemoryLimit memory(text.size());
  base::Arena arena;
  return crd::EvaluateInternal(text, arena).ok();
}

}  // namespace

void Try(std::string_view text) {
  const auto both = Convert(text);
  base::Arena arena;
  const bool decodable = crd::Decode(text, arena).ok();
  const bool long_one = !both.ok() && both.error().code() == base::ErrorCode::kLimitExceeded;
  Require((both.ok() || long_one) == decodable && EvaluatesInternal(text) == decodable, "one decoder for all");
  if (!both.ok()) return;
  CheckVersion(text, *both, &crd::ConvertedCrd::v1);
  CheckVersion(text, *both, &crd::ConvertedCrd::v1beta1);
}

}  // namespace structural::fuzz
