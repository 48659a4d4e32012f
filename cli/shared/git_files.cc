#include "cli/shared/git_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "cli/shared/files.h"
#include "kube/credentials/program.h"

namespace structural::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// A folder in the work tree, and what is asked for in it.
struct Where {
  std::string folder;
  std::string name;
};

Where WhereIs(const std::string& path) {
  std::error_code unknown;
  if (path == "-" || std::filesystem::is_directory(path, unknown)) {
    return {path == "-" ? "." : path, "."};
  }
  const std::filesystem::path file(path);
  return {file.has_parent_path() ? file.parent_path().string() : ".", file.filename().string()};
}

std::vector<std::string> Environment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  return all;
}

Result<kube::ProgramOutcome> Git(const Where& where, std::vector<std::string> arguments) {
  kube::Program git{.argv = {"git", "--no-pager", "--literal-pathspecs", "-C", where.folder},
                    .environment = Environment(),
                    .max_output = kMaxInputBytes};
  std::ranges::move(arguments, std::back_inserter(git.argv));
  auto outcome = kube::RunProgram(git, {});
  if (!outcome.ok() && outcome.error().code() == ErrorCode::kNotFound) {
    return Error(ErrorCode::kNotFound, "reading a revision needs git, which is not installed");
  }
  return outcome;
}

Error NoRevision(const std::string& revision, const Where& where) {
  return {ErrorCode::kNotFound,
          "not a file, a folder or a git revision in " + where.folder + ": " + revision};
}

bool IsTaken(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

// Git ends with 1 where nothing fits, and then prints nothing.
Result<std::vector<std::string>> Paths(const Where& where, const GitQuery& query) {
  const std::string& revision = query.revision;
  const auto found = Git(
      where, {"grep", "-l", "-z", "--fixed-strings", query.word, revision, "--", where.name});
  if (!found.ok()) return found.error();
  std::vector<std::string> paths;
  std::string_view rest = found->output;
  for (auto end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
    const std::string_view path = rest.substr(revision.size() + 1, end - revision.size() - 1);
    if (where.name != "." || IsTaken(path)) paths.emplace_back(path);
    rest.remove_prefix(end + 1);
  }
  return paths;
}

}  // namespace

base::Status VisitFilesIn(const GitQuery& query, const std::string& path,
                          const std::function<void(const GitFile&)>& visit) {
  const std::string& revision = query.revision;
  const Where where = WhereIs(path);
  const auto commit =
      Git(where, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit.ok()) return commit.error();
  if (commit->exit_code != 0) return NoRevision(revision, where);
  const std::string id = commit->output.substr(0, commit->output.find('\n'));
  const auto paths = Paths(where, {id, query.word});
  if (!paths.ok()) return paths.error();
  for (const std::string& each : *paths) {
    auto text = Git(where, {"cat-file", "blob", id + ":./" + each});
    if (!text.ok()) return text.error().In(revision + ":" + each);
    visit({revision + ":" + each, std::move(text->output)});
  }
  return base::Ok();
}

}  // namespace structural::cli
