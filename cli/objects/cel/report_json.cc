#include <iostream>

#include "cli/objects/cel/report.h"
#include "schema/expressions/scope.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

void AddPlace(cel::Location at, json::Writer& to) {
  if (at.line < 1 || at.column < 0) return;
  to.Add("line", at.line).Add("column", at.column + 1);
}

void AddError(std::string_view message, cel::Location at, json::Writer& to) {
  to.BeginObject().Add("message", message);
  AddPlace(at, to);
  to.EndObject();
}

// Prints each part at once, because an object can have many values.
class CelJsonReport final : public CelReport {
 public:
  void Begin(std::string_view expression, const cel::Compilation& compiled,
             const std::optional<CelEstimate>& estimate) override {
    to_.BeginObject().Add("expression", expression).Key("type");
    compiled.ok() ? to_.Add(TypeText(compiled.expression->type())) : to_.Add(nullptr);
    to_.Key("errors").BeginList();
    for (const cel::Issue& issue : compiled.issues) AddError(issue.message, issue.location, to_);
    if (!compiled.ok() && compiled.issues.empty()) AddError(compiled.error, {}, to_);
    to_.EndList().Key("estimate");
    if (estimate) {
      to_.BeginObject().Add("call", estimate->call).Add("calls", estimate->calls);
      to_.Add("cost", estimate->cost).Add("limit", expressions::kRuleCostLimit).EndObject();
    } else {
      to_.Add(nullptr);
    }
    to_.Key("results").BeginList();
  }

  void Add(const CelResult& result) override {
    to_.BeginObject().Add("object", result.object.name).Add("namespace", result.object.space);
    to_.Add("path", result.path);
    to_.Key("value").Raw(result.json.empty() ? "null" : result.json).Key("error");
    result.error.empty() ? static_cast<void>(to_.Add(nullptr)) : AddError(result.error, result.at, to_);
    to_.Add("skipped", result.skipped).Add("cost", result.cost).EndObject();
    Flush();
  }

  void AddNone(const CelObject&, const std::string&) override {}

  void Explain(const std::vector<CelPart>& parts) override {
    EndResults();
    to_.Key("parts").BeginList();
    for (const CelPart& each : parts) {
      to_.BeginObject().Add("text", each.part.text);
      AddPlace(each.part.at, to_);
      to_.Add("depth", each.part.depth).Add("estimate", each.part.estimate.max).Key("cost");
      each.cost ? to_.Add(*each.cost) : to_.Add(nullptr);
      to_.EndObject();
    }
    to_.EndList();
  }

  void End() override {
    EndResults();
    to_.EndObject();
    std::cout << text_ << "\n";
  }

 private:
  void EndResults() {
    if (!ended_) to_.EndList();
    ended_ = true;
  }

  // Prints the buffered JSON except its last byte, which the writer reads to place commas.
  void Flush() {
    if (text_.size() < 2) return;
    std::cout << std::string_view(text_).substr(0, text_.size() - 1);
    text_.erase(0, text_.size() - 1);
  }

  std::string text_;
  json::Writer to_{text_};
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<CelReport> NewCelJsonReport() { return std::make_unique<CelJsonReport>(); }

}  // namespace structural::cli
