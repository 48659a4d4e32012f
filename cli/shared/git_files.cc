#include "cli/shared/git_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <vector>

#include <unistd.h>

#include "cli/shared/files.h"
#include "kube/credentials/program.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMostFolders = 3;

std::vector<std::string> Environment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  return all;
}

Result<kube::ProgramOutcome> Git(const std::string& folder, std::vector<std::string> arguments) {
  kube::Program git{.argv = {"git", "--no-pager", "--literal-pathspecs", "-C", folder},
                    .environment = Environment(),
                    .max_output = kMaxInputBytes};
  std::ranges::move(arguments, std::back_inserter(git.argv));
  auto outcome = kube::RunProgram(git, {});
  if (!outcome.ok() && outcome.error().code() == ErrorCode::kNotFound) {
    return Error(ErrorCode::kNotFound, "reading a revision needs git, which is not installed");
  }
  return outcome;
}

// "crds"; empty for the top of the repository.
std::string Normal(const fs::path& path) {
  std::string text = path.lexically_normal().generic_string();
  while (text.ends_with('/')) text.pop_back();
  return text == "." ? "" : text;
}

bool IsTaken(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

// Whether git reads it from the working folder, behind a colon.
bool IsFromHere(const std::string& path) {
  return path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") || path.starts_with('/');
}

// A path in a commit.
struct Where {
  std::string folder;  // that git runs in
  std::string up;      // from there to the top: "../../"
  std::string path;    // from the top
  std::string commit;
};

// The deepest folder on the way to a path that is there, and the rest of the path.
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

Result<Where> Find(const GitQuery& query, const GitPath& named) {
  Where where;
  const bool here = named.in_work_tree || IsFromHere(named.path);
  const auto [folder, rest] = FolderAround(here ? named.path : ".");
  where.folder = folder;
  const Error unknown(ErrorCode::kNotFound, "not a file, a folder or a git revision in " + folder + ": " + query.revision);
  const auto commit = Git(folder, {"rev-parse", "--verify", "--quiet", "--end-of-options", query.revision + "^{commit}"});
  if (!commit.ok()) return commit.error();
  if (commit->exit_code != 0) return unknown;
  where.commit = commit->output.substr(0, commit->output.find('\n'));
  const auto place = Git(folder, {"rev-parse", "--show-prefix", "--show-cdup"});
  if (!place.ok()) return place.error();
  if (place->exit_code != 0) return unknown;
  std::string_view lines = place->output;
  const std::string prefix = LineOf(lines);
  where.up = LineOf(lines);
  where.path = Normal(here ? fs::path(prefix) / rest : fs::path(named.path));
  return where;
}

// Paths from the top, in the order of names. Git ends with 1 where nothing fits.
Result<std::vector<std::string>> PathsWith(const Where& where, const std::string& word) {
  const std::string below = where.up + where.path;
  auto found = Git(where.folder, {"grep", "-l", "-z", "--full-name", "--fixed-strings", word, where.commit, "--",
                                  below.empty() ? "." : below});
  if (!found.ok()) return found.error();
  if (found->exit_code > 1) return Error(ErrorCode::kInvalidInput, "git grep failed");
  std::vector<std::string> paths;
  std::string_view rest = found->output;
  for (auto end = rest.find('\0'); end != rest.npos; end = rest.find('\0')) {
    paths.emplace_back(rest.substr(where.commit.size() + 1, end - where.commit.size() - 1));
    rest.remove_prefix(end + 1);
  }
  return paths;
}

// More is more like it: names that are in both paths.
int Likeness(const fs::path& folder, const fs::path& wanted) {
  if (folder == wanted.parent_path() && !folder.empty()) return 100;
  const auto shared = std::ranges::count_if(folder, [&](const fs::path& part) { return std::ranges::find(wanted, part) != wanted.end(); });
  return 2 * static_cast<int>(shared) + (folder.filename() == wanted.filename() ? 1 : 0);
}

std::string Folders(const GitQuery& query, Where where) {
  const fs::path wanted(std::exchange(where.path, ""));
  const auto paths = PathsWith(where, query.word);
  if (!paths.ok()) return {};
  std::map<std::string, int> files;
  for (const std::string& path : *paths) {
    if (IsTaken(path)) ++files[fs::path(path).parent_path().generic_string()];
  }
  std::vector<std::tuple<int, int, std::string>> order;
  for (const auto& [folder, count] : files) order.emplace_back(-Likeness(folder, wanted), -count, folder);
  std::ranges::sort(order);
  std::string text;
  for (std::size_t i = 0; i < order.size() && i < kMostFolders; ++i) {
    const std::string& folder = std::get<std::string>(order[i]);
    text.append(i == 0 ? "" : ", ").append(query.revision).append(":").append(folder.empty() ? "." : folder);
  }
  return text;
}

Error Missing(const GitQuery& query, const Where& where) {
  std::string text = query.revision + " has no " + where.path;
  const std::string folders = Folders(query, where);
  if (!folders.empty()) text += "; files with " + query.word + " are in " + folders;
  return {ErrorCode::kNotFound, text};
}

}  // namespace

base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit) {
  const auto where = Find(query, path);
  if (!where.ok()) return where.error();
  bool folder = true;
  if (!where->path.empty()) {
    const auto entry = Git(where->folder, {"ls-tree", "-z", "--full-tree", where->commit, "--", where->path});
    if (!entry.ok()) return entry.error();
    const bool missing = entry->exit_code != 0 || entry->output.empty();
    if (missing) return query.may_be_missing ? base::Ok() : base::Status(Missing(query, *where));
    folder = entry->output.find(" tree ") < entry->output.find('\t');
  }
  const auto paths = PathsWith(*where, query.word);
  if (!paths.ok()) return paths.error();
  for (const std::string& each : *paths) {
    if (folder && !IsTaken(each)) continue;
    const std::string shown = query.revision + ":" + each;
    auto text = Git(where->folder, {"cat-file", "blob", where->commit + ":" + each});
    if (!text.ok()) return text.error().In(shown);
    if (text->exit_code != 0) return Error(ErrorCode::kInvalidInput, "git cannot read it").In(shown);
    const std::size_t skipped = where->path.empty() ? 0 : where->path.size() + 1;
    visit({shown, folder ? each.substr(skipped) : fs::path(each).filename().string(), std::move(text->output)});
  }
  return base::Ok();
}

std::string FoldersWith(const GitQuery& query, const GitPath& path) {
  auto where = Find(query, path);
  return where.ok() ? Folders(query, *std::move(where)) : std::string();
}

}  // namespace structural::cli
