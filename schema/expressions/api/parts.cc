#include "schema/expressions/api/parts.h"

#include <map>

#include "schema/base/utf8.h"
#include "schema/cel/spans.h"
#include "schema/cel/walk.h"

namespace structural::cel {
namespace {

class PartCollector {
 public:
  PartCollector(const Source& source, const Parsed& parsed, const std::vector<cost::PartEstimate>& estimates)
      : source_(source), estimates_(estimates), spans_(source, parsed.places), seen_(estimates.size()) {
    offsets_.push_back(0);
  }

  std::vector<ExpressionPart> Collect(const Expr& root) {
    nodes_.push_back({});  // the parent of all parts
    Visit(root, 0, cost::Fixed(1));
    for (const std::size_t below : nodes_[0].below) Flatten(below, 0);
    return std::move(parts_);
  }

 private:
  struct Node {
    std::string_view text = {};
    cost::Range estimate = {};
    std::vector<std::int64_t> ids = {};
    std::vector<std::size_t> below = {};
  };

  // `times`: number of evaluations.
  void Visit(const Expr& expr, std::size_t around, cost::Range times) {
    const cost::PartEstimate& estimate = estimates_[static_cast<std::size_t>(expr.id)];
    const std::size_t node = NodeOf(expr, around, estimate.cost * times);
    if (!seen_[static_cast<std::size_t>(expr.id)]) nodes_[node].ids.push_back(expr.id);
    seen_[static_cast<std::size_t>(expr.id)] = true;
    const auto* found = std::get_if<const Comprehension*>(&expr.node);
    for (const Expr* part : PartsOf(expr)) {
      const bool repeated = found != nullptr && (part == (*found)->condition || part == (*found)->step);
      Visit(*part, node, repeated ? times * estimate.steps : times);
    }
  }

  // Returns the part of the node, or the enclosing part if the node is not a part.
  std::size_t NodeOf(const Expr& expr, std::size_t around, cost::Range estimate) {
    const bool leaf = std::holds_alternative<Constant>(expr.node) || std::holds_alternative<Ident>(expr.node);
    if (leaf && around != 0) return around;
    const std::string_view text = spans_.TextOf(expr);
    const std::string_view outer = nodes_[around].text;
    const bool within =
        around == 0 || (text.data() >= outer.data() && text.data() + text.size() <= outer.data() + outer.size());
    if (text.empty() || !within || (text.data() == outer.data() && text.size() == outer.size())) return around;
    const auto [known, is_new] = by_text_.emplace(std::tuple(around, text.data(), text.size()), nodes_.size());
    if (is_new) {
      nodes_.push_back({text, {}, {}, {}});
      nodes_[around].below.push_back(known->second);
    }
    nodes_[known->second].estimate = nodes_[known->second].estimate + estimate;
    return known->second;
  }

  void Flatten(std::size_t node, int depth) {
    const Node& from = nodes_[node];
    parts_.push_back({from.text, At(from.text), depth, from.estimate, from.ids});
    for (const std::size_t below : from.below) Flatten(below, depth + 1);
  }

  // Converts a byte offset to a location. Parts are not in the order of their positions, so all offsets are kept.
  Location At(std::string_view text) {
    const auto byte = static_cast<std::size_t>(text.data() - source_.text().data());
    while (offsets_.size() <= byte) {
      const std::string_view rest = std::string_view(source_.text()).substr(offsets_.size() - 1);
      const int size = base::DecodeRune(rest).size;
      const Offset next = offsets_.back() + 1;
      for (int i = 0; i < size; ++i) offsets_.push_back(next);
    }
    return source_.Locate(offsets_[byte]);
  }

  const Source& source_;
  const std::vector<cost::PartEstimate>& estimates_;
  Spans spans_;
  std::vector<bool> seen_;  // whether a node was visited, by the node's id
  std::vector<Node> nodes_;
  std::map<std::tuple<std::size_t, const char*, std::size_t>, std::size_t> by_text_;
  std::vector<Offset> offsets_;  // for each byte of the text: its position in code points
  std::vector<ExpressionPart> parts_;
};

}  // namespace

std::vector<ExpressionPart> PartsOfExpression(const Source& source, const Parsed& parsed,
                                              const std::vector<cost::PartEstimate>& estimates) {
  return PartCollector(source, parsed, estimates).Collect(*parsed.root);
}

}  // namespace structural::cel
