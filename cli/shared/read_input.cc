#include "cli/shared/read_input.h"

#include "files/read_file.h"

namespace structural::lint {

base::Result<std::string> ReadInput(const Input& input) {
  return files::ReadFile(input.path, kMaxInputBytes,
                         input.in_folder ? files::FileKind::kRegular : files::FileKind::kAny);
}

base::Result<std::string> ReadInput(const std::string& named) { return ReadInput(Input{named}); }

}  // namespace structural::lint
