#include "cli/shared/git_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <unistd.h>

#include "files/archive.h"
#include "kube/credentials/program.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// A call of git: `git -C folder ARGUMENTS`.
struct GitCall {
  std::string folder;  // working folder of git
  std::vector<std::string> arguments;
  std::string input = {};  // standard input of git
  bool quiet = false;      // discard standard error
};

std::vector<std::string> OwnEnvironment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  return all;
}

// Maximum size in bytes of the output of a call: one input of the maximum size, and the line that git prints before the
// text of a file.
constexpr std::size_t kMaxOutput = kMaxInputBytes + (std::size_t{1} << 20);

// Runs git, and waits until it ends. A failure of git is not an error, but a result with its exit code. Errors: those
// of kube::RunProgram; kNotFound: git is not installed.
base::Result<kube::ProgramOutcome> RunGit(GitCall call) {
  // core.fsmonitor of an untrusted repository can name a program that git runs. This configuration overrides it.
  kube::Program git{
      .argv = {"git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", call.folder},
      .environment = OwnEnvironment(),
      .input = std::move(call.input),
      .quiet = call.quiet,
      .max_output_bytes = kMaxOutput};
  std::ranges::move(call.arguments, std::back_inserter(git.argv));
  auto outcome = kube::RunProgram(git, {});
  if (!outcome.ok() && outcome.error().code() == base::ErrorCode::kNotFound) {
    return base::Error(base::ErrorCode::kNotFound, "reading a revision needs git, which is not installed");
  }
  return outcome;
}

// Returns whether `word` names a commit in the repository that contains the folder.
bool IsRevision(const std::string& folder, const std::string& word) {
  const auto found = RunGit({.folder = folder,
                             .arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", word + "^{commit}"},
                             .quiet = true});
  return found.ok() && found->exit_code == 0;
}

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMaxFolders = 3;

// Maximum size in bytes of all files that one call of git reads; a larger file is read alone.
constexpr std::size_t kBlockBytes = 8 << 20;

Result<kube::ProgramOutcome> Git(const std::string& folder, std::vector<std::string> arguments,
                                 std::string input = {}) {
  return RunGit({.folder = folder, .arguments = std::move(arguments), .input = std::move(input)});
}

// Returns the normalized path without a slash at the end, such as "crds"; empty for the top of the repository.
std::string Normal(const fs::path& path) {
  std::string text = path.lexically_normal().generic_string();
  while (text.ends_with('/')) text.pop_back();
  return text == "." ? "" : text;
}

// Returns whether git resolves `path` in REVISION:PATH relative to the working folder, not to the repository's top.
bool IsFromHere(const std::string& path) {
  return path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") || path.starts_with('/');
}

// A path in a commit of a repository.
struct Where {
  std::string folder;  // working folder of git
  std::string up;      // path from `folder` to the top of the repository, such as "../../"
  std::string path;    // path from the repository's top
  std::string commit;
};

// Returns the last existing folder on a path, and the rest of the path after it.
std::pair<std::string, std::string> FolderAround(const std::string& path) {
  std::error_code unknown;
  fs::path folder = path == "-" ? fs::path(".") : fs::path(path), rest;
  while (!folder.empty() && !fs::is_directory(folder, unknown)) {
    rest = rest.empty() ? folder.filename() : folder.filename() / rest;
    folder = folder.parent_path();
  }
  return {folder.empty() ? "." : folder.string(), rest.string()};
}

std::string LineOf(std::string_view& rest) {
  const std::string line(rest.substr(0, rest.find('\n')));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  return line;
}

// Returns whether the folder, or a folder above it, contains .git.
bool IsBelowDotGit(const std::string& folder) {
  std::error_code unknown;
  for (fs::path at = fs::absolute(folder, unknown).lexically_normal();; at = at.parent_path()) {
    if (fs::exists(at / ".git", unknown)) return true;
    if (at == at.parent_path()) return false;
  }
}

