#include "cli/objects/cel/report.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <utility>

#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/cel/source.h"
#include "schema/expressions/scope.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

// Maximum numbers of characters in an excerpt: kBefore before the marked one, kMaxShown in the whole line.
constexpr std::size_t kBefore = 60, kMaxShown = 90;

std::string_view Skip(std::string_view text, std::size_t runes) {
  for (; runes > 0 && !text.empty(); --runes) text.remove_prefix(static_cast<std::size_t>(base::DecodeRune(text).size));
  return text;
}

std::string_view First(std::string_view text, std::size_t runes) {
  return text.substr(0, text.size() - Skip(text, runes).size());
}

}  // namespace

std::string Excerpt(std::string_view expression, cel::Location at, bool colors) {
  const cel::Source source(expression);
  const auto line = source.Line(at.line);
  if (!line || at.column < 0) return {};
  std::string_view shown = *line;
  std::size_t column = static_cast<std::size_t>(at.column);
  std::string before;
  if (column > kBefore) {
    shown = Skip(shown, column - kBefore);
    column = kBefore;
    before = "… ";
  }
  const bool cut = !Skip(shown, kMaxShown).empty();
  const std::string text = Printable(First(shown, kMaxShown));
  const std::string number = std::to_string(at.line);
  const std::size_t indent = (before.empty() ? 0 : 2) + WidthOf(text, column);
  return "  " + number + " | " + before + text + (cut ? " …" : "") + "\n  " + std::string(number.size(), ' ') + " | " +
         std::string(indent, ' ') + Styled(style::kBoldGreen, "^", colors) + "\n";
}

std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at, bool colors) {
  return Styled(style::kBoldRed, "error", colors) + ": " + Printable(message) + "\n" + Excerpt(expression, at, colors);
}

namespace {

// Maximum size in bytes of the printed text of a part of an expression.
constexpr std::size_t kMaxPartBytes = 72;
// Maximum size in bytes of the buffered results of an object. If they are larger, they are printed, and buffering
// starts again.
constexpr std::size_t kMaxKept = std::size_t{16} << 20;
// Maximum number of rows of the table of the parts of an expression.
constexpr std::size_t kMaxParts = 1000;

class CelTextReport final : public CelReport {
 public:
  CelTextReport() : colors_(WantsColors()) {}

  void Begin(std::string_view expression, const cel::Compilation& compiled,
             const std::optional<CelEstimate>& estimate) override {
    expression_ = expression;
    if (!compiled.ok()) return Errors(compiled);
    Line("type", Printable(TypeText(compiled.expression->type())));
    if (!estimate) return;
    std::string text = CostText(estimate->cost_per_call) + " a call";
    if (estimate->call_count != 1)
      text += ", " + CostText(estimate->call_count) + " calls: " + CostText(estimate->total_cost);
    const bool above = estimate->total_cost > expressions::kRuleCostLimit;
    const std::string share = ShareOfLimit(estimate->total_cost, expressions::kRuleCostLimit);
    Line("estimate", text + ", " + Styled(style::kBoldRed, share, colors_ && above) +
                         (above ? " the limit of " : " of the limit of ") +
                         std::to_string(expressions::kRuleCostLimit) + " for a rule");
  }

  void Add(const CelResult& result) override {
    BeginObject(result.object);
    const bool named = !result.path.empty() && !result.is_only_value;
    const std::string name = named ? Printable(result.path) + ": " : "";
    if (result.skipped) {
      out_ << name << "not evaluated, because there is no old value\n";
    } else if (!result.error.empty()) {
      out_ << name << ErrorText(result.error, expression_, result.at, colors_);
      Cost(name.empty(), result);
    } else if (!name.empty()) {
      out_ << name << result.text << "\n";
    } else {
      Line("value", Styled(style::kBold, result.text, colors_));
      Cost(true, result);
    }
    total_ += result.cost;
    summed_ = summed_ || !name.empty();
    if (out_.view().size() > kMaxKept) EndObject(true);
  }

  void AddObjectWithoutValue(const CelObject& object, const std::string& path) override {
    BeginObject(object);
    out_ << "no value at " << Printable(path) << "\n";
  }

  void Explain(const std::vector<CelPart>& parts) override {
    EndObject(several_);
    const bool run = !parts.empty() && parts.front().cost.has_value();
    const std::string heading = Column("ESTIMATE") + (run ? Column("COST") : "") + "  PART";
    std::cout << "\n" << Styled(style::kBold, heading, colors_) << "\n";
    std::size_t shown = 0;
    for (const CelPart& each : parts) {
      const bool free = each.part.estimate.max == 0 && each.cost.value_or(0) == 0;
      if ((free && each.part.depth > 0) || ++shown > kMaxParts) continue;
      const std::string indent(2 * static_cast<std::size_t>(std::min(each.part.depth, 20)), ' ');
      std::cout << Column(CostText(each.part.estimate.max))
                << (run ? Column(std::to_string(each.cost.value_or(0))) : "") << "  " << indent
                << Printable(base::Shorten(each.part.text, kMaxPartBytes)) << "\n";
    }
    if (shown > kMaxParts) std::cout << "and " << shown - kMaxParts << " more parts\n";
  }

