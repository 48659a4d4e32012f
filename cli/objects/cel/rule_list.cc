#include "cli/objects/cel/rule_list.h"

#include <algorithm>
#include <iostream>

#include "cli/objects/cel/report.h"
#include "cli/report/findings/expression_issues.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/expressions/visit_rules.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using expressions::kRuleCostLimit;
using expressions::kSchemaCostLimit;
using expressions::VisitedRule;

constexpr std::size_t kMaxRuleBytes = 72;

// The properties of a listed version.
struct ListedVersion {
  std::string crd;
  std::string_view version;
  std::string error = {};  // reason why the rules cannot be listed; may be empty
  std::uint64_t cost = 0;
};

// Prints the versions one after another.
class RuleListReport {
 public:
  virtual ~RuleListReport() = default;
  virtual void Begin(const ListedVersion& version) = 0;
  virtual void Add(const VisitedRule& rule) = 0;
  virtual void End(const ListedVersion& version) = 0;
  virtual void EndAll() = 0;
};

class RuleListText final : public RuleListReport {
 public:
  RuleListText() : colors_(WantsColors()) {}

  void Begin(const ListedVersion& version) override {
    std::cout << (any_ ? "\n" : "")
              << Styled(style::kBold, Printable(version.crd) + ", version " + Printable(version.version), colors_)
              << "\n";
    any_ = true;
    first_ = true;
  }

  void Add(const VisitedRule& rule) override {
    if (first_) std::cout << "  ESTIMATE  OF LIMIT  " << Padded("FIELD", 24) << "RULE\n";
    first_ = false;
    const auto& compiled = rule.compiled;
    const std::string field = Printable(rule.at.FieldPath());
    Row(rule.cost, compiled.error, field, rule.rule.rule);
    Error(compiled.error, rule.rule.rule);
    const std::string_view message = rule.rule.message_expression;
    if (message.empty() || !compiled.error.empty()) return;
    Row(compiled.message_max_cost, compiled.message_error, field, "messageExpression: " + std::string(message));
    Error(compiled.message_error, message);
  }

  void End(const ListedVersion& version) override {
    if (!version.error.empty()) {
      std::cout << "  " << ErrorText(version.error, {}, {}, colors_);
    } else if (first_) {
      std::cout << "  no rules\n";
    } else {
      const bool above = version.cost > kSchemaCostLimit;
      const std::string share = ShareOfLimit(version.cost, kSchemaCostLimit);
      const std::string cost = CostText(version.cost);
      std::cout << std::string(cost.size() < 10 ? 10 - cost.size() : 0, ' ') << cost << "  "
                << Styled(style::kBoldRed, Padded(share, 8), colors_ && above)
                << "all rules of the version; the limit is " << kSchemaCostLimit << "\n";
    }
  }

  void EndAll() override {}

 private:
  static std::string Padded(std::string text, std::size_t width) {
    const std::size_t shown = WidthOf(text, text.size());
    return text.append(shown < width ? width - shown : 0, ' ') + "  ";
  }

  void Row(std::uint64_t cost, const std::string& error, const std::string& field, std::string_view expression) const {
    const bool above = error.empty() && cost > kRuleCostLimit;
    const std::string number = error.empty() ? CostText(cost) : "-";
    const std::string share = error.empty() ? ShareOfLimit(cost, kRuleCostLimit) : "-";
    std::cout << std::string(number.size() < 10 ? 10 - number.size() : 0, ' ') << number << "  "
              << Styled(style::kBoldRed, Padded(share, 8), colors_ && above) << Padded(field, 24)
              << Printable(base::Shorten(expression, kMaxRuleBytes)) << "\n";
  }

  void Error(const std::string& error, std::string_view expression) const {
    if (error.empty()) return;
    std::string text;
    for (const findings::ExpressionIssue& issue : findings::IssuesOfExpression(error)) {
      text += ErrorText(issue.message, expression,
                        {static_cast<int>(issue.at.line), static_cast<int>(issue.at.column) - 1}, colors_);
    }
    if (text.empty()) text = ErrorText(error, {}, {}, colors_);
    std::cout << Indented(text, "            ");
  }

  const bool colors_;
  bool any_ = false;
  bool first_ = true;
};

class RuleListJson final : public RuleListReport {
 public:
  RuleListJson() { to_.BeginObject().Key("versions").BeginList(); }

  void Begin(const ListedVersion& version) override {
    to_.BeginObject().Add("crd", version.crd).Add("version", version.version);
    to_.Key("rules").BeginList();
  }