// Returns whether no git repository contains the folder. If git refuses the repository, for example because another
// user owns it, returns false, and git prints the reason.
bool IsOutsideRepository(const std::string& folder) {
  const std::vector<std::string> arguments{"rev-parse", "--git-dir"};
  const auto found = RunGit({.folder = folder, .arguments = arguments, .quiet = true});
  if (!found.ok() || found->exit_code == 0) return false;
  if (!IsBelowDotGit(folder)) return true;
  (void)RunGit({.folder = folder, .arguments = arguments});
  return false;
}

Error UnknownRevision(const std::string& revision, const std::string& folder) {
  if (IsOutsideRepository(folder)) {
    const std::string where = folder == "." ? "the working folder" : folder;
    return {ErrorCode::kNotFound, "not a file or a folder, and no git revision, because " + where +
                                      " is not in a git repository: " + revision +
                                      "; run the command in a clone of the repository, or name a file or a folder"};
  }
  std::string text = "not a file, a folder or a git revision in " + folder + ": " + revision;
  const auto shallow = RunGit({.folder = folder, .arguments = {"rev-parse", "--is-shallow-repository"}, .quiet = true});
  if (shallow.ok() && shallow->output.starts_with("true"))
    text +=
        "; the clone is shallow: fetch the revision first, with git fetch, or with fetch-depth: 0 of actions/checkout";
  return {ErrorCode::kNotFound, text};
}

Result<Where> Find(const GitQuery& query, const GitPath& named) {
  Where where;
  const bool here = named.in_work_tree || IsFromHere(named.path);
  const auto [folder, rest] = FolderAround(here ? named.path : ".");
  where.folder = folder;
  const auto commit =
      RunGit({.folder = folder,
              .arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", query.revision + "^{commit}"},
              .quiet = true});
  if (!commit.ok()) return commit.error();
  if (commit->exit_code != 0) return UnknownRevision(query.revision, folder);
  where.commit = commit->output.substr(0, commit->output.find('\n'));
  const auto place = Git(folder, {"rev-parse", "--show-prefix", "--show-cdup"});
  if (!place.ok()) return place.error();
  if (place->exit_code != 0) return UnknownRevision(query.revision, folder);
  std::string_view lines = place->output;
  const std::string prefix = LineOf(lines);
  where.up = LineOf(lines);
  where.path = Normal(here ? fs::path(prefix) / rest : fs::path(named.path));
  return where;
}

// An object of git; for a link, the object to which it leads, or the reason why it leads to none.
struct GitObject {
  enum class Kind { kFile, kFolder, kMissing, kNoTarget, kOutside, kCircle, kOther };

  Kind kind = Kind::kOther;
  std::string id = {};
  std::size_t size = 0;
};

GitObject::Kind KindNamed(std::string_view type) {
  if (type == "blob") return GitObject::Kind::kFile;
  if (type == "tree") return GitObject::Kind::kFolder;
  return GitObject::Kind::kOther;
}