  void End() override {
    EndObject(several_);
    std::cout << std::move(out_).str();
  }

 private:
  void Errors(const cel::Compilation& compiled) {
    for (const cel::Issue& issue : compiled.issues)
      std::cout << ErrorText(issue.message, expression_, issue.location, colors_);
    if (compiled.issue_count > compiled.issues.size())
      std::cout << "and " << compiled.issue_count - compiled.issues.size() << " more errors\n";
    if (compiled.issues.empty()) std::cout << ErrorText(compiled.error, expression_, {}, colors_);
  }

  void Cost(bool is_only_value, const CelResult& result) {
    if (is_only_value) Line("cost", std::to_string(result.cost));
  }

  void Line(std::string name, const std::string& text) {
    name.resize(10, ' ');
    out_ << name << text << "\n";
  }

  // Begins the results of an object. The results are buffered, because those of the first object have a heading only if
  // the results of a second object follow.
  void BeginObject(const CelObject& object) {
    if (begun_ && object.index != object_index_) {
      several_ = true;
      EndObject(true);
    }
    if (!begun_) std::cout << std::exchange(out_, std::ostringstream()).str();  // prints the buffered text of Begin
    begun_ = true;
    object_index_ = object.index;
    object_ = object.namespace_name.empty() ? object.name : object.namespace_name + "/" + object.name;
  }

  void EndObject(bool heading) {
    if (summed_) Line("cost", std::to_string(total_));
    const std::string text = std::exchange(out_, std::ostringstream()).str();
    if (begun_ && heading && !text.empty())
      std::cout << "\n" << Styled(style::kBold, Printable(object_), colors_) << "\n";
    std::cout << text;
    total_ = 0;
    summed_ = false;
  }

  static std::string Column(std::string text) {
    return std::string(text.size() < 10 ? 10 - text.size() : 0, ' ') + text;
  }

  const bool colors_;
  std::string_view expression_;
  std::ostringstream out_;  // buffered results of the current object
  std::string object_;      // heading of the current object's results
  std::size_t object_index_ = 0;
  bool begun_ = false;
  bool several_ = false;
  std::uint64_t total_ = 0;  // sum of the evaluation costs for the current object
  bool summed_ = false;
};

}  // namespace

std::unique_ptr<CelReport> NewCelTextReport() { return std::make_unique<CelTextReport>(); }

std::string CostText(std::uint64_t cost) {
  // Costs from this limit on are printed as "unbounded". The estimated costs of texts without maxLength are larger.
  constexpr std::uint64_t kUnbounded = 1'000'000'000'000'000'000;
  return cost >= kUnbounded ? "unbounded" : std::to_string(cost);
}

std::string TypeText(std::string_view type) {
  constexpr std::string_view kSelf = "selfType";
  std::string text;
  for (std::size_t at = type.find(kSelf); at != type.npos; at = type.find(kSelf)) {
    text.append(type.substr(0, at)).append("object");
    type.remove_prefix(std::min(type.find_first_of("(), ", at), type.size()));
  }
  return text.append(type);
}

std::string ShareOfLimit(std::uint64_t cost, std::uint64_t limit) {
  const double share = static_cast<double>(cost) / static_cast<double>(limit);
  if (share > 100) return "> 100 x";
  char text[32];
  std::snprintf(text, sizeof text, cost > limit ? "%.1f x" : "%.1f %%", cost > limit ? share : share * 100);
  return text;
}

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

// Prints the report as JSON. Each result is printed at once, because an object can have many values.
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
      to_.BeginObject().Add("call", estimate->cost_per_call).Add("calls", estimate->call_count);
      to_.Add("cost", estimate->total_cost).Add("limit", expressions::kRuleCostLimit).EndObject();
    } else {
      to_.Add(nullptr);
    }
    to_.Key("results").BeginList();
  }

  void Add(const CelResult& result) override {
    to_.BeginObject().Add("object", result.object.name).Add("namespace", result.object.namespace_name);
    to_.Add("path", result.path);
    to_.Key("value").Raw(result.json.empty() ? "null" : result.json).Key("error");
    result.error.empty() ? static_cast<void>(to_.Add(nullptr)) : AddError(result.error, result.at, to_);
    to_.Add("skipped", result.skipped).Add("cost", result.cost).EndObject();
    Flush();
  }

  void AddObjectWithoutValue(const CelObject&, const std::string&) override {}

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

  // Prints the buffered JSON except its last byte. The writer still reads this byte to decide whether a comma follows.
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
