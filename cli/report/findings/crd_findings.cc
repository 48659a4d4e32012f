#include "cli/report/findings/crd_findings.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <set>
#include <unordered_map>

#include "cli/report/findings/against.h"
#include "cli/report/findings/expression_issues.h"
#include "cli/report/findings/server_errors.h"
#include "cli/report/findings/size_limits.h"
#include "cli/report/findings/specific.h"
#include "cli/report/findings/suppression.h"
#include "cli/report/findings/union_findings.h"
#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/strict.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "document/tree.h"
#include "schema/base/running_hash.h"
#include "schema/crd/evaluate.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/unread.h"

namespace structural::findings {
namespace {

// NamedPaths: converts paths in one CRD to paths that do not depend on the order of lists. The tree of the CRD must
// outlive it. Not thread-safe.
class NamedPaths {
 public:
  explicit NamedPaths(const document::Tree& crd) : crd_(crd) {}

  // Returns the path with names of list elements instead of indexes, such as spec.versions[v1]. The name of an element
  // that is a string is this string; the name of an object is the value of its field name, jsonPath or rule. The value
  // of the field `rule` is written as a hash: x-kubernetes-validations[#9a3f01c2]. The index of an element stays if the
  // element has no name, a very long one, or the same name as another element.
  std::string Of(std::string_view path);

 private:
  using Node = document::Tree::Node;
  using Names = std::vector<std::string>;  // names of a list's elements, by index; empty: the path keeps the index

  const Names& NamesIn(Node list);
  std::string NameOf(Node element) const;

  const document::Tree& crd_;
  std::unordered_map<Node, Names> names_;
};

using document::Tree;

// Maximum size of a name in bytes. Longer texts are not used as names.
constexpr std::size_t kMaxNameBytes = 100;
// Maximum number of brackets in a path that are tried as indexes; later brackets stay unchanged. Keys can contain
// brackets, too, so a path can have very many.
constexpr int kMaxTries = 1000;

std::string HashOf(std::string_view text) {
  char hex[16];
  std::snprintf(hex, sizeof hex, "#%08llx", static_cast<unsigned long long>(base::RunningHash(text) >> 32));
  return hex;
}

// An index such as `[12]` at the start of a text. `size` is its size in bytes, or 0 if the text does not begin with an
// index.
struct Index {
  std::size_t value = 0;
  std::size_t size = 0;
};

Index IndexAt(std::string_view text) {
  Index index;
  const auto [end, code] = std::from_chars(text.data() + 1, text.data() + text.size(), index.value);
  const auto read = static_cast<std::size_t>(end - text.data());
  if (code == std::errc() && text.substr(read).starts_with(']')) index.size = read + 1;
  return index;
}

std::string NamedPaths::NameOf(Node element) const {
  if (!crd_.IsObject(element)) return crd_.String(element);
  for (const std::string_view key : {"name", "jsonPath", "rule"}) {
    const Node member = crd_.Member(element, key);
    const std::string text = member == Tree::kNone ? std::string() : crd_.String(member);
    if (!text.empty()) return key == "rule" ? HashOf(text) : text;
  }
  return {};
}

const NamedPaths::Names& NamedPaths::NamesIn(Node list) {
  const auto [found, is_new] = names_.try_emplace(list);
  Names& names = found->second;
  if (!is_new) return names;
  std::set<std::string> once, twice;
  for (Node each = crd_.FirstChild(list); each != Tree::kNone; each = crd_.Next(each)) {
    names.push_back(NameOf(each));
    if (!once.insert(names.back()).second) twice.insert(names.back());
  }
  for (std::string& name : names) {
    if (name.size() > kMaxNameBytes || twice.contains(name)) name.clear();
  }
  return names;
}

std::string NamedPaths::Of(std::string_view path) {
  std::string named;
  Node node = Tree::kRoot;
  std::size_t done = 0;  // size of the part of the path that leads to `node`
  int tries = 0;
  for (auto at = path.find('['); at != path.npos && tries < kMaxTries; at = path.find('[', at + 1)) {
    const Index index = IndexAt(path.substr(at));
    if (index.size == 0) continue;
    ++tries;
    const cli::LocatedNode list = cli::Locate(crd_, node, path.substr(done, at - done));
    if (!list.found || !crd_.IsArray(list.node)) continue;
    const Node element = crd_.Element(list.node, index.value);
    if (element == Tree::kNone) break;
    const std::string& name = NamesIn(list.node)[index.value];
    named += path.substr(done, at - done);
    named += name.empty() ? std::string(path.substr(at, index.size)) : "[" + name + "]";
    node = element;
    done = at + index.size;
    at = done - 1;
    tries = 0;
  }
  return named.append(path.substr(done));
}

constexpr std::string_view kVersions = "spec.versions[";
constexpr std::string_view kSchema = "].schema.openAPIV3Schema";
constexpr std::string_view kSharedSchema = "spec.validation.openAPIV3Schema";

// Returns the index i of a path that begins with spec.versions[i]; nullopt for any other path.
std::optional<std::size_t> VersionOf(std::string_view path) {
  if (!path.starts_with(kVersions)) return std::nullopt;
  std::size_t index = 0;
  const char* begin = path.data() + kVersions.size();
  if (std::from_chars(begin, path.data() + path.size(), index).ec != std::errc()) {
    return std::nullopt;
  }
  return index;
}

class CrdChecker {
 public:
  CrdChecker(const CrdText& text, const crd::CustomResourceDefinition& crd) : text_(text), crd_(crd), tree_(text.json) {
    const auto spec = tree_.Member(Tree::kRoot, "spec");
    const auto validation = spec == Tree::kNone ? spec : tree_.Member(spec, "validation");
    shared_ = crd.api_version == crd::ApiVersion::kV1beta1 && validation != Tree::kNone && tree_.IsObject(validation);
  }

