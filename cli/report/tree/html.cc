#include "cli/report/tree/html.h"

#include <algorithm>
#include <utility>

#include "cli/report/tree/page.h"
#include "cli/report/tree/tree.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::tree {

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    switch (rune.value) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "&#10;"; break;
      case '\t': escaped += '\t'; break;
      default:
        base::AppendRune(base::ChangesDirectionOrLayout(rune.value) ? base::kReplacementRune : rune.value, escaped);
    }
  }
  return escaped;
}

std::string Element(std::string_view name, std::string_view classes, std::string_view text) {
  std::string element = "<" + std::string(name);
  if (!classes.empty()) element.append(" class=\"").append(classes).append("\"");
  return element + ">" + EscapeHtml(text) + "</" + std::string(name) + ">";
}

std::string Attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + EscapeHtml(value) + "\"";
}

std::string EscapeForScript(std::string json) {
  for (auto at = json.find('<'); at != std::string::npos; at = json.find('<', at)) {
    json.replace(at, 1, "\\u003c");
  }
  return json;
}

std::string PageHead(std::string_view title, const std::string& style) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n" +
         Element("title", "", title) + "\n<style>\n" + std::string(kCommonCss) + style + "</style>\n</head>\n<body>\n";
}

namespace {

constexpr std::size_t kLongestPath = 1000;

// Returns whether the node, or a node below it, has a violation.
bool IsBad(const Node& node) {
  if (!node.violations.empty()) return true;
  for (const auto& child : node.children) {
    if (IsBad(*child)) return true;
  }
  return false;
}

class Writer {
 public:
  // `section` is the id of the CRD's section. It must not be a prefix of the id of another section.
  Writer(const CrdTree& crd, std::string section) : crd_(crd), section_(std::move(section)) { anchors_.Take(section_); }

  std::string Version(const VersionTree& version);
  std::string Violations(const std::vector<std::size_t>& which, std::string_view element) const;

 private:
  void AppendFields(const Node& node, const std::string& path, std::string& to);
  void AppendField(const ShownChild& child, const std::string& path, std::string& to);
  std::string Address(const std::string& path);
  std::string Line(const View& view, const std::string& label) const;

  const CrdTree& crd_;
  const std::string section_;
  Anchors anchors_;
};

std::string Writer::Violations(const std::vector<std::size_t>& which, std::string_view element) const {
  std::string text;
  for (const std::size_t i : which) {
    const kubernetes::Violation& each = crd_.violations[i];
    text += Element(element, "why", std::string(each.rule) + ": " + each.Body());
  }
  return text;
}

std::string Writer::Line(const View& view, const std::string& label) const {
  std::string text = Element("span", "label", label) + Element("span", "type", view.type);
  if (view.required) text += Element("span", "required", "required");
  for (const std::string& each : view.constraints) text += " " + Element("code", "constraint", each);
  return text + Violations(view.violations, "span");
}

// Returns the id attribute for the node at a path; empty if the path is very long, because the size of the page would
// otherwise grow too fast with the depth of the schema.
std::string Writer::Address(const std::string& path) {
  return path.size() > kLongestPath ? "" : Attribute("id", anchors_.Take(path));
}

void Writer::AppendField(const ShownChild& child, const std::string& path, std::string& to) {
  const View view = ViewOf(*child.node);
  const std::string label = child.prefix + view.label;
  const std::string here = path.size() > kLongestPath ? path : path + "." + label;
  const bool bad = IsBad(*child.node), above = bad && view.violations.empty();
  to += "<li" + Address(here) + (!bad ? "" : above ? " class=\"above\"" : " class=\"bad\"") + ">";
  if (view.description.empty() && ShownChildrenOf(*child.node).empty()) {
    to += "<div class=\"leaf\">" + Line(view, label) + "</div></li>\n";
    return;
  }
  to += (bad ? "<details open><summary>" : "<details><summary>") + Line(view, label) + "</summary>";
  if (!view.description.empty()) to += Element("p", "description", view.description);
  AppendFields(*child.node, here, to);
  to += "</details></li>\n";
}

void Writer::AppendFields(const Node& node, const std::string& path, std::string& to) {
  const std::vector<ShownChild> fields = ShownChildrenOf(node);
  if (fields.empty()) return;
  to += "<ul>\n";
  for (const ShownChild& child : fields) AppendField(child, path, to);
  to += "</ul>\n";
}

std::string Writer::Version(const VersionTree& version) {
  const std::string path = section_ + "/" + std::string(version.name);
  std::string text = "<h3" + Address(path) + ">" + EscapeHtml(version.name) +
                     (version.served ? "" : Element("span", "type", "not served")) + "</h3>\n";
  if (!version.root) return text + "<p>This version has no schema.</p>\n";
  const View view = ViewOf(*version.root);
  if (!view.description.empty()) text += Element("p", "description", view.description) + "\n";
  text += "<p>";
  for (const std::string& each : view.constraints) text += Element("code", "constraint", each) + " ";
  text += Violations(view.violations, "span") + "</p>\n<div class=\"tree\">";
  AppendFields(*version.root, path, text);
  return text + "</div>\n";
}

// The ids of the search and of other elements of the page itself; ids of CRDs must differ from them.
constexpr const char* kOfControls[] = {"close", "filter", "legend", "open", "search", "shown", "wrong"};

}  // namespace

std::string Anchors::Take(std::string wanted) {
  const auto again = taken_.find(wanted);
  if (again == taken_.end()) {
    taken_.emplace(wanted, 1);
    return wanted;
  }
  std::string other;
  do {
    other = wanted + "~" + std::to_string(++again->second);
  } while (taken_.contains(other));
  taken_.emplace(other, 1);
  return other;
}

HtmlPage::HtmlPage() {
  for (const char* id : kOfControls) sections_.Take(id);
}

std::string HtmlPage::Begin() const {
  return PageHead("Schemas", std::string(kTreeCss)) + std::string(kControlsHtml) + "<main>\n";
}

std::string HtmlPage::Crd(const CrdTree& crd) {
  const std::string_view name = crd.crd.metadata.name;
  std::string wanted(name);
  std::ranges::replace(wanted, '/', '_');
  const std::string section = sections_.Take(std::move(wanted));
  Writer writer(crd, section);
  std::string text = "<section" + Attribute("id", section) + ">\n" + Element("h2", "", name) + "\n" +
                     Element("p", "kind", std::string(crd.crd.names.kind) + " in " + std::string(crd.crd.group)) +
                     "\n" + writer.Violations(crd.OutsideOfSchemas(), "p") + "\n";
  if (!crd.error.empty()) text += Element("p", "why", crd.error) + "\n";
  for (const VersionTree& version : crd.versions) text += writer.Version(version);
  return text + "</section>\n";
}

std::string HtmlPage::End() const {
  return "</main>\n<script>\n" + std::string(kTreeJs) + "</script>\n</body>\n</html>\n";
}

}  // namespace structural::tree
