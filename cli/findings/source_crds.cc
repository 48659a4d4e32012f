#include "cli/findings/source_crds.h"

#include <algorithm>
#include <filesystem>

#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

constexpr std::string_view kGit = "git:";

// The part of a document that is one CRD, with the places of its parts.
document::Document PartOf(const FileDocument& of) {
  const auto begin = static_cast<std::size_t>(of.json.data() - of.text.json.data());
  document::Document part{.begin = of.at, .json = std::string(of.json), .marks = {}, .duplicates = {}, .implicit_scalars = {}};
  const auto& marks = of.text.marks;
  auto mark = std::ranges::lower_bound(marks, begin, {}, &document::Mark::offset);
  for (; mark != marks.end() && mark->offset < begin + of.json.size(); ++mark)
    part.marks.push_back({static_cast<std::uint32_t>(mark->offset - begin), mark->at});
  return part;
}

int KeepCrd(const FileDocument& document, SourceCrds& to) {
  if (!document.IsCrd()) return kExitOk;
  const std::string_view name = TextOf(Below(document.value.Find("metadata"), "name"));
  to.insert_or_assign(std::string(name), KeptCrd(document));
  return kExitOk;
}

// Whether a source that is no path is a revision, which is then left in it.
bool TakeRevision(std::string_view& source) {
  if (source.starts_with(kGit)) {
    source.remove_prefix(kGit.size());
    return true;
  }
  std::error_code unknown;
  return source != "-" && !std::filesystem::exists(source, unknown) && !unknown;
}

base::Result<SourceCrds> ReadRevision(std::string_view revision, const std::vector<std::string>& paths) {
  SourceCrds crds;
  const base::Status read = VisitRevision(
      {std::string(revision), "CustomResourceDefinition"}, paths,
      [&](const FileDocument& document, base::Arena&) { return KeepCrd(document, crds); });
  if (!read.ok()) return read.error();
  return crds;
}

base::Result<SourceCrds> ReadPath(const std::string& path) {
  SourceCrds crds;
  const int exit_code = VisitDocuments({path}, [&](const FileDocument& document, base::Arena&) {
    return KeepCrd(document, crds);
  });
  if (exit_code == kExitOk) return crds;
  return {base::ErrorCode::kInvalidInput, kPartUnreadable};
}

}  // namespace

SourceCrd KeptCrd(const FileDocument& document) { return {document.file, PartOf(document)}; }

document::Position SourceCrd::At(const document::Tree& tree, std::string_view path) const {
  const Place place = Locate(tree, document::Tree::kRoot, path);
  return document.At(tree.Offset(place.node));
}

base::Result<SourceCrds> ReadCrdsAgainst(const std::string& source, const std::vector<std::string>& paths) {
  std::string_view revision = source;
  return TakeRevision(revision) ? ReadRevision(revision, paths) : ReadPath(source);
}

base::Result<SourceCrds> ReadCrds(const std::string& source) {
  std::string_view named = source;
  const bool git = TakeRevision(named);
  const auto colon = named.find(':');
  if (!git || (colon == named.npos && named == source)) return ReadPath(source);
  const std::string path(colon == named.npos ? "" : named.substr(colon + 1));
  return ReadRevision(named.substr(0, colon), {path.empty() ? "." : path});
}

}  // namespace structural::cli
