#include "schema/base/text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cli/report/tree/tree.h"
#include "cli/shared/wrap.h"

namespace structural::tree {
namespace {

// Returns the node at the path of a field; nullptr if the field does not exist.
const Node* FieldAt(const Node& root, std::string_view path) {
  const FieldPlace place = FindField(root, path);
  return place.rest.empty() ? place.node : nullptr;
}

using cli::Printable;
using cli::Wrapped;

using namespace cli::style;

// Deeper levels have the same indentation as this one. Otherwise, the size of the output would grow with the square of
// the number of levels, which can be thousands.
constexpr int kMaxIndentedLevel = 100;

std::string Indentation(int level) {
  return std::string(2 * static_cast<std::size_t>(std::min(level, kMaxIndentedLevel)), ' ');
}

// Returns a description with wrapped paragraphs. Items of lists and indented lines are not wrapped.
std::string Described(std::string_view text, const std::string& indent) {
  std::string shown, paragraph;
  const auto end = [&](const std::string& deeper = "") {
    if (!paragraph.empty()) shown += Wrapped(Printable(paragraph), indent + deeper);
    paragraph.clear();
  };
  for (bool blank = false; !text.empty();) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos || first > 0 || line.starts_with("- ") || line.starts_with("* ")) end();
    if (first == line.npos) {
      blank = !shown.empty();
      continue;
    }
    if (std::exchange(blank, false)) shown += "\n";
    base::AppendItem(paragraph, " ", line.substr(first));
    if (first > 0) end(std::string(std::min<std::size_t>(first, 8), ' '));
  }
  end();
  return shown;
}

class TreeText {
 public:
  TreeText(const CrdTree& crd, const TextOptions& options) : crd_(crd), options_(options) {}

  std::string Header(const VersionTree& version) const;
  // Returns the text of the tree below `node`, with the indentation of a root.
  std::string Body(const Node& node) const;

 private:
  std::string Colored(std::string_view code, const std::string& text) const {
    return cli::Styled(code, text, options_.colors);
  }
  std::string Title(const std::string& title) const { return Colored(kBold, title) + "\n"; }
  void AppendFields(const Node& node, int level, std::string& to) const;
  void AppendField(const ShownChild& child, int level, std::string& to) const;
  std::string Constraints(const View& view, std::size_t column, const std::string& indent) const;
  std::string Violations(const std::vector<std::size_t>& which, const std::string& indent) const;

  const CrdTree& crd_;
  const TextOptions& options_;
};

std::string TreeText::Violations(const std::vector<std::size_t>& which, const std::string& indent) const {
  std::string text;
  for (const std::size_t i : which) {
    const kubernetes::Violation& each = crd_.violations[i];
    text += Colored(kRed, indent + "! " + std::string(each.rule) + ": " + Printable(each.Body())) + "\n";
  }
  return text;
}

// Returns the text of the constraints. If they fit, the text continues the line of the field, which ends at `column`;
// otherwise each constraint is on a line of its own.
std::string TreeText::Constraints(const View& view, std::size_t column, const std::string& indent) const {
  std::string one_line, lines;
  for (const std::string& each : view.constraints) {
    one_line += "  " + Printable(each);
    lines += Wrapped(Printable(each), indent);
  }
  if (one_line.empty()) return "\n";
  if (column + one_line.size() <= cli::kMaxLineColumns) return Colored(kDim, one_line) + "\n";
  lines.pop_back();
  return "\n" + Colored(kDim, lines) + "\n";
}

void TreeText::AppendField(const ShownChild& child, int level, std::string& to) const {
  const View view = ViewOf(*child.node);
  const std::string indent = Indentation(level), deeper = indent + "    ";
  const std::string label = Printable(child.prefix + view.label);
  const std::string type = view.type.empty() ? "" : "\t<" + Printable(view.type) + ">";
  const std::string required = view.required ? " -required-" : "";
  if (options_.explain == ExplainLayout::kOneLevel) {
    to += indent + Colored(kBold, label) + Colored(kCyan, type) + Colored(kYellow, required) + "\n";
    for (const std::string& each : view.constraints) to += Colored(kDim, Wrapped(Printable(each), indent));
    to += Violations(view.violations, indent + "  ");
    to += Described(view.description, indent + "  ");
    to += "\n";
    return;
  }
  to += indent + Colored(kBold, label) + Colored(kCyan, type) + Colored(kYellow, required) +
        Constraints(view, indent.size() + label.size() + type.size() + required.size() + 4, deeper) +
        Violations(view.violations, deeper);
  if (options_.descriptions && !view.description.empty()) {
    to += Described(view.description, deeper);
  }
  AppendFields(*child.node, level + 1, to);
}

