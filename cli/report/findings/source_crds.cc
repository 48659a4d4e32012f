#include "cli/report/findings/source_crds.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGit = "git:";
constexpr const char* kCrdKind = "CustomResourceDefinition";

// Returns a document that contains only the CRD, which can be an item of a List. Positions in it are positions in the
// file.
document::Document PartOf(const FileDocument& of) {
  const auto begin = static_cast<std::size_t>(of.json.data() - of.whole_document.json.data());
  document::Document part{
      .begin = of.at, .json = std::string(of.json), .marks = {}, .duplicates = {}, .implicit_scalars = {}};
  const auto& marks = of.whole_document.marks;
  auto mark = std::ranges::lower_bound(marks, begin, {}, &document::Mark::offset);
  for (; mark != marks.end() && mark->offset < begin + of.json.size(); ++mark)
    part.marks.push_back({static_cast<std::uint32_t>(mark->offset - begin), mark->at});
  return part;
}

// The paths of a file with old or new CRDs.
struct SideFile {
  std::string path;             // path below the folder that the user named
  std::string plain_file = {};  // path without the git revision
};

// Adds the CRDs in the text of a file. `below` has the paths for the added CRDs. Returns the exit code.
int AddCrds(const Input& file, const SideFile& below, std::string_view text, SourceCrds& to, SkippedFiles& skipped) {
  const auto add = [&](const FileDocument& document, base::Arena&) -> int {
    if (!document.IsCrd()) return kExitOk;
    to.push_back(SourceCrdOf(document));
    to.back().relative_path = below.path;
    if (!below.plain_file.empty()) to.back().plain_file = below.plain_file;
    return kExitOk;
  };
  return VisitText(file, text, add, skipped);
}

base::Error Unreadable() { return {base::ErrorCode::kInvalidInput, kPartUnreadable}; }

// The source of the old or of the new CRDs, after CrdSource::source was interpreted.
struct SourceRevision {
  bool in_git = false;
  std::string revision = {};  // git revision, if `in_git` is true
  std::vector<GitPath> paths = {};
};

// Interprets `of.source`: as a path if it exists, otherwise as REVISION:PATH, or as a REVISION, in which `of.paths` are
// read.
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
    return {.paths = {{of.source}}};  // neither a path nor a revision; reading this path reports the error
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
      exit_code = std::max(exit_code,
                           AddCrds({file.path, true}, {file.relative_path, file.plain_path}, file.text, crds, skipped));
    });
    if (!visited.ok()) return visited.error();
  }
  skipped.PrintSentence();
  if (exit_code != kExitOk) return Unreadable();
  if (crds.empty() && !of.may_be_empty) return NoCrd(FoldersWith(query, side.paths.front()));
  return crds;
}

}  // namespace

SourceCrd SourceCrdOf(const FileDocument& document) {
  const std::string_view name = TextOf(Below(document.value.Find("metadata"), "name"));
  return {.name = std::string(name),
          .file = document.file,
          .plain_file = document.file,
          .relative_path = {},
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
      const bool in_archive = file->path.starts_with(path + ":");  // such as "chart.tgz:crds/a.yaml"
      const fs::path shown(in_archive ? file->path.substr(path.size() + 1) : file->path);
      const fs::path below = in_archive        ? shown
                             : file->in_folder ? shown.lexically_proximate(fs::path(path).lexically_normal())
                                               : shown.filename();
      exit_code = std::max(exit_code, AddCrds(*file, {below.generic_string()}, *text, crds, skipped));
    }
    for (const std::string& error : files.errors()) PrintError(error);
    if (!files.errors().empty()) exit_code = kExitUsage;
  }
  skipped.PrintSentence();
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

namespace {

// Maximum number of different CRDs with one name that are compared with EqualForObjects. Further CRDs are compared only
// by their texts.
constexpr std::size_t kMaxMeanings = 16;
// Maximum number of positions in a message.
constexpr std::size_t kMaxPlaces = 4;

// A CRD, and a number that is the same for all CRDs of its name that are equal (EqualForObjects).
struct Copy {
  const SourceCrd* crd = nullptr;
  std::size_t meaning = 0;
};
using Copies = std::vector<Copy>;

// All old and new CRDs with one name.
struct Namesakes {
  Copies before = {};
  Copies after = {};
};

class Meanings {
 public:
  std::size_t Of(const SourceCrd& crd) {
    const auto [at, is_new] = by_text_.emplace(crd.document.json, by_text_.size());
    if (!is_new) return at->second;
    for (const auto& [known, meaning] : known_) {
      if (EqualForObjects(*known, crd)) return at->second = meaning;
    }
    if (known_.size() < kMaxMeanings) known_.emplace_back(&crd, at->second);
    return at->second;
  }

