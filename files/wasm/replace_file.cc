#include "files/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "files/read_file.h"

// WASI has no owners, permissions and extended attributes to keep: the host's functions decide about them.
namespace structural::files {
namespace {

base::Error NotReplaced(const std::string& path, int error) {
  return {base::ErrorCode::kInvalidInput, path + ": cannot be written: " + std::generic_category().message(error)};
}

bool WriteAll(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

base::Status ReplaceFile(const std::string& path, const NewText& what) {
  if (what.expected) {
    const auto now = ReadFile(path, what.expected->size() + 1, FileKind::kRegular);
    if (!now.ok() || *now != *what.expected)
      return {base::ErrorCode::kConflict, path + ": was changed since it was read"};
  }
  const std::string unfinished = path + ".structural-new";
  const Descriptor file(open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666));
  if (file.get() < 0) return NotReplaced(path, errno);
  if (WriteAll(file, what.text) && fsync(file.get()) == 0 && rename(unfinished.c_str(), path.c_str()) == 0)
    return base::Ok();
  const int error = errno;
  unlink(unfinished.c_str());
  return NotReplaced(path, error);
}

}  // namespace structural::files
