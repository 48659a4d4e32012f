#include "cli/shared/git.h"

#include <algorithm>
#include <iterator>

#include <unistd.h>

#include "cli/shared/files.h"

namespace structural::cli {
namespace {

std::vector<std::string> OwnEnvironment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  return all;
}

// Maximum size of the output, in bytes: one input of the maximum size, and the line that git prints
// before a file.
constexpr std::size_t kMaxOutput = kMaxInputBytes + (std::size_t{1} << 20);

}  // namespace

base::Result<kube::ProgramOutcome> RunGit(GitCall call) {
  // A repository can configure a program that watches its files; git must not run it.
  kube::Program git{
      .argv = {"git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", call.folder},
      .environment = OwnEnvironment(),
      .input = std::move(call.input),
      .quiet = call.quiet,
      .max_output = kMaxOutput};
  std::ranges::move(call.arguments, std::back_inserter(git.argv));
  auto outcome = kube::RunProgram(git, {});
  if (!outcome.ok() && outcome.error().code() == base::ErrorCode::kNotFound) {
    return base::Error(base::ErrorCode::kNotFound, "reading a revision needs git, which is not installed");
  }
  return outcome;
}

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

bool IsRevision(const std::string& folder, const std::string& word) {
  const auto found = RunGit({.folder = folder,
                             .arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", word + "^{commit}"},
                             .quiet = true});
  return found.ok() && found->exit_code == 0;
}

}  // namespace structural::cli
