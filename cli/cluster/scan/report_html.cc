// Writes a self-contained HTML page. It is readable without JavaScript, which only adds the filter
// and the schema trees.
#include <map>
#include <set>

#include "cli/cluster/scan/page.h"
#include "cli/cluster/scan/reporter.h"
#include "cli/report/rules/rules.h"
#include "cli/report/tree/html.h"
#include "cli/report/tree/tree.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::scan {
namespace {

using crd::JSONSchemaProps;
using tree::Attribute;
using tree::Element;
using tree::EscapeForScript;
using tree::EscapeHtml;
using tree::Node;

std::string GroupOf(const Row& row) {
  const auto dot = row.name.find('.');
  return dot == std::string::npos ? "" : row.name.substr(dot + 1);
}

bool HasCondition(const Row& row) { return !row.wanted.status.empty() || !row.found.status.empty(); }

std::string Summary(const Row& row) {
  const std::size_t count = row.violations.size();
  const std::string violations = count == 0 ? "" : cli::CountOf(count, "violation");
  const std::string context = row.context.empty() ? "" : " (" + row.context + ")";
  return "<summary><span class=\"name\">" + EscapeHtml(row.name) + Element("span", "context", context) + "</span>" +
         Element("span", "versions", base::Join(row.versions, ", ")) +
         Element("span", Name(row.state), Name(row.state)) + Element("span", "count", violations) +
         Element("span", Name(row.agreement), HasCondition(row) ? Name(row.agreement) : "") +
         Element("span", row.pruning_drops_fields ? "loses" : "",
                 row.prunes                 ? ""
                 : row.pruning_drops_fields ? "pruning off!"
                                            : "pruning off") +
         Element("span", Name(row.recreation), row.recreation == Recreation::kRefused ? "refused" : "") +
         "</summary>\n";
}

std::string List(std::string_view name, const std::vector<Violation>& violations) {
  if (violations.empty()) return {};
  std::string list = "<ol class=\"" + std::string(name) + "\">\n";
  for (const Violation& violation : violations) {
    list += "<li><a class=\"rule\" href=\"#rule-" + EscapeHtml(violation.rule) + "\">" + EscapeHtml(violation.rule) +
            "</a> " + Element("code", "path", violation.path) + " " + Element("span", "message", violation.message) +
            "</li>\n";
  }
  return list + "</ol>\n";
}

std::string Refusals(const Row& row) {
  if (row.refusals.empty()) return {};
  return Element("p", "refused", "Kubernetes " + row.server.Name() + " would refuse to create this CRD again:") +
         List("refusals", row.refusals);
}

// Returns HTML about the server's condition and the correct one, if they differ.
std::string ConditionMarkup(const Row& row) {
  if (!row.error.empty()) return Element("p", "message", row.error);
  if (!HasCondition(row)) return {};
  const std::string since = row.found.since.empty() ? "" : ", since " + row.found.since;
  switch (row.agreement) {
    case Agreement::kAgrees: return Element("p", "", "The server has the same condition" + since + ".");
    case Agreement::kMissing: return Element("p", "missing", "The server lacks the condition.");
    case Agreement::kStale:
      return Element("p", "stale", "The server has a condition without a reason" + since + ": " + row.found.message);
    case Agreement::kDiffers:
      return Element("p", "differs", "The server has another condition" + since + ": " + row.found.message);
  }
  return {};
}

class HtmlReporter : public Reporter {
 public:
  std::string Begin() override {
    return tree::PageHead("CustomResourceDefinitions", std::string(kPageCss)) + std::string(kControlsHtml) + "<main>\n";
  }

