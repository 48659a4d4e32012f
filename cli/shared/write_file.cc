#include "cli/shared/write_file.h"

#include "cli/shared/output.h"
#include "files/replace_file.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;

int Finish(const std::string& command, const base::Status& written) {
  if (written.ok()) return kExitOk;
  PrintError("structural " + command + ": " + written.error().message());
  return kExitInternal;
}

base::Status Write(const fs::path& path, const files::NewText& what) {
  std::error_code failed;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
  if (!failed) return files::ReplaceFile(path.string(), what);
  return {base::ErrorCode::kInvalidInput, path.parent_path().string() + ": " + failed.message()};
}

base::Status CheckFolders(fs::path folder, const fs::path& below) {
  for (const fs::path& part : below.parent_path()) {
    folder /= part;
    std::error_code unknown;
    if (!fs::is_symlink(folder, unknown)) continue;
    return {base::ErrorCode::kInvalidInput,
            folder.string() + ": is a symbolic link, which is not followed in the output folder; remove it"};
  }
  return base::Ok();
}

}  // namespace

int WriteToFile(const std::string& command, const fs::path& path, std::string_view text) {
  return Finish(command, Write(path, {text}));
}

int WriteInFolder(const std::string& command, const fs::path& folder, const fs::path& below, std::string_view text) {
  const base::Status fine = CheckFolders(folder, below);
  return Finish(command, fine.ok() ? Write(folder / below, {.text = text, .replaces_links = true}) : fine);
}

}  // namespace structural::cli
