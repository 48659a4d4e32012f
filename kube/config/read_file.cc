#include "kube/config/read_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace structural::kube {
namespace {

constexpr size_t kMaxBytes = size_t{4} << 20;

base::Error FileError(const std::string& path, int number) {
  const auto code = number == ENOENT ? base::ErrorCode::kNotFound : base::ErrorCode::kInvalidInput;
  return {code, "read " + path + ": " + std::generic_category().message(number)};
}

}  // namespace

base::Result<std::string> ReadSmallFile(const std::string& path) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
  if (file == nullptr) return FileError(path, errno);
  std::string bytes;
  char block[16384];
  while (const size_t count = std::fread(block, 1, sizeof block, file.get())) {
    bytes.append(block, count);
    if (bytes.size() > kMaxBytes) {
      return base::Error(base::ErrorCode::kLimitExceeded, "read " + path + ": more than 4 MiB");
    }
  }
  if (std::ferror(file.get()) != 0) return FileError(path, errno);
  return bytes;
}

}  // namespace structural::kube