std::size_t SizeIn(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Reads the answer to one request of LookUp at the start of `rest`, and removes it: "ID blob 12" or "REQUEST missing".
// For a link that git cannot follow, the answer is a word and a size, such as "symlink 11", and a text of this size on
// the next line.
GitObject TakeAnswer(std::string_view& rest) {
  const std::string line = LineOf(rest);
  if (line.ends_with(" missing")) return {GitObject::Kind::kMissing};
  const auto space = line.find(' ');
  if (space == line.npos) return {};
  const std::string first = line.substr(0, space);
  const auto last = line.rfind(' ');
  if (last != space)
    return {KindNamed(std::string_view(line).substr(space + 1, last - space - 1)), first,
            SizeIn(line.substr(last + 1))};
  rest.remove_prefix(std::min(rest.size(), SizeIn(line.substr(space + 1)) + 1));
  if (first == "symlink") return {GitObject::Kind::kOutside};
  if (first == "loop") return {GitObject::Kind::kCircle};
  return {first == "dangling" || first == "notdir" ? GitObject::Kind::kNoTarget : GitObject::Kind::kOther};
}

// Returns the object of each request. A request is the id of an object, or COMMIT:PATH, whose links are followed.
Result<std::vector<GitObject>> LookUp(const Where& where, const std::vector<std::string>& requests) {
  std::vector<GitObject> objects;
  if (requests.empty()) return objects;
  std::string input;
  for (const std::string& each : requests) input.append(each).append("\n");
  const auto found = Git(where.folder, {"cat-file", "--batch-check", "--follow-symlinks"}, std::move(input));
  if (!found.ok()) return found.error();
  if (found->exit_code != 0) return Error(ErrorCode::kInvalidInput, "git cat-file failed");
  std::string_view rest = found->output;
  for (std::size_t i = 0; i < requests.size(); ++i) objects.push_back(TakeAnswer(rest));
  return objects;
}

// A file of a commit.
struct GitEntry {
  std::string path;  // path from the repository's top
  bool link = false;
  GitObject object = {};
};

Error NotHere(const std::string& shown) {
  return Error(ErrorCode::kInvalidInput,
               "git does not have its content, as in a partial or damaged clone; fetch it, or exclude the file")
      .In(shown);
}

Error LineBreak(const std::string& path) {
  return {ErrorCode::kInvalidInput, base::Quote(path) + " has a line break in its name"};
}

using TakesPath = std::function<bool(const fs::path& below)>;

// Returns the files below the folder `tree`, sorted by path. `takes` returns whether to include the file at a path
// below the folder. Omits links to folders, and links without a target.
Result<std::vector<GitEntry>> FilesBelow(const Where& where, const std::string& tree, const TakesPath& takes) {
  const auto listed = Git(where.folder, {"ls-tree", "-r", "-z", "--full-tree", tree});
  if (!listed.ok()) return listed.error();
  if (listed->exit_code != 0) return Error(ErrorCode::kInvalidInput, "git ls-tree failed");
  std::vector<GitEntry> entries;
  std::vector<std::string> requests;
  std::string_view rest = listed->output;
  for (auto end = rest.find('\0'); end != rest.npos; end = rest.find('\0')) {
    const std::string_view line = rest.substr(0, end);  // "100644 blob ID\tPATH"
    rest.remove_prefix(end + 1);
    const auto tab = line.find('\t');
    const fs::path below(line.substr(std::min(line.size(), tab + 1)));
    if (tab == line.npos || line.find(" blob ") > tab || !takes(below)) continue;
    GitEntry entry{(fs::path(where.path) / below).generic_string(), line.starts_with("120000")};
    if (entry.link && entry.path.find('\n') != entry.path.npos) return LineBreak(entry.path);
    const auto id = line.rfind(' ', tab) + 1;
    requests.push_back(entry.link ? where.commit + ":" + entry.path : std::string(line.substr(id, tab - id)));
    entries.push_back(std::move(entry));
  }
  auto objects = LookUp(where, requests);
  if (!objects.ok()) return objects.error();
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].object = std::move((*objects)[i]);
  std::erase_if(entries, [](const GitEntry& each) {
    return each.object.kind == GitObject::Kind::kFolder || each.object.kind == GitObject::Kind::kNoTarget;
  });
  return entries;
}

// Returns an error if the file cannot be read. `shown` is its path in the message.
base::Status CheckReadable(const GitEntry& entry, const std::string& shown) {
  using enum GitObject::Kind;
  if (entry.object.kind == kMissing) return NotHere(shown);
  if (entry.object.kind == kOutside)
    return Error(ErrorCode::kInvalidInput, "it is a link out of the repository").In(shown);
  if (entry.object.kind == kCircle) return Error(ErrorCode::kInvalidInput, "it is a link in a circle").In(shown);
  if (entry.object.kind != kFile) return Error(ErrorCode::kInvalidInput, "git cannot read it").In(shown);
  if (entry.object.size > kMaxInputBytes)
    return Error(ErrorCode::kLimitExceeded, "it has more than " + std::to_string(kMaxInputBytes >> 20) + " MiB")
        .In(shown);
  return base::Ok();
}

