#include "files/replace_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/read_file.h"

// WASI has no owners, permissions and extended attributes: the host sets those of the new file. A program in WASI
// cannot find the target of a link for certain. Therefore ReplaceFile never follows a link: it refuses the link, or
// replaces it if replaces_links is set.
namespace structural::files {
namespace {

constexpr int kTries = 100;

base::Error NotReplaced(const std::string& path, const std::string& why) {
  return {base::ErrorCode::kInvalidInput, path + ": cannot be written: " + why};
}

std::string SystemReason(int error) { return std::generic_category().message(error); }

bool WriteAll(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Creates a file with a new name in the folder of `path`, and sets `name` to its path. If this fails, the descriptor is
// negative and errno is set.
Descriptor NewFileBeside(const std::string& path, std::string& name) {
  int file = -1;
  for (int i = 0; i < kTries && file < 0; ++i) {
    name = (std::filesystem::path(path).parent_path() / (".structural-" + std::to_string(i))).string();
    file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  return Descriptor(file);
}

}  // namespace

base::Status ReplaceFile(const std::string& path, const NewText& what) {
  struct stat found {};
  const bool exists = lstat(path.c_str(), &found) == 0;
  if (exists && !S_ISREG(found.st_mode) && !(S_ISLNK(found.st_mode) && what.replaces_links))
    return NotReplaced(path, S_ISLNK(found.st_mode) ? "is a symbolic link" : "is not a regular file");
  if (what.expected_text) {
    const auto now = ReadFile(path, what.expected_text->size() + 1, FileKind::kRegular);
    if (!now.ok() || *now != *what.expected_text)
      return {base::ErrorCode::kConflict, path + ": was changed since it was read"};
  }
  std::string unfinished;
  const Descriptor file = NewFileBeside(path, unfinished);
  if (file.get() < 0) return NotReplaced(path, SystemReason(errno));
  if (WriteAll(file, what.text) && fsync(file.get()) == 0 && rename(unfinished.c_str(), path.c_str()) == 0)
    return base::Ok();
  const int error = errno;
  unlink(unfinished.c_str());
  return NotReplaced(path, SystemReason(error));
}

}  // namespace structural::files
