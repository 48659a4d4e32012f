#include "cli/objects/cel/run.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/objects/cel/crds.h"
#include "cli/objects/cel/field.h"
#include "cli/objects/cel/report.h"
#include "cli/objects/old_objects.h"
#include "cli/objects/task.h"
#include "cli/report/findings/expression_issues.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/result.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/rule_set.h"
#include "schema/expressions/scope.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using expressions::kRuleCostLimit;
using expressions::kSchemaCostLimit;
using expressions::VisitedRule;

constexpr std::size_t kMaxRuleBytes = 72;

// A version of a CRD in the list of CEL rules, and the results for the whole version.
struct ListedVersion {
  std::string crd;
  std::string_view version;
  std::string error = {};  // reason why the rules cannot be listed; may be empty
  std::uint64_t cost = 0;  // estimated cost of all rules
};

// Prints the list of CEL rules. For each version, call Begin, then Add for each rule, then End. Call EndAll after the
// last version.
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
    const std::string field = Printable(rule.scope.FieldPath());
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
    to_.BeginObject().Add("field", visited.scope.FieldPath()).Add("path", visited.path.String());
    to_.Add("rule", visited.rule.rule).Key("error");
    AddText(compiled.error);
    to_.Key("estimate");
    if (compiled.error.empty()) {
      to_.BeginObject().Add("call", compiled.max_cost);
      to_.Add("calls", visited.scope.max_values().value_or(compiled.max_calls));
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

  // Prints the buffered JSON except its last byte. The writer still reads this byte to decide whether a comma follows.
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
    expressions::CompilationBudget compilation_budget;
    return VisitRules(root, holder.Child("openAPIV3Schema"), {}, compilation_budget, [&](const VisitedRule& rule) {
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

// Prints the CEL rules of all versions of the CRDs or, if the options name a version, only of this version. Returns the
// exit code: kExitFailure if a rule or a messageExpression does not compile or exceeds its cost limit, kExitUsage if no
// CRD has the version.
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

// Maximum size of an expression in bytes. Kubernetes accepts at most 100,000 code points, which are fewer bytes.
constexpr std::size_t kMaxExpressionBytes = std::size_t{1} << 20;

// Returns the expression without the line breaks at its end: `given` or, if it is "-", the text of standard input.
// Errors: those of ReadInput; kLimitExceeded for more than kMaxExpressionBytes.
base::Result<std::string> ReadExpressionText(const std::string& given) {
  std::string text = given;
  if (given == "-") {
    auto read = ReadInput(given);
    if (!read.ok()) return read.error();
    text = *std::move(read);
    if (text.ends_with('\n')) text.pop_back();
  }
  if (text.size() <= kMaxExpressionBytes) return text;
  return {base::ErrorCode::kLimitExceeded,
          "the expression has more than " + std::to_string(kMaxExpressionBytes) + " bytes"};
}

constexpr std::size_t kMaxValueBytes = std::size_t{1} << 20;  // maximum size of one printed value

constexpr std::string_view kNoSelf = "undeclared reference to 'self'";

// Compiles the expression of the options, and evaluates it for all values of `self` in the objects.
class CelRun {
 public:
  CelRun(const CelOptions& options, std::string expression, CelCrds& crds)
      : options_(options),
        expression_(std::move(expression)),
        crds_(crds),
        report_(options.json ? NewCelJsonReport() : NewCelTextReport()) {
    evaluation_.set_trace(true);  // needed for the places of errors in the expression
  }

  int Run();

 private:
  base::Status Prepare(const json::Value* object);
  base::Status PrepareForCrd(const json::Value* object);
  void Begin();
  int RunObject(const FileDocument& document, base::Arena& arena);
  void RunObjectOf(const CelObject& of, json::Value& object, json::Value* old, base::Arena& arena);
  bool SetDefaults(json::Value& object, base::Arena& arena);
  bool Evaluate(CelResult result, std::span<const cel::Binding> bindings);
  void Explain();
  void Fail() { exit_code_ = std::max<int>(exit_code_, kExitFailure); }
  int Refuse(const base::Error& error);

  const CelOptions& options_;
  const std::string expression_;
  CelCrds& crds_;
  std::unique_ptr<CelReport> report_;
  OldObjects old_;
  std::optional<CelVersion> version_;  // nullopt: no CRD is used
  std::optional<CelField> field_;
  std::optional<cel::Compilation> compiled_;
  cel::Evaluation evaluation_;
  int exit_code_ = kExitOk;
  bool ran_ = false;
  bool ended_ = false;
  std::uint64_t cost_ = 0;  // cost of the evaluations for the current object so far
  std::size_t objects_ = 0;
  SkippedObjectCount others_;
};

int CelRun::Refuse(const base::Error& error) {
  PrintError("structural cel: " + error.message());
  ended_ = true;
  return error.code() == base::ErrorCode::kUnprocessable ? kExitFailure : kExitUsage;
}

base::Status CelRun::PrepareForCrd(const json::Value* object) {
  const auto version = crds_.Find(options_.version, object);
  if (!version.ok()) return version.error();
  if (version_ && (&version_->crd != &version->crd || version_->index != version->index)) {
    return {base::ErrorCode::kInvalidInput, "the objects are of several versions; give one of them with --version"};
  }
  if (version_) return base::Ok();
  version_.emplace(*version);
  auto field = CelField::Find(options_.path, *version_->version.schema, version_->schema, crds_.arena());
  if (!field.ok()) return {field.error().code(), "--field " + field.error().message()};
  field_.emplace(*std::move(field));
  cel::Environment environment;
  const base::Status declared = environment.DeclareSelf(
      field_->schema(), {.is_resource = field_->is_resource(), .optional_old_self = options_.optional_old_self});
  if (!declared.ok()) return declared.error().In(field_->path());
  compiled_ = environment.Compile(expression_, {.parts = true});
  return base::Ok();
}

// Compiles the expression at the first call; `object` may be null. Returns an error if it cannot be compiled for the
// CRD of the object, or if the object has another version than the first one.
base::Status CelRun::Prepare(const json::Value* object) {
  const bool first = !compiled_;
  if (!options_.crds.empty()) {
    const base::Status prepared = PrepareForCrd(object);
    if (!prepared.ok()) return prepared.error();
  } else if (first) {
    cel::Environment environment;
    const cel::Type& dyn = cel::BasicType(cel::TypeKind::kDyn);
    if (object != nullptr) environment.Declare("self", dyn);
    if (!options_.old.empty()) environment.Declare("oldSelf", dyn);
    compiled_ = environment.Compile(expression_, {.parts = true});
  }
  if (first) Begin();
  return base::Ok();
}

void CelRun::Begin() {
  std::optional<CelEstimate> estimate;
  if (compiled_->ok()) {
    estimate.emplace();
    estimate->cost_per_call = compiled_->expression->estimate().max;
    if (field_) estimate->call_count = field_->max_calls();
    estimate->total_cost = expressions::MultiplyCost(estimate->cost_per_call, estimate->call_count);
    if (field_ && estimate->total_cost > expressions::kRuleCostLimit) Fail();
  } else {
    Fail();
    ended_ = true;
  }
  const bool no_self = options_.crds.empty() && options_.object.empty();
  const bool names_self = compiled_->error.find(kNoSelf) != std::string::npos;
  if (no_self && names_self) PrintError("structural cel: self needs --crd or --object");
  const bool above = estimate && field_ && estimate->total_cost > expressions::kRuleCostLimit;
  const bool shown = options_.cost || options_.json || above;
  report_->Begin(expression_, *compiled_, shown ? estimate : std::nullopt);
  if (!compiled_->ok() || !field_ || field_->uncorrelatable_list().empty()) return;
  if (!compiled_->expression->Uses("oldSelf")) return;
  PrintError("structural cel: a server refuses rules with oldSelf below " + field_->uncorrelatable_list() +
             ", a list without x-kubernetes-list-type: map");
  Fail();
}

// Evaluates the expression, and reports the result. Returns false if the cost limit for an object is exceeded, so that
// its further values are not evaluated.
bool CelRun::Evaluate(CelResult result, std::span<const cel::Binding> bindings) {
  const cel::Result& found = evaluation_.Run(*compiled_->expression, bindings);
  ran_ = true;
  result.cost = found.cost;
  result.error = found.error;
  result.at = found.at;
  cost_ += found.cost;
  if (found.ok()) {
    const bool json = options_.json;
    auto text = json ? evaluation_.Json(kMaxValueBytes) : evaluation_.Text(kMaxValueBytes);
    if (text.ok()) (json ? result.json : result.text) = *std::move(text);
    if (!text.ok()) result.error = text.error().message();
  }
  const bool refused = !bindings.empty() && found.value.is_false();
  if (!result.error.empty() || refused) Fail();
  report_->Add(result);
  const auto limit = static_cast<std::uint64_t>(expressions::kObjectCostLimit);
  if (cost_ <= limit) return true;
  result.error = "the values of the object cost more than " + std::to_string(limit) +
                 ", the limit of a server; no more are evaluated";
  result.at = {};
  result.cost = 0;
  report_->Add(result);
  return false;
}

// Prunes the object and sets its defaults, as a server does before it runs CEL rules. Prints errors, and returns false
// after an error.
bool CelRun::SetDefaults(json::Value& object, base::Arena& arena) {
  if (!version_) return true;
  ResourceSchema schema;
  schema.structural = &version_->schema;
  schema.preserve_unknown_fields = version_->crd.crd.preserve_unknown_fields;
  const Diagnostics diagnostics = ApplyTask(ObjectsTask::kDefault, object, schema, arena);
  for (const Diagnostic& each : diagnostics.all) {
    if (each.error) PrintError("structural cel: " + each.text);
  }
  return diagnostics.succeeded;
}

void CelRun::RunObjectOf(const CelObject& of, json::Value& object, json::Value* old, base::Arena& arena) {
  if (!SetDefaults(object, arena) || (old != nullptr && !SetDefaults(*old, arena))) return Fail();
  cost_ = 0;
  const cel::Expression& expression = *compiled_->expression;
  const bool needs_old = expression.Uses("oldSelf") && !options_.optional_old_self;
  const bool is_only_value = !field_ || field_->is_single();
  const auto evaluate = [&](const CelField::Value& at) {
    if (needs_old && at.old == nullptr) {
      report_->Add({.object = of, .path = at.path, .is_only_value = is_only_value, .skipped = true});
      return true;
    }
    const cel::Binding bindings[] = {{"self", at.value}, {"oldSelf", at.old == nullptr ? json::Value() : *at.old}};
    return Evaluate({.object = of, .path = at.path, .is_only_value = is_only_value},
                    std::span(bindings).first(at.old == nullptr ? 1 : 2));
  };
  if (!field_) {
    evaluate({{}, object, old});
    return;
  }
  bool any = false;
  field_->Visit(object, old, [&](const CelField::Value& at) {
    any = true;
    return evaluate(at);
  });
  if (!any) report_->AddObjectWithoutValue(of, field_->path());
}

int CelRun::RunObject(const FileDocument& document, base::Arena& arena) {
  if (ended_) return kExitOk;
  if (!options_.crds.empty() && crds_.FindKind(document.value) == nullptr) {
    others_.Add(document.value);
    return kExitOk;
  }
  const base::Status prepared = Prepare(&document.value);
  if (!prepared.ok()) return Refuse(prepared.error());
  if (ended_) return kExitOk;
  json::Value object = document.value;
  json::Value old;
  if (!options_.old.empty()) {
    const json::Value* found = old_.Find(object);
    if (found == nullptr) {
      return Refuse({base::ErrorCode::kInvalidInput, options_.old +
                                                         " has no object with the kind and name of that in " +
                                                         document::PlaceText(document.file, document.at)});
    }
    old = json::DeepCopy(*found, arena);
  }
  const json::Value* metadata = object.Find("metadata");
  const CelObject of{std::string(TextOf(Below(metadata, "namespace"))), std::string(TextOf(Below(metadata, "name"))),
                     ++objects_};
  RunObjectOf(of, object, options_.old.empty() ? nullptr : &old, arena);
  return kExitOk;
}

void CelRun::Explain() {
  const cel::Expression& expression = *compiled_->expression;
  const auto costs = evaluation_.Costs(expression);
  std::vector<CelPart> parts;
  for (std::size_t i = 0; i < costs.size(); ++i)
    parts.push_back({expression.parts()[i], ran_ ? std::optional(costs[i]) : std::nullopt});
  report_->Explain(parts);
}

int CelRun::Run() {
  if (!options_.old.empty()) {
    const base::Status read = old_.Read({options_.old});
    if (!read.ok()) return Refuse(read.error());
  }
  int read = kExitOk;
  if (options_.object.empty()) {
    const base::Status prepared = Prepare(nullptr);
    if (!prepared.ok()) return Refuse(prepared.error());
    const auto& expression = compiled_->expression;
    if (expression && !expression->Uses("self") && !expression->Uses("oldSelf")) Evaluate({}, {});
  } else {
    read = VisitDocuments({options_.object},
                          [&](const FileDocument& document, base::Arena& arena) { return RunObject(document, arena); });
    if (read == kExitOk && !compiled_) {
      return Refuse({base::ErrorCode::kInvalidInput,
                     others_.count() == 0 ? "no object found in " + options_.object : others_.ReasonText()});
    }
    if (others_.count() != 0) PrintError("structural cel: " + others_.SkippedSentence());
  }
  if (!compiled_) return read;
  if (options_.explain && compiled_->ok()) Explain();
  report_->End();
  return std::max(read, exit_code_);
}

}  // namespace

int RunCel(const CelOptions& options) {
  const std::string expression = options.expression.value_or("");
  std::vector<std::string> inputs = options.crds;
  inputs.insert(inputs.end(), {expression, options.object, options.old});
  if (!ReadsStandardInputOnce(inputs)) {
    PrintError(kStandardInputTwice);
    return kExitUsage;
  }
  CelCrds crds;
  if (!options.crds.empty()) {
    const int read = crds.Read(options.crds);
    if (read != kExitOk) return read;
  }
  if (!options.expression) return RunRuleList(options, crds);
  auto text = ReadExpressionText(expression);
  if (!text.ok()) {
    PrintError("structural cel: " + text.error().message());
    return kExitUsage;
  }
  return CelRun(options, *std::move(text), crds).Run();
}

}  // namespace structural::cli