  void Add(const VisitedRule& visited) override {
    const auto& compiled = visited.compiled;
    to_.BeginObject().Add("field", visited.at.FieldPath()).Add("path", visited.path.String());
    to_.Add("rule", visited.rule.rule).Key("error");
    AddText(compiled.error);
    to_.Key("estimate");
    if (compiled.error.empty()) {
      to_.BeginObject().Add("call", compiled.max_cost);
      to_.Add("calls", visited.at.max_values().value_or(compiled.max_calls));
      to_.Add("cost", visited.cost).Add("limit", kRuleCostLimit).EndObject();
    } else {
      to_.Add(nullptr);
    }
    to_.Add("usesOldSelf", compiled.uses_old_self).Key("messageExpression");
    if (visited.rule.message_expression.empty()) {
      to_.Add(nullptr);
    } else {
      to_.BeginObject().Add("expression", visited.rule.message_expression).Key("error");
      AddText(compiled.message_error);
      to_.Add("cost", compiled.message_max_cost).Add("limit", kRuleCostLimit).EndObject();
    }
    to_.EndObject();
    Flush();
  }

  void End(const ListedVersion& version) override {
    to_.EndList().Key("error");
    AddText(version.error);
    to_.Add("cost", version.cost).Add("limit", kSchemaCostLimit).EndObject();
  }

  void EndAll() override {
    to_.EndList().EndObject();
    std::cout << text_ << "\n";
  }

 private:
  void AddText(const std::string& text) { text.empty() ? to_.Add(nullptr) : to_.Add(std::string_view(text)); }

  // Prints the buffered JSON except its last byte, which the writer reads to place commas.
  void Flush() {
    std::cout << std::string_view(text_).substr(0, text_.size() - 1);
    text_.erase(0, text_.size() - 1);
  }

  std::string text_;
  json::Writer to_{text_};
};

class RuleLister {
 public:
  RuleLister(CelCrds& crds, RuleListReport& report) : crds_(crds), report_(report) {}

  void List(const CelCrd& crd, std::size_t index) {
    ListedVersion listed{std::string(crd.crd.metadata.name), crd.crd.versions[index].name};
    report_.Begin(listed);
    if (crd.crd.versions[index].schema != nullptr) {
      const base::Status status = Rules(crd, index, listed);
      if (!status.ok()) listed.error = status.error().message();
    }
    failed_ = failed_ || !listed.error.empty() || listed.cost > kSchemaCostLimit;
    report_.End(listed);
  }

  bool failed() const { return failed_; }

 private:
  base::Status Rules(const CelCrd& crd, std::size_t index, ListedVersion& listed) {
    const auto version = crds_.SchemaOf(crd, index);
    if (!version.ok()) return version.error();
    const expressions::SchemaScope root(*version->version.schema, version->schema, crds_.arena());
    const kubernetes::FieldPath spec("spec");
    const auto at = spec.Child("versions", index), holder = at.Child("schema");
    expressions::CompilationBudget effort;
    return VisitRules(root, holder.Child("openAPIV3Schema"), {}, effort, [&](const VisitedRule& rule) {
      Add(rule, listed);
      return base::Ok();
    });
  }

  void Add(const VisitedRule& rule, ListedVersion& listed) {
    listed.cost = expressions::AddCost(listed.cost, rule.cost);
    listed.cost = expressions::AddCost(listed.cost, rule.compiled.message_max_cost);
    failed_ = failed_ || !rule.compiled.error.empty() || !rule.compiled.message_error.empty() ||
              rule.cost > kRuleCostLimit || rule.compiled.message_max_cost > kRuleCostLimit;
    report_.Add(rule);
  }

  CelCrds& crds_;
  RuleListReport& report_;
  bool failed_ = false;
};

}  // namespace

int RunRuleList(const CelOptions& options, CelCrds& crds) {
  std::unique_ptr<RuleListReport> report;
  if (options.json) {
    report = std::make_unique<RuleListJson>();
  } else {
    report = std::make_unique<RuleListText>();
  }
  RuleLister lister(crds, *report);
  bool any = false;
  for (const CelCrd& crd : crds.all()) {
    for (std::size_t i = 0; i < crd.crd.versions.size(); ++i) {
      if (!options.version.empty() && crd.crd.versions[i].name != options.version) continue;
      lister.List(crd, i);
      any = true;
    }
  }
  if (!any) {
    PrintError("structural cel: no CRD has the version " + options.version);
    return kExitUsage;
  }
  report->EndAll();
  return lister.failed() ? kExitFailure : kExitOk;
}

}  // namespace structural::cli