 private:
  std::map<std::string_view, std::size_t> by_text_;
  std::vector<std::pair<const SourceCrd*, std::size_t>> known_;
};

// Returns the CRDs by SourceCrd::relative_path. Omits the CRDs of a path that several of them have.
std::map<std::string_view, Copy> ByPath(const Copies& of) {
  std::map<std::string_view, std::optional<Copy>> all;
  for (const Copy& each : of) {
    const auto [at, is_new] = all.emplace(each.crd->relative_path, each);
    if (!is_new) at->second.reset();
  }
  std::map<std::string_view, Copy> once;
  for (const auto& [path, copy] : all) {
    if (copy) once.emplace(path, *copy);
  }
  return once;
}

using CopyPair = std::pair<std::optional<Copy>, std::optional<Copy>>;

// Pairs each old CRD with the new CRD of the same path. Removes these CRDs from `of`, and returns the pairs.
std::vector<CopyPair> TakePaths(Namesakes& of) {
  const auto before = ByPath(of.before), after = ByPath(of.after);
  std::vector<CopyPair> pairs;
  for (const Copy& each : of.after) {
    const auto old = before.find(each.crd->relative_path);
    if (old != before.end() && after.contains(each.crd->relative_path)) pairs.emplace_back(old->second, each);
  }
  const auto taken = [&](const Copy& each) {
    return before.contains(each.crd->relative_path) && after.contains(each.crd->relative_path);
  };
  std::erase_if(of.before, taken);
  std::erase_if(of.after, taken);
  return pairs;
}

// Removes CRDs that are equal to an earlier one in `of`, or whose number (Copy::meaning) is in `meanings`.
void DropCopies(Copies& of, std::set<std::size_t> meanings = {}) {
  std::erase_if(of, [&](const Copy& each) { return !meanings.insert(each.meaning).second; });
}

std::string PlacesOf(const Copies& of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(of.size(), kMaxPlaces); ++i)
    text.append(i == 0 ? "" : " and ").append(document::PlaceText(of[i].crd->file, of[i].crd->document.begin));
  if (of.size() > kMaxPlaces) text += " and " + std::to_string(of.size() - kMaxPlaces) + " other places";
  return text;
}

std::string Ambiguity(const Namesakes& of) {
  const bool old = of.before.size() > 1;
  const Copies& several = old ? of.before : of.after;
  const Copies& others = old ? of.after : of.before;
  const std::string& name = several.front().crd->name;
  return (name.empty() ? "a CRD without metadata.name" : name) + " is several times on the " + (old ? "old" : "new") +
         " side, in " + PlacesOf(several) + ", and it is unknown which of them belongs to " + PlacesOf(others) +
         "; name the folder or file of one of them, or folders with the same paths below them";
}

// If all pairs in `to` have equal old CRDs, also pairs each remaining new CRD with this old CRD.
void AddUpdatesOfKnown(Namesakes& of, std::vector<CopyPair>& to) {
  if (to.empty()) return;
  const std::optional<Copy> known = to.front().first;
  const auto is_known = [&](const CopyPair& pair) { return pair.first->meaning == known->meaning; };
  if (!std::ranges::all_of(to, is_known)) return;
  for (const Copy& each : of.after) to.emplace_back(known, each);
  of.after.clear();
}

// Adds the remaining CRDs as added or removed CRDs. Drops CRDs that are equal to an already paired one.
void AddRest(Namesakes of, std::vector<CopyPair>& to) {
  std::set<std::size_t> before, after;
  for (const CopyPair& pair : to) {
    before.insert(pair.first->meaning);
    after.insert(pair.second->meaning);
  }
  DropCopies(of.before, std::move(before));
  DropCopies(of.after, std::move(after));
  if (of.before.empty()) AddUpdatesOfKnown(of, to);
  for (const Copy& each : of.before) to.emplace_back(each, std::nullopt);
  for (const Copy& each : of.after) to.emplace_back(std::nullopt, each);
}

void PairNamesakes(Namesakes of, CrdPairs& to) {
  std::vector<CopyPair> pairs = TakePaths(of);
  DropCopies(of.before);
  DropCopies(of.after);
  if (of.before.empty() || of.after.empty()) {
    AddRest(std::move(of), pairs);
  } else if (of.before.size() + of.after.size() == 2) {
    pairs.emplace_back(of.before.front(), of.after.front());
  } else {
    to.ambiguous.push_back(Ambiguity(of));
  }
  std::set<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> known;
  for (const auto& [before, after] : pairs) {
    const auto meaning = [](const std::optional<Copy>& copy) {
      return copy ? std::optional(copy->meaning) : std::nullopt;
    };
    if (!known.emplace(meaning(before), meaning(after)).second) continue;
    to.pairs.push_back({before ? before->crd : nullptr, after ? after->crd : nullptr});
  }
}

}  // namespace

CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after) {
  struct Group {
    Meanings meanings = {};
    Namesakes crds = {};
  };
  std::map<std::string_view, Group> names;
  for (const SourceCrd& crd : before) {
    Group& group = names[crd.name];
    group.crds.before.push_back({&crd, group.meanings.Of(crd)});
  }
  for (const SourceCrd& crd : after) {
    Group& group = names[crd.name];
    group.crds.after.push_back({&crd, group.meanings.Of(crd)});
  }
  CrdPairs pairs;
  for (auto& [name, group] : names) PairNamesakes(std::move(group.crds), pairs);
  return pairs;
}

}  // namespace structural::cli