  // Adds a finding. If the same finding was already added for another version, only adds the version to it, and returns
  // false.
  bool Add(std::string_view rule, const std::string& path, std::string_view message, std::string server,
           std::optional<document::Position> within = std::nullopt);
  void AddExpression(const ServerError& error, const std::vector<ExpressionIssue>& issues);
  void AddStrict(base::Arena& arena);
  void AddKep(base::Arena& arena);
  void AddEvaluation(const crd::EvaluationResult& verdict);
  void AddServerErrors(std::vector<ServerError> errors, const crd::EvaluationResult& verdict);
  void AddSizes(const std::vector<SizeError>& errors) {
    for (const SizeError& error : errors) {
      Add(error.rule, error.path, error.message, {});
      findings_.back().severity = error.severity;
    }
  }
  void AddUnions(base::Arena& arena) {
    std::ranges::move(UnionFindings(text_, crd_, tree_, arena), std::back_inserter(findings_));
  }
  SuppressionResult Suppressed() && {
    NamedPaths paths(tree_);
    TemplatedMetadata filled_in(tree_);
    for (Finding& each : findings_) {
      each.named_path = paths.Of(each.path);
      if (!filled_in.Has(each.path)) continue;
      each.severity = Severity::kWarning;
      each.message += "; a template may fill this in";
    }
    return ApplySuppressions(tree_, crd_.metadata.name, At(kIgnorePath), std::move(findings_));
  }

 private:
  void AddUnsupported(const crd::Condition& condition);
  bool NoteVersion(std::string identity, const std::string& version);
  std::string AsWritten(std::string text) const;
  document::Position At(std::string_view path) const;