void TreeText::AppendFields(const Node& node, int level, std::string& to) const {
  const std::vector<ShownChild> fields = ShownChildrenOf(node);
  if (options_.depth > 0 && level > options_.depth) {
    if (!fields.empty()) to += Indentation(level) + "…\n";
    return;
  }
  for (const ShownChild& child : fields) AppendField(child, level, to);
}

std::string TreeText::Header(const VersionTree& version) const {
  const auto line = [](std::string_view title, std::string_view value) {
    return std::string(title) + Printable(value) + "\n";
  };
  return line("GROUP:      ", crd_.crd.group) + line("KIND:       ", crd_.crd.names.kind) +
         line("VERSION:    ", std::string(version.name) + (version.served ? "" : " (not served)"));
}

std::string TreeText::Body(const Node& node) const {
  const bool explains = options_.explain != ExplainLayout::kNot;
  const View view = ViewOf(node, explains ? EnumDisplay::kSeparate : EnumDisplay::kAsConstraints);
  const bool whole = node.kind == Kind::kRoot;
  std::string text;
  if (!whole)
    text += "\n" + Colored(kBold, "FIELD:") + " " + Printable(options_.field) + " <" + Printable(view.type) + ">\n";
  const auto values = explains ? EnumOf(*node.schema) : std::vector<std::string>();
  if (!values.empty()) text += Title("ENUM:");
  for (const std::string& each : values) text += "    " + Printable(each) + "\n";
  if (!view.description.empty()) {
    text += "\n" + Title("DESCRIPTION:") + Described(view.description, "    ");
  }
  std::string constraints;
  for (const std::string& each : view.constraints) constraints += Wrapped(Printable(each), "    ");
  if (!constraints.empty()) text += "\n" + Title("CONSTRAINTS:") + constraints;
  std::string wrong = Violations(view.violations, "    ");
  if (whole) wrong = Violations(crd_.OutsideOfSchemas(), "    ") + wrong;
  if (!crd_.error.empty()) wrong += Colored(kRed, "    ! " + Printable(crd_.error)) + "\n";
  if (!wrong.empty()) text += "\n" + Title("VIOLATIONS:") + wrong;
  std::string fields;
  AppendFields(node, 1, fields);
  if (options_.explain == ExplainLayout::kOneLevel && !fields.empty()) fields.pop_back();
  return text + (fields.empty() ? "" : "\n" + Title("FIELDS:") + fields);
}

}  // namespace

std::string Text(const CrdTree& crd, const TextOptions& options) {
  const TreeText writer(crd, options);
  std::map<std::string, std::string_view> seen;  // first version with each body (TreeText::Body), by body
  const Node* last = nullptr;                    // node of the previous version
  std::string_view last_known;                   // first version with the same body as `last`
  std::string text;
  for (const VersionTree& version : crd.versions) {
    const Node* node = version.root ? FieldAt(*version.root, options.field) : nullptr;
    if (node == nullptr && !(options.field.empty() && !version.root)) continue;
    if (!text.empty()) text += "\n";
    text += writer.Header(version);
    if (node == nullptr) {
      text +=
          "\n"
          "This version has no schema.\n";
      continue;
    }
    bool is_new = false;
    if (node != last) {
      const auto [known, is_added] = seen.emplace(writer.Body(*node), version.name);
      if (is_added) text += known->first;
      is_new = is_added;
      last_known = known->second;
    }
    if (!is_new) text += "\nAs version " + Printable(last_known) + ".\n";
    last = node;
  }
  return text;
}

}  // namespace structural::tree