  std::string Add(const CheckedCrd& checked) override {
    const Row& row = checked.row;
    const auto rules = RulesOf(row);
    rules_.insert(rules.begin(), rules.end());
    const bool right = row.agreement == Agreement::kAgrees;
    std::string text = "<details class=\"crd\"" + Attribute("data-state", Name(row.state)) +
                       Attribute("data-group", GroupOf(row)) + Attribute("data-context", row.context) +
                       Attribute("data-rules", base::Join(rules, " ")) + Attribute("data-right", right ? "1" : "") +
                       Attribute("data-loses", row.pruning_drops_fields ? "1" : "") +
                       Attribute("data-refused", row.recreation == Recreation::kRefused ? "1" : "") + ">\n";
    text += Summary(row) + "<div class=\"body\">\n" + ConditionMarkup(row) + List("violations", row.violations) +
            Refusals(row);
    if (checked.crd) {
      text += "<div class=\"tree\"></div>\n<script type=\"application/json\">" + SchemaTreeJson(*checked.crd, row) +
              "</script>\n";
    }
    return text + "</div>\n</details>\n";
  }

  std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) override {
    std::string text = "</main>\n<footer>\n" + Element("p", "", Sentence(totals) + ".") +
                       "<p>In a schema, ? marks a nullable field, and … a field that keeps unknown fields.</p>\n"
                       "<dl>\n";
    for (const std::string_view id : rules_) {
      const crd::Rule* rule = rules::FindRule(id);
      if (rule == nullptr) continue;
      text += "<dt id=\"rule-" + EscapeHtml(id) + "\">" + EscapeHtml(id) + "</dt>\n" + Element("dd", "", rule->why) +
              "\n" + Element("dd", "", rule->fix) + "\n";
    }
    return text + "</dl>\n</footer>\n<script type=\"application/json\" id=\"summary\">{\"clusters\":" +
           EscapeForScript(ClustersJson(clusters)) + ",\"totals\":" + TotalsJson(totals) + "}</script>\n<script>\n" +
           std::string(kPageJs) + "</script>\n</body>\n</html>\n";
  }

 private:
  std::set<std::string_view> rules_;
};

std::string TypeOf(const JSONSchemaProps& schema) {
  std::string type(schema.x_int_or_string ? "int-or-string" : schema.type);
  if (schema.nullable) type += "?";
  if (schema.x_preserve_unknown_fields.value_or(false)) type += "…";
  return type;
}

void AppendText(std::string_view text, std::string& to) {
  std::string quoted;
  base::AppendJsonString(text, quoted);
  for (const char c : quoted) {
    if (c == '<') {
      to += "\\u003c";
    } else {
      to += c;
    }
  }
}

void Append(const Node& node, std::string& to) {
  to += '[';
  AppendText(node.label, to);
  to += ',';
  AppendText(TypeOf(*node.schema), to);
  to += ",[";
  for (std::size_t i = 0; i < node.violations.size(); ++i) {
    to += (i == 0 ? "" : ",") + std::to_string(node.violations[i]);
  }
  to += ']';
  for (const auto& child : node.children) {
    to += ',';
    Append(*child, to);
  }
  to += ']';
}

std::string TreeOf(const JSONSchemaProps& schema, std::size_t version, const Row& row) {
  std::vector<std::string_view> paths;
  for (const Violation& violation : row.violations) paths.push_back(violation.path);
  const auto root = tree::SchemaTree(schema, version, paths);
  std::string text;
  Append(*root, text);
  return text;
}

}  // namespace

std::unique_ptr<Reporter> NewHtmlReporter() { return std::make_unique<HtmlReporter>(); }

std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row) {
  // name of the first version that has a tree, by the JSON of this tree
  std::map<std::string, std::string_view> versions;
  std::string text = "[";
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& version = crd.versions[i];
    text += i == 0 ? "{\"version\":" : ",{\"version\":";
    AppendText(version.name, text);
    if (version.schema != nullptr) {
      const auto [known, is_new] = versions.emplace(TreeOf(*version.schema, i, row), version.name);
      text += is_new ? ",\"tree\":" + known->first : ",\"same\":";
      if (!is_new) AppendText(known->second, text);
    }
    text += '}';
  }
  return text + "]";
}

}  // namespace structural::scan
