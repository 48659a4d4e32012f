#include "cli/lint/stored_crds.h"

#include <filesystem>

#include "cli/shared/crd_files.h"
#include "cli/shared/git_files.h"
#include "cli/shared/output.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

constexpr std::string_view kGit = "git:";

base::Status Unreadable() {
  return {base::ErrorCode::kInvalidInput, "a part of it cannot be read"};
}

int Remember(const FileDocument& document, findings::Against& to) {
  if (!document.IsCrd()) return kExitOk;
  const std::string_view name = TextOf(Below(document.value.Find("metadata"), "name"));
  if (!name.empty()) to.stored.insert_or_assign(std::string(name), std::string(document.json));
  return kExitOk;
}

base::Status ReadRevision(const std::string& revision, const std::vector<std::string>& paths,
                          findings::Against& to) {
  int exit_code = kExitOk;
  const auto remember = [&](const FileDocument& document, base::Arena&) {
    return Remember(document, to);
  };
  const GitQuery query{revision, "CustomResourceDefinition"};
  for (const std::string& path : paths) {
    const auto visited = VisitFilesIn(query, path, [&](const GitFile& file) {
      exit_code = std::max(exit_code, VisitText(file.path, file.text, remember));
    });
    if (!visited.ok()) return visited;
  }
  return exit_code == kExitOk ? base::Ok() : Unreadable();
}

}  // namespace

base::Status ReadStored(const std::string& source, const std::vector<std::string>& paths,
                        findings::Against& to) {
  if (source.starts_with(kGit)) return ReadRevision(source.substr(kGit.size()), paths, to);
  std::error_code unknown;
  if (source != "-" && !std::filesystem::exists(source, unknown) && !unknown) {
    return ReadRevision(source, paths, to);
  }
  const int exit_code = VisitDocuments(
      {source}, [&](const FileDocument& document, base::Arena&) { return Remember(document, to); });
  return exit_code == kExitOk ? base::Ok() : Unreadable();
}

}  // namespace structural::cli
