#include "cli/report/findings/suppression.h"

#include <algorithm>
#include <string>

#include "cli/report/rules/rules.h"
#include "cli/shared/locate.h"
#include "document/template.h"
#include "schema/base/quote.h"

namespace structural::findings {
namespace {

using document::Tree;

std::string_view Trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (const auto part = Trim(text.substr(at, end - at)); !part.empty()) parts.push_back(part);
    at = end + 1;
  }
  return parts;
}

// Returns the value of the annotation kIgnoreAnnotation; empty if the CRD does not have it.
std::string Annotation(const Tree& crd) {
  Tree::Node node = Tree::kRoot;
  for (const std::string_view key :
       {std::string_view("metadata"), std::string_view("annotations"), kIgnoreAnnotation}) {
    node = crd.Member(node, key);
    if (node == Tree::kNone) return {};
  }
  return crd.String(node);
}

// Returns a finding about the annotation kIgnoreAnnotation itself, not about what it suppresses.
Finding AboutAnnotation(const crd::Rule& rule, std::string_view crd, document::Position at, std::string message) {
  Finding finding;
  finding.rule = rule.id;
  finding.severity = Severity::kWarning;
  finding.at = at;
  finding.crd = crd;
  finding.path = kIgnorePath;
  finding.message = std::move(message);
  return finding;
}

// Returns whether the line has the form "RULE, RULE: REASON".
bool HasReason(std::string_view line) {
  const auto colon = line.find(':');
  return colon != std::string_view::npos && !Trim(line.substr(colon + 1)).empty();
}

}  // namespace

std::set<std::string_view> IgnoredRules(const Tree& crd) {
  std::set<std::string_view> ignored;
  const std::string text = Annotation(crd);
  for (const std::string_view line : Split(text, '\n')) {
    if (!HasReason(line)) continue;
    for (const std::string_view rule : Split(line.substr(0, line.find(':')), ',')) {
      if (const crd::Rule* found = rules::FindRule(rule)) ignored.insert(found->id);
    }
  }
  return ignored;
}

SuppressionResult ApplySuppressions(const Tree& crd, std::string_view name, document::Position annotation,
                                    std::vector<Finding> findings) {
  const std::string text = Annotation(crd);
  const std::set<std::string_view> ignored = IgnoredRules(crd);
  for (const std::string_view line : Split(text, '\n')) {
    if (!HasReason(line)) {
      findings.push_back(AboutAnnotation(rules::kSuppressionWithoutReason, name, annotation,
                                         base::Quote(line) + " has no effect, because the reason is missing"));
      continue;
    }
    for (const std::string_view rule : Split(line.substr(0, line.find(':')), ',')) {
      if (rules::FindRule(rule) != nullptr) continue;
      findings.push_back(AboutAnnotation(rules::kSuppressionOfNoRule, name, annotation, rules::UnknownRule(rule)));
    }
  }
  const std::size_t suppressed =
      std::erase_if(findings, [&](const Finding& finding) { return ignored.contains(finding.rule); });
  return {std::move(findings), suppressed};
}

namespace {

bool HasActionIn(const Tree& tree, Tree::Node node) {
  if (!tree.IsObject(node)) return document::HasActions(tree.String(node));
  for (auto each = tree.FirstChild(node); each != Tree::kNone; each = tree.Next(each)) {
    if (document::HasActions(tree.Key(each)) || document::HasActions(tree.String(each))) return true;
  }
  return false;
}

}  // namespace

bool TemplatedMetadata::Has(std::string_view path) {
  if (!path.starts_with("metadata.")) return false;
  const cli::LocatedNode place = cli::Locate(crd_, Tree::kRoot, path);
  if (!place.found) return false;
  const auto [known, is_new] = known_.try_emplace(place.node);
  if (is_new) known->second = HasActionIn(crd_, place.node);
  return known->second;
}

}  // namespace structural::findings
