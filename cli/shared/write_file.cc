#include "cli/shared/write_file.h"

#include "cli/shared/output.h"
#include "files/replace_file.h"

namespace structural::cli {

int WriteToFile(const std::string& command, const std::filesystem::path& path,
                std::string_view text) {
  std::error_code failed;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), failed);
  const auto written = failed ? base::Status(base::ErrorCode::kInvalidInput,
                                             path.parent_path().string() + ": " + failed.message())
                              : files::ReplaceFile(path.string(), {text});
  if (written.ok()) return kExitOk;
  PrintError("structural " + command + ": " + written.error().message());
  return kExitInternal;
}

}  // namespace structural::cli