using VisitEntry = std::function<void(const GitEntry& entry, std::string text)>;

// Reads all files of `block` with one call of git, and calls `visit` for each.
base::Status VisitBlock(const Where& where, std::span<const GitEntry> block, const VisitEntry& visit) {
  std::string input;
  for (const GitEntry& each : block) input.append(each.object.id).append("\n");
  const auto read = Git(where.folder, {"cat-file", "--batch"}, std::move(input));
  if (!read.ok()) return read.error();
  std::string_view rest = read->output;
  for (const GitEntry& each : block) {
    const GitObject object = TakeAnswer(rest);
    if (read->exit_code != 0 || object.kind != GitObject::Kind::kFile || rest.size() < object.size)
      return Error(ErrorCode::kInvalidInput, "git cannot read it").In(each.path);
    visit(each, std::string(rest.substr(0, object.size)));
    rest.remove_prefix(std::min(rest.size(), object.size + 1));
  }
  return base::Ok();
}

base::Status VisitEntries(const Where& where, const std::vector<GitEntry>& entries, const VisitEntry& visit) {
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin, bytes = 0;
    while (end < entries.size() && (end == begin || bytes + entries[end].object.size <= kBlockBytes))
      bytes += entries[end++].object.size;
    const base::Status read = VisitBlock(where, std::span(entries).subspan(begin, end - begin), visit);
    if (!read.ok()) return read;
    begin = end;
  }
  return base::Ok();
}

// Returns how similar two paths are, as a number that grows with the names that both contain.
int Likeness(const fs::path& folder, const fs::path& wanted) {
  if (folder == wanted.parent_path() && !folder.empty()) return 100;
  const auto shared = std::ranges::count_if(
      folder, [&](const fs::path& part) { return std::ranges::find(wanted, part) != wanted.end(); });
  return 2 * static_cast<int>(shared) + (folder.filename() == wanted.filename() ? 1 : 0);
}

// Returns, for each folder of the commit, the number of files in it that contain the searched text. Skips files that
// git cannot read.
std::map<std::string, int> CountFolders(const GitQuery& query, const Where& where) {
  std::map<std::string, int> files;
  auto entries = FilesBelow(where, where.commit, [](const fs::path& below) { return IncludesPath({}, {}, below); });
  if (!entries.ok()) return files;
  std::erase_if(*entries, [](const GitEntry& each) { return !CheckReadable(each, {}).ok(); });
  const base::Status read = VisitEntries(where, *entries, [&](const GitEntry& entry, const std::string& text) {
    if (text.find(query.searched_text) != text.npos) ++files[fs::path(entry.path).parent_path().generic_string()];
  });
  return read.ok() ? files : std::map<std::string, int>();
}

std::string Folders(const GitQuery& query, Where where) {
  const fs::path wanted(std::exchange(where.path, ""));
  const std::map<std::string, int> files = CountFolders(query, where);
  std::vector<std::tuple<int, int, std::string>> order;
  for (const auto& [folder, count] : files) order.emplace_back(-Likeness(folder, wanted), -count, folder);
  std::ranges::sort(order);
  std::string text;
  for (std::size_t i = 0; i < order.size() && i < kMaxFolders; ++i) {
    const std::string& folder = std::get<std::string>(order[i]);
    text.append(i == 0 ? "" : ", ").append(query.revision).append(":").append(folder.empty() ? "." : folder);
  }
  return text;
}

Error Missing(const GitQuery& query, const Where& where) {
  std::string text = query.revision + " has no " + where.path;
  const std::string folders = Folders(query, where);
  if (!folders.empty()) text += "; files with " + query.searched_text + " are in " + folders;
  text += "; use --allow-empty if it is new";
  return {ErrorCode::kNotFound, text};
}

