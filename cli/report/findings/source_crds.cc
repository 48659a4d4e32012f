#include "cli/report/findings/source_crds.h"

#include <algorithm>
#include <filesystem>

#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGit = "git:";
constexpr const char* kCrdKind = "CustomResourceDefinition";

// Returns the part of a document that is one CRD, with the places of its parts.
document::Document PartOf(const FileDocument& of) {
  const auto begin = static_cast<std::size_t>(of.json.data() - of.text.json.data());
  document::Document part{
      .begin = of.at, .json = std::string(of.json), .marks = {}, .duplicates = {}, .implicit_scalars = {}};
  const auto& marks = of.text.marks;
  auto mark = std::ranges::lower_bound(marks, begin, {}, &document::Mark::offset);
  for (; mark != marks.end() && mark->offset < begin + of.json.size(); ++mark)
    part.marks.push_back({static_cast<std::uint32_t>(mark->offset - begin), mark->at});
  return part;
}

// A file of one side.
struct SideFile {
  std::string path;        // path below the named folder
  std::string plain = {};  // path without the git revision
};

// Adds the CRDs of a text. Returns the exit code.
int AddCrds(const Input& file, const SideFile& below, std::string_view text, SourceCrds& to, SkippedFiles& skipped) {
  const auto add = [&](const FileDocument& document, base::Arena&) -> int {
    if (!document.IsCrd()) return kExitOk;
    to.push_back(KeptCrd(document));
    to.back().below = below.path;
    if (!below.plain.empty()) to.back().plain = below.plain;
    return kExitOk;
  };
  return VisitText(file, text, add, skipped);
}

base::Error Unreadable() { return {base::ErrorCode::kInvalidInput, kPartUnreadable}; }

// The source of one side.
struct SourceRevision {
  bool in_git = false;
  std::string revision = {};  // git revision
  std::vector<GitPath> paths = {};
};

// Returns the source of a side. A source that is not an existing path is REVISION:PATH, or a
// revision in which the new side's paths are read.
SourceRevision SideOf(const CrdSource& of) {
  std::string_view named = of.source;
  const bool git = named.starts_with(kGit);
  if (git) named.remove_prefix(kGit.size());
  std::error_code unknown;
  if (!git && (named == "-" || fs::exists(named, unknown) || unknown)) {
    if (named != "-" && !of.paths.empty() && IsAlsoRevision(of.source, of.paths.front()))
      PrintError("note: " + of.source + " is a file or folder and a git revision; git:" + of.source +
                 " names the revision");
    return {.paths = {{of.source}}};
  }
  const auto colon = named.find(':');
  SourceRevision side{.in_git = true, .revision = std::string(named.substr(0, colon))};
  if (colon != named.npos) {
    side.paths.push_back({std::string(named.substr(colon + 1)), false});
  } else if (of.paths.empty() && !git) {
    return {.paths = {{of.source}}};  // a file that does not exist
  } else {
    for (const std::string& path : of.paths) side.paths.push_back({path});
    if (side.paths.empty()) side.paths.push_back({"."});
  }
  return side;
}

base::Error NoCrd(const std::string& elsewhere) {
  std::string text = "it has no CustomResourceDefinition";
  if (!elsewhere.empty()) text += "; there are some in " + elsewhere;
  return {base::ErrorCode::kNotFound, text + "; use --allow-empty if that is right, as for a first release"};
}

base::Result<SourceCrds> ReadRevision(const SourceRevision& side, const CrdSource& of) {
  SourceCrds crds;
  SkippedFiles skipped;
  int exit_code = kExitOk;
  const GitQuery query{side.revision, kCrdKind, of.may_be_missing, of.filter};
  for (const GitPath& path : side.paths) {
    const base::Status visited = VisitFilesIn(query, path, [&](const GitFile& file) {
      exit_code = std::max(exit_code, AddCrds({file.path, true}, {file.below, file.plain}, file.text, crds, skipped));
    });
    if (!visited.ok()) return visited.error();
  }
  skipped.Tell();
  if (exit_code != kExitOk) return Unreadable();
  if (crds.empty() && !of.may_be_empty) return NoCrd(FoldersWith(query, side.paths.front()));
  return crds;
}

}  // namespace

SourceCrd KeptCrd(const FileDocument& document) {
  const std::string_view name = TextOf(Below(document.value.Find("metadata"), "name"));
  return {.name = std::string(name),
          .file = document.file,
          .plain = document.file,
          .below = {},
          .document = PartOf(document)};
}

bool EqualForObjects(const SourceCrd& a, const SourceCrd& b) {
  if (a.document.json == b.document.json) return true;
  base::Arena arena;
  const auto one = json::Parser(arena).Parse(a.document.json);
  const auto other = json::Parser(arena).Parse(b.document.json);
  return one.ok() && other.ok() && EqualForObjects(*one, *other);
}

document::Position SourceCrd::At(const document::Tree& tree, std::string_view path) const {
  const LocatedNode place = Locate(tree, document::Tree::kRoot, path);
  return document.At(tree.Offset(place.node));
}

base::Result<SourceCrds> ReadCrdFiles(const std::vector<std::string>& paths, const FileFilter& filter) {
  SkippedFiles skipped;
  SourceCrds crds;
  int exit_code = kExitOk;
  for (const std::string& path : paths) {
    Files files({path}, filter);
    while (const auto file = files.Next()) {
      const auto text = ReadInput(*file);
      if (!text.ok()) {
        PrintError(file->path + ": " + text.error().message());
        exit_code = kExitUsage;
        continue;
      }
      const bool in_archive = file->path.starts_with(path + ":");  // "chart.tgz:crds/a.yaml"
      const fs::path shown(in_archive ? file->path.substr(path.size() + 1) : file->path);
      const fs::path below = in_archive        ? shown
                             : file->in_folder ? shown.lexically_proximate(fs::path(path).lexically_normal())
                                               : shown.filename();
      exit_code = std::max(exit_code, AddCrds(*file, {below.generic_string()}, *text, crds, skipped));
    }
    for (const std::string& error : files.errors()) PrintError(error);
    if (!files.errors().empty()) exit_code = kExitUsage;
  }
  skipped.Tell();
  if (exit_code != kExitOk) return Unreadable();
  return crds;
}

base::Result<SourceCrds> ReadCrds(const CrdSource& of) {
  const SourceRevision side = SideOf(of);
  if (side.in_git) return ReadRevision(side, of);
  const std::string& path = side.paths.front().path;
  std::error_code unknown;
  if (of.may_be_missing && path != "-" && !fs::exists(path, unknown) && !unknown) return SourceCrds();
  auto crds = ReadCrdFiles({path}, of.filter);
  if (crds.ok() && crds->empty() && !of.may_be_empty) return NoCrd({});
  return crds;
}

}  // namespace structural::cli
