#include "cli/diff/sources.h"

#include <algorithm>
#include <filesystem>

#include "cli/shared/crd_files.h"
#include "cli/shared/git_files.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/stored/cluster_crds.h"
#include "document/tree.h"
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
  to.insert_or_assign(std::string(name), SourceCrd{document.file, PartOf(document)});
  return kExitOk;
}

base::Result<SourceCrds> Taken(SourceCrds crds, int exit_code) {
  if (exit_code == kExitOk) return crds;
  return {base::ErrorCode::kInvalidInput, "a part of it cannot be read"};
}

}  // namespace

document::Position SourceCrd::At(std::string_view path) const {
  const document::Tree tree(document.json);
  const Place place = Locate(tree, document::Tree::kRoot, path);
  return document.At(tree.Offset(place.node));
}

base::Result<SourceCrds> ReadCrdsOf(const std::string& revision, const std::vector<std::string>& paths) {
  SourceCrds crds;
  int exit_code = kExitOk;
  const auto keep = [&](const FileDocument& document, base::Arena&) { return KeepCrd(document, crds); };
  for (const std::string& path : paths) {
    const auto visited = VisitFilesIn({revision, "CustomResourceDefinition"}, path, [&](const GitFile& file) {
      exit_code = std::max(exit_code, VisitText(file.path, file.text, keep));
    });
    if (!visited.ok()) return visited.error();
  }
  return Taken(std::move(crds), exit_code);
}

base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector) {
  SourceCrds crds;
  const base::Status read = VisitClusterCrds(flags, [&](std::string json) {
    const document::Tree tree(json);
    const auto metadata = tree.Member(document::Tree::kRoot, "metadata");
    const auto at = metadata == document::Tree::kNone ? metadata : tree.Member(metadata, "name");
    if (at == document::Tree::kNone) return;
    const std::string name = tree.String(at);
    if (!selector.Matches(name)) return;
    SourceCrd crd{"customresourcedefinitions.apiextensions.k8s.io/" + name, {}};
    crd.document.json = std::move(json);
    crds.insert_or_assign(name, std::move(crd));
  });
  if (!read.ok()) return read.error();
  return crds;
}

base::Result<SourceCrds> ReadCrds(const std::string& source) {
  std::string_view named = source;
  const bool git = named.starts_with(kGit);
  if (git) named.remove_prefix(kGit.size());
  std::error_code unknown;
  const auto colon = named.find(':');
  const bool there = source == "-" || std::filesystem::exists(source, unknown) || unknown;
  if (git || (!there && colon != std::string_view::npos)) {
    const std::string path(colon == std::string_view::npos ? "" : named.substr(colon + 1));
    return ReadCrdsOf(std::string(named.substr(0, colon)), {path.empty() ? "." : path});
  }
  SourceCrds crds;
  const int exit_code = VisitDocuments({source}, [&](const FileDocument& document, base::Arena&) {
    return KeepCrd(document, crds);
  });
  return Taken(std::move(crds), exit_code);
}

}  // namespace structural::cli
