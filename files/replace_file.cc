#include "files/replace_file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "files/read_file.h"

namespace structural::files {
namespace {

// A new file in a folder. If the file system supports it, the file has no name before TakeName, so a killed process
// leaves nothing. The destructor removes the file's name. Functions that return false set errno. Not thread-safe.
class NewFile {
 public:
  // Creates the file in the folder, whose descriptor must outlive this object.
  NewFile(int folder, mode_t mode);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return fd_.get() >= 0; }
  int fd() const { return fd_.get(); }

  // Writes the whole text and flushes it to the disk.
  bool Write(std::string_view text);
  // Gives the file a random name in the folder, unless it has one already.
  bool TakeName();
  const std::string& name() const { return name_; }
  // Must be called after the file was renamed, or another file got its name, so that the destructor does not remove
  // that name.
  void LeaveName() { name_.clear(); }

 private:
  const int folder_;
  std::string name_;  // empty: the file has no name
  Descriptor fd_;
};

constexpr int kTries = 100;

std::string RandomName() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) < 0) number = static_cast<std::uint64_t>(getpid());
  char name[40];
  std::snprintf(name, sizeof name, ".structural-%016llx", static_cast<unsigned long long>(number));
  return name;
}

// Linux's maximum number of bytes of an extended attribute's value, and of the list of the attributes' names.
constexpr std::size_t kLongest = 64 * 1024;