  const CrdText& text_;
  const crd::CustomResourceDefinition& crd_;
  const Tree tree_;
  bool shared_;  // true: the author wrote one schema for all versions, in spec.validation
  std::vector<Finding> findings_;
  std::unordered_map<std::string, std::size_t> by_identity_;
};

// Replaces the paths of v1 in `text`, which is a path or a message, by the paths in the file of the author. A CRD in
// v1beta1 is checked as v1, where each version has its own schema, so the checks report paths of v1.
std::string CrdChecker::AsWritten(std::string text) const {
  if (!shared_) return text;
  for (auto at = text.find(kVersions); at != std::string::npos; at = text.find(kVersions, at + 1)) {
    const auto end = text.find(']', at);
    if (text.compare(std::min(end, text.size()), kSchema.size(), kSchema) != 0) continue;
    text.replace(at, end + kSchema.size() - at, kSharedSchema);
  }
  return text;
}

document::Position CrdChecker::At(std::string_view path) const {
  const cli::LocatedNode place = cli::Locate(tree_, Tree::kRoot, path);
  return text_.document.At(text_.offset + tree_.Offset(place.node));
}

// If a finding with this identity was already added, adds the version to it and returns true; otherwise returns false.
// The same finding can occur several times, because an error in a schema that all versions share is found in each
// version.
bool CrdChecker::NoteVersion(std::string identity, const std::string& version) {
  const auto [known, is_new] = by_identity_.emplace(std::move(identity), findings_.size());
  if (is_new) return false;
  auto& versions = findings_[known->second].versions;
  if (!version.empty() && std::ranges::find(versions, version) == versions.end()) {
    versions.push_back(version);
  }
  return true;
}

bool CrdChecker::Add(std::string_view rule, const std::string& path, std::string_view message, std::string server,
                     std::optional<document::Position> within) {
  const auto version = VersionOf(path);
  std::string name(version && *version < crd_.versions.size() ? crd_.versions[*version].name : "");
  std::string own = AsWritten(path);
  std::string text = AsWritten(std::string(message));
  std::string identity = own + "\n" + text;
  if (within) identity += document::PlaceText("\n", *within);
  if (NoteVersion(std::move(identity), name)) return false;
  Finding finding;
  finding.rule = SpecificRule(rule, own, tree_, crd_.api_version);
  finding.at = At(own);
  finding.crd = crd_.metadata.name;
  if (version) finding.versions.push_back(std::move(name));
  finding.path = std::move(own);
  finding.message = std::move(text);
  finding.server_message = std::move(server);
  findings_.push_back(std::move(finding));
  return true;
}

// Adds a finding for each of the issues of a CEL expression, at its place in the expression.
void CrdChecker::AddExpression(const ServerError& error, const std::vector<ExpressionIssue>& issues) {
  for (const ExpressionIssue& issue : issues) {
    const std::string message = issue.message + SinceNote(issue.message, text_.mode.release);
    if (!Add(error.rule, error.path, message, error.server_message, issue.at)) continue;
    Finding& finding = findings_.back();
    const cli::LocatedNode place = cli::Locate(tree_, Tree::kRoot, finding.path);
    if (!place.found) continue;
    finding.at = text_.document.At(text_.offset + tree_.ValueOffset(place.node));
    finding.within = TextInFile{tree_.String(place.node), issue.at};
  }
}

void CrdChecker::AddEvaluation(const crd::EvaluationResult& verdict) {
  for (const auto& violation : verdict.violations) {
    Add(violation.rule, violation.field(), violation.Body(), violation.Text());
  }
  if (verdict.condition && verdict.violations.empty()) AddUnsupported(*verdict.condition);
}

// Adds a finding for each keyword, in all versions, that structural schemas do not support. The server reports only one
// of them, in `condition`.
void CrdChecker::AddUnsupported(const crd::Condition& condition) {
  const kubernetes::FieldPath spec("spec");
  for (std::size_t i = 0; i < crd_.versions.size(); ++i) {
    const crd::Version& version = crd_.versions[i];
    if (version.schema == nullptr) continue;
    const kubernetes::FieldPath of_version = spec.Child("versions", i);
    const kubernetes::FieldPath of_schema = of_version.Child("schema");
    for (const auto& keyword : FindUnsupported(*version.schema, of_schema.Child("openAPIV3Schema"))) {
      Add(keyword.rule, keyword.path, keyword.text, condition.message);
    }
  }
}

// Adds the errors of a server. Skips keywords that structural schemas do not support, because AddUnsupported adds them.
// If a CEL rule exceeds both its own cost limit and the limit for all rules together, adds only one finding for it.
void CrdChecker::AddServerErrors(std::vector<ServerError> errors, const crd::EvaluationResult& verdict) {
  std::set<std::string, std::less<>> unsupported;
  if (verdict.violations.empty()) {
    for (const Finding& finding : findings_) unsupported.insert(finding.path);
  }
  std::set<std::string, std::less<>> too_dear;
  for (ServerError& error : errors) {
    if (error.rule == validate::kCelCost && !too_dear.insert(error.path).second) continue;
    const bool whole = !unsupported.empty() && error.path.ends_with(".openAPIV3Schema");
    if (error.rule == validate::kKeywords && (whole || unsupported.contains(error.path))) continue;
    if (error.rule == validate::kUnknownFormat && text_.mode.strict) continue;  // AddStrict adds it
    const std::size_t before = findings_.size();
    const auto issues = IssuesOfExpression(error.message);
    AddExpression(error, issues);
    if (issues.empty()) Add(error.rule, error.path, error.message, std::move(error.server_message));
    for (std::size_t i = before; i < findings_.size(); ++i) {
      if (error.is_warning && !text_.mode.strict) findings_[i].severity = Severity::kWarning;
      if (!error.in_all_versions) continue;
      findings_[i].versions.clear();
      for (const crd::Version& version : crd_.versions) findings_[i].versions.emplace_back(version.name);
    }
  }
}

// Adds the violations of KEP 2335's compatibility plan, except those that the server reports at the same place, too.
void CrdChecker::AddKep(base::Arena& arena) {
  std::set<std::pair<std::string, std::string>> known;
  for (const Finding& finding : findings_) known.emplace(finding.path, finding.message);
  for (Finding& finding : KepFindings(text_, crd_, tree_, arena)) {
    if (!known.contains({finding.path, finding.message})) findings_.push_back(std::move(finding));
  }
}

void CrdChecker::AddStrict(base::Arena& arena) {
  for (auto& found : rules::FindStrict(tree_, crd_, arena)) {
    if (found.node == Tree::kNone) {
      Add(found.rule, found.path, found.message, {});
      continue;
    }
    Finding finding;
    finding.rule = found.rule;
    finding.at = text_.document.At(text_.offset + tree_.Offset(found.node));
    finding.crd = crd_.metadata.name;
    if (const auto version = VersionOf(found.path); version && *version < crd_.versions.size()) {
      finding.versions.emplace_back(crd_.versions[*version].name);
    }
    finding.path = std::move(found.path);
    finding.message = std::move(found.message);
    if (found.rule == rules::kMistypedValue.id) {
      const auto value = text_.document.At(text_.offset + tree_.ValueOffset(found.node));
      finding.message += cli::ImplicitScalarNote(text_.document, value);
    }
    findings_.push_back(std::move(finding));
  }
}

Finding Undecodable(const CrdText& text, const base::Error& why) {
  Finding finding;
  finding.rule = rules::kUndecodable.id;
  cli::DecodeError error = cli::LocateDecodeError(text.json, why);
  finding.at = text.document.At(text.offset + error.offset);
  finding.message = std::move(error.message) + cli::ImplicitScalarNote(text.document, finding.at);
  return finding;
}

base::Result<crd::CustomResourceDefinition> DecodeText(const CrdText& text, base::Arena& arena) {
  if (text.list_version.empty()) return crd::Decode(text.json, arena);
  for (const crd::ApiVersion version : {crd::ApiVersion::kV1, crd::ApiVersion::kV1beta1}) {
    if (text.list_version == crd::Name(version)) return crd::DecodeItem(text.json, version, arena);
  }
  return base::Error(
      base::ErrorCode::kInvalidInput,
      "in a list that is not one of apiextensions.k8s.io/v1 or v1beta1: " + std::string(text.list_version));
}

}  // namespace

CrdFindings CheckCrdText(const CrdText& text, base::Arena& arena) {
  auto decoded = DecodeText(text, arena);
  if (!decoded.ok()) return {.findings = {Undecodable(text, decoded.error())}};
  const bool old = decoded->api_version == crd::ApiVersion::kV1beta1;
  const bool patch = decoded->versions.empty() && cli::IsPatch(Tree(text.json), Tree::kRoot);
  const bool change = text.mode.against != nullptr && !patch;
  if (!text.mode.release.IsDefault()) validate::DropUnknownFields(text.mode.release, *decoded, arena);
  const crd::EvaluationResult verdict = patch || change ? crd::EvaluationResult() : crd::Evaluate(*decoded, arena);
  const bool annotated = text.json.find(kIgnoreAnnotation) != std::string_view::npos;
  const bool finds_strict = text.mode.strict || text.mode.strict_rules;
  const bool has_unions = unions::kep::MentionsUnions(text.json) && !patch;
  std::vector<ServerError> errors;
  if (!patch) errors = ServerErrors(text, *decoded, arena);
  std::vector<SizeError> sizes;
  if (text.mode.server_errors && !patch) sizes = SizeErrors(text.json);
  if (!verdict.condition && errors.empty() && sizes.empty() && !finds_strict && !change && !annotated && !has_unions) {
    return {true, {}, 0, patch, old, std::string(decoded->metadata.name)};
  }
  CrdChecker checker(text, *decoded);
  checker.AddEvaluation(verdict);
  checker.AddServerErrors(std::move(errors), verdict);
  checker.AddSizes(sizes);
  if (change && text.mode.against->ChecksPolicy(compatibility::Policy::kKep)) checker.AddKep(arena);
  if (finds_strict) checker.AddStrict(arena);
  if (has_unions) checker.AddUnions(arena);
  auto left = std::move(checker).Suppressed();
  return {true, std::move(left.findings), left.suppressed, patch, old, std::string(decoded->metadata.name)};
}

}  // namespace structural::findings
