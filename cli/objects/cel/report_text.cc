#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <utility>

#include "cli/objects/cel/excerpt.h"
#include "cli/objects/cel/report.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/expressions/scope.h"

namespace structural::cli {
namespace {

// Maximum size of the printed text of a part.
constexpr std::size_t kMaxPartBytes = 72;
// Maximum size of an object's buffered results; further ones are printed at once.
constexpr std::size_t kMaxKept = std::size_t{16} << 20;
// Maximum number of rows of the table of parts.
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
    std::string text = CostText(estimate->call) + " a call";
    if (estimate->calls != 1) text += ", " + CostText(estimate->calls) + " calls: " + CostText(estimate->cost);
    const bool above = estimate->cost > expressions::kRuleCostLimit;
    const std::string share = ShareOfLimit(estimate->cost, expressions::kRuleCostLimit);
    Line("estimate", text + ", " + Styled(style::kBoldRed, share, colors_ && above) +
                         (above ? " the limit of " : " of the limit of ") +
                         std::to_string(expressions::kRuleCostLimit) + " for a rule");
  }

  void Add(const CelResult& result) override {
    BeginObject(result.object);
    const bool named = !result.path.empty() && !result.alone;
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

  void AddNone(const CelObject& object, const std::string& path) override {
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

  void Cost(bool alone, const CelResult& result) {
    if (alone) Line("cost", std::to_string(result.cost));
  }

  void Line(std::string name, const std::string& text) {
    name.resize(10, ' ');
    out_ << name << text << "\n";
  }

  // Buffers the results of the first object, which get a heading only if a second object follows.
  void BeginObject(const CelObject& object) {
    if (begun_ && object.number != number_) {
      several_ = true;
      EndObject(true);
    }
    if (!begun_) std::cout << std::exchange(out_, std::ostringstream()).str();  // the type of the expression
    begun_ = true;
    number_ = object.number;
    object_ = object.space.empty() ? object.name : object.space + "/" + object.name;
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
  std::ostringstream out_;  // buffered results of the object
  std::string object_;      // heading of the object
  std::size_t number_ = 0;
  bool begun_ = false;
  bool several_ = false;
  std::uint64_t total_ = 0;  // cost for the object
  bool summed_ = false;
};

}  // namespace

std::unique_ptr<CelReport> NewCelTextReport() { return std::make_unique<CelTextReport>(); }

std::string CostText(std::uint64_t cost) {
  constexpr std::uint64_t kUnbounded = 1'000'000'000'000'000'000;  // above it: a text without maxLength
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

}  // namespace structural::cli