// Returns the object at the path. kMissing: git does not have its content. kNoTarget: the path does not exist.
Result<GitObject> ObjectAt(const Where& where) {
  if (where.path.empty()) return GitObject{GitObject::Kind::kFolder, where.commit};
  if (where.path.find('\n') != where.path.npos) return LineBreak(where.path);
  const std::string named = where.commit + ":" + where.path;
  auto found = LookUp(where, {named});
  if (!found.ok()) return found.error();
  if (found->front().kind != GitObject::Kind::kMissing) return std::move(found->front());
  // git answers "missing" in two cases: the path does not exist, or git does not have the content. Only in the second
  // case, the folder in the commit has an entry for the path.
  const auto known = Git(where.folder, {"rev-parse", "--verify", "--quiet", "--end-of-options", named});
  if (!known.ok()) return known.error();
  return GitObject{known->exit_code == 0 ? GitObject::Kind::kMissing : GitObject::Kind::kNoTarget};
}

// Returns the files in the object at the path if it is a folder; otherwise the file itself. An archive is an error.
Result<std::vector<GitEntry>> EntriesAt(const GitQuery& query, const GitPath& named, const Where& where,
                                        GitObject object) {
  if (object.kind == GitObject::Kind::kFolder) {
    const fs::path root = named.in_work_tree && named.path != "-"
                              ? fs::path(named.path)
                              : (fs::path(where.folder) / where.up / where.path).lexically_normal();
    return FilesBelow(where, object.id, [&](const fs::path& below) { return IncludesPath(query.filter, root, below); });
  }
  if (files::IsArchiveName(where.path)) {
    return Error(ErrorCode::kInvalidInput,
                 "archives in a git revision are not read; take it out with git show, and name the file")
        .In(query.revision + ":" + where.path);
  }
  return std::vector<GitEntry>{{where.path, false, std::move(object)}};
}

}  // namespace

std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder) {
  std::set<std::string, std::less<>> paths;
  const auto listed =
      RunGit({.folder = folder, .arguments = {"ls-files", "-z", "-c", "-i", "--exclude-standard"}, .quiet = true});
  if (!listed.ok() || listed->exit_code != 0) return paths;
  std::string_view rest = listed->output;
  for (auto end = rest.find('\0'); end != rest.npos; end = rest.find('\0')) {
    paths.emplace(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return paths;
}

base::Status VisitFilesIn(const GitQuery& query, const GitPath& path,
                          const std::function<void(const GitFile&)>& visit) {
  const auto where = Find(query, path);
  if (!where.ok()) return where.error();
  const auto object = ObjectAt(*where);
  if (!object.ok()) return object.error();
  if (object->kind == GitObject::Kind::kNoTarget)
    return query.may_be_missing ? base::Ok() : base::Status(Missing(query, *where));
  const bool folder = object->kind == GitObject::Kind::kFolder;
  const auto entries = EntriesAt(query, path, *where, *object);
  if (!entries.ok()) return entries.error();
  for (const GitEntry& each : *entries) {
    const base::Status readable = CheckReadable(each, query.revision + ":" + each.path);
    if (!readable.ok()) return readable;
  }
  const std::size_t skipped = where->path.empty() ? 0 : where->path.size() + 1;
  return VisitEntries(*where, *entries, [&](const GitEntry& each, std::string text) {
    if (text.find(query.searched_text) == text.npos) return;
    const std::string relative_path = folder ? each.path.substr(skipped) : fs::path(each.path).filename().string();
    visit({query.revision + ":" + each.path, relative_path, each.path, std::move(text)});
  });
}

std::string FoldersWith(const GitQuery& query, const GitPath& path) {
  auto where = Find(query, path);
  return where.ok() ? Folders(query, *std::move(where)) : std::string();
}

bool IsAlsoRevision(const std::string& name, const std::string& path) {
  return IsRevision(FolderAround(path).first, name);
}

}  // namespace structural::cli