// Returns a path to the open file. Needed for the extended attributes of a file that was opened with O_PATH, which
// cannot be accessed by its descriptor.
std::string NameOf(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

bool IsKept(std::string_view name) {
  return name != "security.ima" && name != "security.evm" && name != "security.capability";
}

// Returns the names of the file's extended attributes that must be copied; empty if the file system does not support
// them.
std::vector<std::string> NamesAt(const std::string& path) {
  std::string list(kLongest, '\0');
  const ssize_t size = listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (std::size_t at = 0; size > 0 && at < static_cast<std::size_t>(size);) {
    names.emplace_back(list.c_str() + at);
    at += names.back().size() + 1;
  }
  std::erase_if(names, [](const std::string& name) { return !IsKept(name); });
  return names;
}

std::optional<std::string> ValueAt(const std::string& path, const std::string& name) {
  std::string value(kLongest, '\0');
  const ssize_t size = getxattr(path.c_str(), name.c_str(), value.data(), value.size());
  if (size < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(size));
  return value;
}

bool CopyExtended(const std::string& from, const std::string& to) {
  const auto wanted = NamesAt(from);
  for (const std::string& name : wanted) {
    const auto value = ValueAt(from, name);
    if (!value) return false;
    if (value == ValueAt(to, name)) continue;
    if (setxattr(to.c_str(), name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  // Removes attributes that `to` inherited from its folder.
  for (const std::string& name : NamesAt(to)) {
    const bool other = std::ranges::find(wanted, name) == wanted.end();
    if (other && !name.starts_with("security.") && removexattr(to.c_str(), name.c_str()) != 0) {
      return false;
    }
  }
  return true;
}

NewFile::NewFile(int folder, mode_t mode)
    : folder_(folder), fd_(openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode)) {
  for (int i = 0; !ok() && i < kTries; ++i) {
    name_ = RandomName();
    fd_ = Descriptor(openat(folder, name_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode));
    if (ok() || errno != EEXIST) break;
  }
  if (!ok()) name_.clear();
}

NewFile::~NewFile() {
  if (!name_.empty()) unlinkat(folder_, name_.c_str(), 0);
}

bool NewFile::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd(), text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(fd()) == 0;
}

bool NewFile::TakeName() {
  if (!name_.empty()) return true;
  const std::string own = "/proc/self/fd/" + std::to_string(fd());
  for (int i = 0; i < kTries; ++i) {
    const std::string name = RandomName();
    if (linkat(AT_FDCWD, own.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      name_ = name;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

// Copies the owner, the permissions and the extended attributes, including ACLs, of the open file
// `from` to the open file `to`. `as` is the status of `from`. Skips attributes that the kernel derives
// from the content. Returns false, with errno set, if an attribute cannot be copied.
bool CopyAttributes(int from, const struct stat& as, int to) {
  struct stat own {};
  if (fstat(to, &own) != 0) return false;
  const bool owned = own.st_uid == as.st_uid && own.st_gid == as.st_gid;
  return (owned || fchown(to, as.st_uid, as.st_gid) == 0) && CopyExtended(NameOf(from), NameOf(to)) &&
         fchmod(to, as.st_mode & 07777) == 0;
}

// BlockedSignals: blocks signals of this thread while it exists, so that no signal ends the process before a file is
// complete. Writing to a closed pipe, or beyond the maximum file size, then fails with an error. Must not be shared
// between threads.
class BlockedSignals {
 public:
  explicit BlockedSignals(std::initializer_list<int> signals);
  ~BlockedSignals();
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t previous_mask_;
};

BlockedSignals::BlockedSignals(std::initializer_list<int> signals) {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : signals) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, &previous_mask_);
}

BlockedSignals::~BlockedSignals() {
  sigset_t told;  // signals to discard if they are pending, because the failed write has reported the error already
  sigemptyset(&told);
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (sigismember(&previous_mask_, signal) == 0) sigaddset(&told, signal);
  }
  const timespec now{};
  while (sigtimedwait(&told, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

using base::ErrorCode;
using base::Status;

constexpr std::time_t kCoarsestClock = 2;  // the coarsest resolution of file times, in seconds

bool SameFile(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// Returns whether the file is surely unchanged. A file whose last change is at most kCoarsestClock ago counts as
// changed, because another change in that time would not change its file times.
bool IsUnchanged(const struct stat& before, const struct stat& now) {
  return SameFile(before, now) && before.st_size == now.st_size && before.st_mtim.tv_sec == now.st_mtim.tv_sec &&
         before.st_mtim.tv_nsec == now.st_mtim.tv_nsec && before.st_mtim.tv_sec + kCoarsestClock < std::time(nullptr);
}

class Replacing {
 public:
  Replacing(const std::string& path, const NewText& what) : path_(path), what_(what) {}

  Status Run();

 private:
  Status Because(int error) const { return Refused(std::generic_category().message(error)); }
  Status Refused(const std::string& why) const { return {ErrorCode::kInvalidInput, path_ + ": " + why}; }
  Status Conflict() const {
    return {ErrorCode::kConflict, path_ + ": another program changed the file after it was read; it is not replaced"};
  }

  Status WriteInto() const;
  bool OpenFolder(std::filesystem::path file);
  Status OpenOld();
  Status MakeNew();
  Status Publish(NewFile& made);
  Status Exchange(NewFile& made);
  Status PutBack(NewFile& made);
  bool HasExpectedText(const std::string& name) const;

  const std::string& path_;
  const NewText& what_;
  Descriptor folder_;
  std::string name_;         // name of the file in folder_
  Descriptor old_;           // the file to replace; not open if it does not exist, or if takes_name_ is set
  bool takes_name_ = false;  // true: any file called name_ is replaced; false: only the file opened as old_
  struct stat was_ {};       // status of the old file
};

// Writes the text to a pipe or a device. Blocks only the signals that report errors of writing, because the write waits
// until the pipe is read, and other signals must be able to end that wait.
Status Replacing::WriteInto() const {
  if (what_.expected_text) return Refused("is not a regular file and cannot be replaced");
  const BlockedSignals held({SIGPIPE, SIGXFSZ});
  const Descriptor to(open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (to.get() < 0) return Because(errno);
  for (std::string_view rest = what_.text; !rest.empty();) {
    const ssize_t written = write(to.get(), rest.data(), rest.size());
    if (written < 0 && errno != EINTR) return Because(errno);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return base::Ok();
}

bool Replacing::OpenFolder(std::filesystem::path file) {
  name_ = file.filename().string();
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  folder_ = Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_.get() < 0) {
    folder_ = Descriptor(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return folder_.get() >= 0;
}

// Opens the old file, if it exists, and its folder. Lets the kernel follow links, because the kernel itself protects
// against links that other users made.
Status Replacing::OpenOld() {
  const bool own = what_.secret || what_.replaces_links;
  old_ = Descriptor(open(path_.c_str(), O_PATH | O_CLOEXEC | (own ? O_NOFOLLOW : 0)));
  if (old_.get() < 0 && errno != ENOENT) return Because(errno);
  if (old_.get() >= 0 && fstat(old_.get(), &was_) != 0) return Because(errno);
  const bool regular = old_.get() >= 0 && S_ISREG(was_.st_mode);
  takes_name_ = what_.secret || (own && old_.get() >= 0 && !regular);
  if (takes_name_) old_ = Descriptor();
  if (old_.get() < 0) return OpenFolder(path_) ? base::Ok() : Because(errno);
  if (!regular) return base::Ok();
  if (was_.st_nlink > 1) {
    return Refused("has several hard links and cannot be replaced as a whole");
  }
  std::error_code error;
  const auto real = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(old_.get()), error);
  struct stat there {};
  if (error || !OpenFolder(real)) return Because(error ? error.value() : errno);
  const bool same = fstatat(folder_.get(), name_.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && SameFile(there, was_);
  if (!same) return Conflict();
  return faccessat(folder_.get(), name_.c_str(), W_OK, AT_EACCESS) == 0 ? base::Ok() : Because(errno);
}

Status Replacing::MakeNew() {
  const bool keeps = old_.get() >= 0;
  NewFile made(folder_.get(), keeps || what_.secret ? 0600 : 0666);
  if (!made.ok()) {
    return Refused("cannot create the new file in the same folder: " + std::generic_category().message(errno));
  }
  if (keeps && !CopyAttributes(old_.get(), was_, made.fd())) {
    return Refused("cannot keep its owner, permissions or extended attributes: " +
                   std::generic_category().message(errno));
  }
  if (!made.Write(what_.text)) return Because(errno);
  if (what_.expected_text && !HasExpectedText(name_)) return Conflict();
  Status done = Publish(made);
  if (done.ok()) fsync(folder_.get());
  return done;
}

// Renames the new file to name_. If the file did not exist before, but was created in the meantime, it is not replaced.
Status Replacing::Publish(NewFile& made) {
  if (!made.TakeName()) return Because(errno);
  if (old_.get() >= 0 && what_.expected_text) return Exchange(made);
  const unsigned flags = old_.get() < 0 && !takes_name_ ? RENAME_NOREPLACE : 0;
  const char* const from = made.name().c_str();
  int done = renameat2(folder_.get(), from, folder_.get(), name_.c_str(), flags);
  if (done != 0 && (errno == EINVAL || errno == ENOSYS)) {
    done = renameat(folder_.get(), from, folder_.get(), name_.c_str());
  }
  if (done != 0) return Because(errno);
  made.LeaveName();
  return base::Ok();
}

// Exchanges the names of the old and the new file. So the old file still exists, and is restored if its text is not the
// expected one.
Status Replacing::Exchange(NewFile& made) {
  const char* const from = made.name().c_str();
  if (renameat2(folder_.get(), from, folder_.get(), name_.c_str(), RENAME_EXCHANGE) != 0) {
    const bool unknown = errno == EINVAL || errno == ENOSYS;
    if (!unknown || renameat(folder_.get(), from, folder_.get(), name_.c_str()) != 0) {
      return Because(errno);
    }
    made.LeaveName();
    return base::Ok();
  }
  struct stat taken {};
  const bool known = fstatat(folder_.get(), from, &taken, AT_SYMLINK_NOFOLLOW) == 0;
  if (known && (IsUnchanged(was_, taken) || HasExpectedText(made.name()))) return base::Ok();
  return PutBack(made);
}

Status Replacing::PutBack(NewFile& made) {
  const std::string name = made.name();
  struct stat taken {
  }, ours{};
  const bool back = renameat2(folder_.get(), name.c_str(), folder_.get(), name_.c_str(), RENAME_EXCHANGE) == 0 &&
                    fstat(made.fd(), &ours) == 0 &&
                    fstatat(folder_.get(), name.c_str(), &taken, AT_SYMLINK_NOFOLLOW) == 0 && SameFile(taken, ours);
  if (back) return Conflict();
  made.LeaveName();
  return {ErrorCode::kConflict, path_ +
                                    ": another program changed the file twice during the "
                                    "replacement; the other text is in the same folder, in " +
                                    name};
}

bool Replacing::HasExpectedText(const std::string& name) const {
  const std::string there = "/proc/self/fd/" + std::to_string(folder_.get()) + "/" + name;
  const auto now = ReadFile(there, what_.expected_text->size(), FileKind::kRegularNoLink);
  return now.ok() && *now == *what_.expected_text;
}

Status Replacing::Run() {
  Status ready = OpenOld();
  if (!ready.ok()) return ready;
  if (folder_.get() < 0) return WriteInto();
  const BlockedSignals held({SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ});
  return MakeNew();
}

}  // namespace

Status ReplaceFile(const std::string& path, const NewText& what) { return Replacing(path, what).Run(); }

}  // namespace structural::files
