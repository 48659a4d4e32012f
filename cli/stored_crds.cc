#include "cli/stored_crds.h"

#include <filesystem>

#include "cli/command.h"
#include "cli/crd_files.h"
#include "cli/git_files.h"

namespace structural::cli {
namespace {

constexpr std::string_view kGit = "git:";

base::Status Unreadable() { return {base::ErrorCode::kInvalidInput, "not all of it can be read"}; }

int Remember(const FileDocument& document, lint::Against& to) {
  if (!document.IsCrd()) return kExitOk;
  const ops::Value* metadata = document.value.Find("metadata");
  const ops::Value* name = metadata == nullptr ? nullptr : metadata->Find("name");
  if (name != nullptr && name->is_string()) {
    to.stored.insert_or_assign(std::string(name->text()), std::string(document.json));
  }
  return kExitOk;
}

base::Status ReadRevision(const std::string& revision, const std::vector<std::string>& paths,
                          lint::Against& to) {
  int exit_code = kExitOk;
  for (const std::string& path : paths) {
    const auto files = CrdFilesIn(revision, path);
    if (!files.ok()) return files.error();
    for (const GitFile& file : *files) {
      exit_code = std::max(exit_code, VisitText(file.path, file.text,
                                                [&](const FileDocument& document, base::Arena&) {
                                                  return Remember(document, to);
                                                }));
    }
  }
  return exit_code == kExitOk ? base::Ok() : Unreadable();
}

}  // namespace

base::Status ReadStored(const std::string& source, const std::vector<std::string>& paths,
                        lint::Against& to) {
  if (source.starts_with(kGit)) return ReadRevision(source.substr(kGit.size()), paths, to);
  if (source != "-" && !std::filesystem::exists(source)) return ReadRevision(source, paths, to);
  const int exit_code = VisitDocuments(
      {source}, [&](const FileDocument& document, base::Arena&) { return Remember(document, to); });
  return exit_code == kExitOk ? base::Ok() : Unreadable();
}

}  // namespace structural::cli
