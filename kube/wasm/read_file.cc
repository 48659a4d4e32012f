#include "kube/config/read_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace structural::kube {

base::Result<std::string> ReadSmallFile(const std::string& path, const FileWait&) {
  constexpr std::size_t kMaxBytes = std::size_t{4} << 20;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const int error = errno;
    return {error == ENOENT ? base::ErrorCode::kNotFound : base::ErrorCode::kInvalidInput,
            path + ": " + std::generic_category().message(error)};
  }
  std::string text(kMaxBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMaxBytes) return {base::ErrorCode::kLimitExceeded, path + ": is larger than 4 MiB"};
  return text;
}

}  // namespace structural::kube
