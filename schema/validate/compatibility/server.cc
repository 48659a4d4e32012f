#include <algorithm>
#include <iterator>

#include "schema/base/quote.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/compatibility/features.h"
#include "schema/validate/compatibility/policies.h"
#include "schema/validate/compatibility/rules.h"
#include "schema/validate/compatibility/schemas.h"
#include "schema/validate/features.h"

namespace structural::compatibility {
namespace {

using kubernetes::FieldPath;
using kubernetes::Violation;

// Returns a conversion strategy as json.Marshal writes it. Field errors print it like that, because its type in Go is
// not `string`.
std::string AsJson(std::string_view text) {
  std::string quoted, escaped;
  base::AppendJsonString(text, quoted);
  for (const char c : quoted) {
    c == '<' ? escaped += "\\u003c" : c == '>' ? escaped += "\\u003e" : c == '&' ? escaped += "\\u0026" : escaped += c;
  }
  return escaped;
}

class Server {
 public:
  Server(const Change& change, base::Arena& arena)
      : change_(change), arena_(arena), schemas_(InternalSchemas(change.after)) {}

  std::vector<RuleViolation> FindViolations() {
    has_defaults_ = AnySchema(validate::HasDefaults);
    FindDefaultViolations();
    FindSchemaViolations();
    FindConversionViolations();
    FindPreservationViolations();
    return std::move(found_);
  }

 private:
  void Add(const crd::Rule& rule, Violation error) { found_.push_back({rule.id, std::move(error)}); }

  template <typename Predicate>
  bool AnySchema(Predicate holds) const {
    return std::ranges::any_of(schemas_, [&](const PlacedSchema& p) { return holds(*p.schema); });
  }

  bool WasStructural() const {
    const auto before = InternalSchemas(*change_.before);
    return std::ranges::all_of(before, [&](const PlacedSchema& p) { return Examine(p, arena_).structural(); });
  }

  // A stored CRD without structural schemas may stay so until it uses a feature that requires them.
  bool MustBeStructural() const {
    return change_.before == nullptr || !change_.after.preserve_unknown_fields || has_defaults_ ||
           AnySchema(validate::HasExtensions) || WasStructural();
  }

  void FindDefaultViolations() {
    if (!has_defaults_ || !change_.after.preserve_unknown_fields) return;
    Add(kServerPreserveUnknownFields, kubernetes::InvalidTrue(kServerPreserveUnknownFields.id, puf_,
                                                              "must be false in order to use defaults in the schema"));
  }

  void FindSchemaViolations() {
    const bool must_be_structural = MustBeStructural();
    std::vector<Violation> wrong;
    kubernetes::ViolationBudget budget(wrong);
    for (const PlacedSchema& placed : schemas_) {
      if (budget.exhausted()) break;
      auto keywords = placed.At([&](const FieldPath& path) { return UnsupportedKeywords(*placed.schema, path); });
      auto structurality = must_be_structural ? Examine(placed, arena_) : Structurality();
      if (structurality.not_representable && keywords.empty())
        wrong.push_back(*std::move(structurality.not_representable));
      std::ranges::move(keywords, std::back_inserter(wrong));
      std::ranges::move(structurality.violations, std::back_inserter(wrong));
    }
    for (Violation& error : wrong) Add(kServerStructural, std::move(error));
  }

  void FindConversionViolations() {
    const FieldPath conversion = spec_.Child("conversion");
    const FieldPath path = conversion.Child("strategy");
    const std::string_view strategy = change_.after.conversion_strategy;
    const std::string_view rule = kServerConversion.id;
    if (strategy != "None" && change_.after.preserve_unknown_fields) {
      Add(kServerConversion, kubernetes::InvalidPrinted(rule, path, AsJson(strategy),
                                                        "must be None if spec.preserveUnknownFields is true"));
    }
    if (strategy.empty()) {
      Add(kServerConversion, kubernetes::Required(rule, path, ""));
    } else if (strategy != "None" && strategy != "Webhook") {
      Add(kServerConversion, kubernetes::NotSupported(rule, path, strategy, R"("None", "Webhook")"));
    }
  }

  void FindPreservationViolations() {
    const bool had = change_.before != nullptr && change_.before->preserve_unknown_fields;
    if (had || !change_.after.preserve_unknown_fields) return;
    Add(kServerPreserveUnknownFields,
        kubernetes::InvalidTrue(kServerPreserveUnknownFields.id, puf_,
                                "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                                "spec.versions[*].schema instead"));
  }

  const Change& change_;
  base::Arena& arena_;
  const std::vector<PlacedSchema> schemas_;
  const FieldPath spec_{"spec"};
  const FieldPath puf_ = spec_.Child("preserveUnknownFields");
  bool has_defaults_ = false;
  std::vector<RuleViolation> found_;
};

}  // namespace

std::vector<RuleViolation> FindServerViolations(const Change& change, base::Arena& arena) {
  return Server(change, arena).FindViolations();
}

}  // namespace structural::compatibility
