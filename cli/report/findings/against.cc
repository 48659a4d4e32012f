#include "cli/report/findings/against.h"

#include <algorithm>

#include "cli/shared/locate.h"
#include "schema/crd/crd.h"

namespace structural::findings {
namespace {

using compatibility::Change;
using compatibility::RuleViolation;
using crd::CustomResourceDefinition;
using document::Tree;

constexpr std::string_view kShared = "spec.validation.";

// Returns the path in the author's text. The checks use paths in spec.validation for a schema that all versions share;
// in v1, which does not have this field, returns the path in the first version.
std::string AsWritten(std::string_view path, const CustomResourceDefinition& crd) {
  const bool moved = crd.api_version == crd::ApiVersion::kV1 && path.starts_with(kShared);
  if (!moved) return std::string(path);
  return "spec.versions[0].schema." + std::string(path.substr(kShared.size()));
}

Finding Of(const RuleViolation& violation, const CrdText& text, const CustomResourceDefinition& crd, const Tree& tree) {
  Finding finding;
  finding.rule = violation.rule;
  finding.crd = crd.metadata.name;
  finding.path = AsWritten(violation.error.field(), crd);
  finding.message = violation.error.Body();
  const cli::LocatedNode place = cli::Locate(tree, Tree::kRoot, finding.path);
  finding.at = text.document.At(text.offset + tree.Offset(place.node));
  return finding;
}

}  // namespace

std::vector<Finding> KepFindings(const CrdText& text, const CustomResourceDefinition& crd, const Tree& tree,
                                 base::Arena& arena) {
  const std::string_view stored = text.mode.against->StoredOf(crd.metadata.name);
  const auto before =
      stored.empty() ? base::Result<CustomResourceDefinition>(CustomResourceDefinition()) : crd::Decode(stored, arena);
  Change change{.after = crd, .text = text.json, .request_version = crd.api_version};
  if (!stored.empty() && before.ok()) {
    change.before = &*before;
    change.text_before = stored;
  }
  std::vector<Finding> findings;
  for (const RuleViolation& each : compatibility::FindViolations(change, compatibility::Policy::kKep, arena)) {
    findings.push_back(Of(each, text, crd, tree));
  }
  return findings;
}

std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena) {
  OldCrds against{.policy = policy};
  against.stored.emplace(name, before);
  const LintMode mode{.server_errors = true, .against = &against};
  std::vector<Finding> findings = CheckCrdText({after, after.json, 0, {}, mode}, arena).findings;
  std::ranges::stable_sort(findings, {}, &Finding::at);
  return findings;
}

namespace {

// Maximum number of names of CRDs in a sentence.
constexpr std::size_t kMaxNames = 10;

// Returns an error if the old CRD cannot be decoded. KepFindings would treat it as missing, so every update would be
// allowed.
base::Status CheckDecodes(const cli::SourceCrd& crd) {
  base::Arena arena;
  const auto decoded = crd::Decode(crd.document.json, arena);
  if (decoded.ok()) return base::Ok();
  const cli::DecodeError error = cli::LocateDecodeError(crd.document.json, decoded.error());
  const std::string place = document::PlaceText(crd.file, crd.document.At(error.offset));
  return base::Error(base::ErrorCode::kInvalidInput, place + ": " + error.message);
}

}  // namespace

base::Status StoredCrds::Read(const cli::CrdSource& source) {
  auto read = cli::ReadCrds(source);
  if (!read.ok()) return read.error();
  crds_ = *std::move(read);
  std::map<std::string_view, const cli::SourceCrd*> first;
  bool copies = false;
  for (const cli::SourceCrd& crd : crds_) {
    const base::Status decodes = CheckDecodes(crd);
    if (!decodes.ok()) return decodes;
    const auto [at, is_new] = first.emplace(crd.name, &crd);
    if (is_new) all_.stored.emplace(crd.name, crd.document.json);
    copies = copies || (!is_new && !cli::EqualForObjects(*at->second, crd));
  }
  all_.stored.erase("");
  if (!copies) return base::Ok();
  if (std::ranges::find(source.paths, "-") != source.paths.end()) {
    return base::Error(base::ErrorCode::kInvalidInput,
                       "it has a CRD in several files, which standard input cannot be held against");
  }
  const auto after = cli::ReadCrdFiles(source.paths, source.filter);
  if (!after.ok()) return after.error();
  const cli::CrdPairs pairs = cli::PairCrds(crds_, *after);
  if (!pairs.ambiguous.empty()) return base::Error(base::ErrorCode::kInvalidInput, pairs.ambiguous.front());
  for (const cli::SourceCrd& crd : *after) by_file_[crd.file].policy = all_.policy;
  for (const cli::CrdPair& pair : pairs.pairs) {
    if (pair.before != nullptr && pair.after != nullptr)
      by_file_[pair.after->file].stored[pair.after->name] = pair.before->document.json;
  }
  return base::Ok();
}

std::string StoredCrds::Sentence(const std::string& against) const {
  std::set<std::string_view> old;
  std::vector<std::string_view> alone;
  for (const cli::SourceCrd& crd : crds_) {
    if (old.insert(crd.name).second && !checked_.contains(crd.name)) alone.push_back(crd.name);
  }
  std::string text =
      std::to_string(old.size() - alone.size()) + " compared with " + std::to_string(old.size()) + " of " + against;
  if (alone.empty()) return text;
  text +=
      "; " + std::to_string(alone.size()) + " of them " + (alone.size() == 1 ? "is" : "are") + " not in the files: ";
  for (std::size_t i = 0; i < std::min(alone.size(), kMaxNames); ++i)
    text.append(i == 0 ? "" : ", ").append(alone[i].empty() ? "a CRD without metadata.name" : alone[i]);
  if (alone.size() > kMaxNames) text += " and " + std::to_string(alone.size() - kMaxNames) + " more";
  return text;
}

const OldCrds& StoredCrds::OldCrdsFor(const std::string& file) const {
  const auto found = by_file_.find(file);
  return found == by_file_.end() ? all_ : found->second;
}

}  // namespace structural::findings
