#include "cli/tree/tree.h"

#include <map>

#include "cli/shared/styles.h"
#include "cli/shared/wrap.h"

namespace structural::tree {
namespace {

// FieldAt: the node that a field path leads to.

// The path as kubectl explain takes it: "spec.template.metadata"; arrays and maps are seen through.
// Names may hold dots. nullptr where no field is there; `root` where the path is empty.
const Node* FieldAt(const Node& root, std::string_view path) {
  if (path.empty()) return &root;
  for (const auto& child : root.children) {
    const Node* found = nullptr;
    if (child->kind == Kind::kElement) {
      found = FieldAt(*child, path);
    } else if (child->kind == Kind::kProperty && path == child->label) {
      return child.get();
    } else if (child->kind == Kind::kProperty && path.starts_with(child->label + ".")) {
      found = FieldAt(*child, path.substr(child->label.size() + 1));
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

using cli::Printable;
using cli::Wrapped;

using namespace cli::style;

class TreeText {
 public:
  TreeText(const CrdTree& crd, const TextOptions& options) : crd_(crd), options_(options) {}

  std::string Header(const VersionTree& version) const;
  // The node as the root of what is shown.
  std::string Body(const Node& node) const;

 private:
  std::string Colored(std::string_view code, const std::string& text) const {
    return cli::Styled(code, text, options_.colors);
  }
  std::string Title(const std::string& title) const { return Colored(kBold, title) + "\n"; }
  void AppendFields(const Node& node, int level, std::string& to) const;
  void AppendField(const Below& below, int level, std::string& to) const;
  std::string Constraints(const View& view, std::size_t column, const std::string& indent) const;
  std::string Violations(const std::vector<std::size_t>& which, const std::string& indent) const;

  const CrdTree& crd_;
  const TextOptions& options_;
};

std::string TreeText::Violations(const std::vector<std::size_t>& which,
                                 const std::string& indent) const {
  std::string text;
  for (const std::size_t i : which) {
    const kubernetes::Violation& each = crd_.violations[i];
    text += Colored(kRed, indent + "! " + std::string(each.rule) + ": " + Printable(each.body())) +
            "\n";
  }
  return text;
}

// Behind the field where they fit, else each on a line.
std::string TreeText::Constraints(const View& view, std::size_t column,
                                  const std::string& indent) const {
  std::string one_line, lines;
  for (const std::string& each : view.constraints) {
    one_line += "  " + Printable(each);
    lines += Wrapped(Printable(each), indent);
  }
  if (one_line.empty()) return "\n";
  if (column + one_line.size() <= cli::kWidth) return Colored(kDim, one_line) + "\n";
  lines.pop_back();
  return "\n" + Colored(kDim, lines) + "\n";
}

void TreeText::AppendField(const Below& below, int level, std::string& to) const {
  const View view = ViewOf(*below.node);
  const std::string indent(2 * static_cast<std::size_t>(level), ' '), deeper = indent + "    ";
  const std::string label = Printable(below.prefix + view.label);
  const std::string type = view.type.empty() ? "" : "\t<" + Printable(view.type) + ">";
  const std::string required = view.required ? " -required-" : "";
  to +=
      indent + Colored(kBold, label) + Colored(kCyan, type) + Colored(kYellow, required) +
      Constraints(view, indent.size() + label.size() + type.size() + required.size() + 4, deeper) +
      Violations(view.violations, deeper);
  if (options_.descriptions && !view.description.empty()) {
    to += Wrapped(Printable(view.description), deeper);
  }
  AppendFields(*below.node, level + 1, to);
}

void TreeText::AppendFields(const Node& node, int level, std::string& to) const {
  const std::vector<Below> fields = BelowOf(node);
  if (options_.depth > 0 && level > options_.depth) {
    if (!fields.empty()) to += std::string(2 * static_cast<std::size_t>(level), ' ') + "…\n";
    return;
  }
  for (const Below& below : fields) AppendField(below, level, to);
}

std::string TreeText::Header(const VersionTree& version) const {
  const auto line = [](std::string_view title, std::string_view value) {
    return std::string(title) + Printable(value) + "\n";
  };
  return line("GROUP:      ", crd_.crd.group) + line("KIND:       ", crd_.crd.names.kind) +
         line("VERSION:    ", std::string(version.name) + (version.served ? "" : " (not served)"));
}

std::string TreeText::Body(const Node& node) const {
  const View view = ViewOf(node);
  const bool whole = node.kind == Kind::kRoot;
  std::string text;
  if (!whole)
    text += "\n" + Colored(kBold, "FIELD:") + " " + Printable(options_.field) + " <" +
            Printable(view.type) + ">\n";
  if (!view.description.empty()) {
    text += "\n" + Title("DESCRIPTION:") + Wrapped(Printable(view.description), "    ");
  }
  std::string about;
  for (const std::string& each : view.constraints) about += Wrapped(Printable(each), "    ");
  if (!about.empty()) text += "\n" + Title("CONSTRAINTS:") + about;
  std::string wrong = Violations(view.violations, "    ");
  if (whole) wrong = Violations(crd_.OutsideOfSchemas(), "    ") + wrong;
  if (!crd_.error.empty()) wrong += Colored(kRed, "    ! " + Printable(crd_.error)) + "\n";
  if (!wrong.empty()) text += "\n" + Title("VIOLATIONS:") + wrong;
  std::string fields;
  AppendFields(node, 1, fields);
  return text + (fields.empty() ? "" : "\n" + Title("FIELDS:") + fields);
}

}  // namespace

std::string Text(const CrdTree& crd, const TextOptions& options) {
  const TreeText writer(crd, options);
  std::map<std::string, std::string_view> seen;  // the version that has the body
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
    const auto [known, is_new] = seen.emplace(writer.Body(*node), version.name);
    text += is_new ? known->first : "\nAs version " + Printable(known->second) + ".\n";
  }
  return text;
}

}  // namespace structural::tree
