#include "files/replace_file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/new_file.h"
#include "files/read_file.h"

namespace structural::files {
namespace {

// SignalsHeld: blocks signals of this thread while it exists, so that no signal ends the process before
// a file is complete. A closed pipe and a too large file become errors of writing. Must not be
// shared between threads.
class SignalsHeld {
 public:
  explicit SignalsHeld(std::initializer_list<int> signals);
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

SignalsHeld::SignalsHeld(std::initializer_list<int> signals) {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : signals) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() {
  sigset_t told;  // pending signals to discard: the failed write has reported the error already
  sigemptyset(&told);
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (sigismember(&before_, signal) == 0) sigaddset(&told, signal);
  }
  const timespec now{};
  while (sigtimedwait(&told, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

using base::ErrorCode;
using base::Status;

constexpr std::time_t kCoarsestClock = 2;  // seconds; the coarsest resolution of file times

bool SameFile(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// Returns whether the file is surely unchanged. A file that changed within kCoarsestClock counts as
// changed, because a further change could leave its times equal.
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
  bool HoldsExpected(const std::string& name) const;

  const std::string& path_;
  const NewText& what_;
  Descriptor folder_;
  std::string name_;         // name of the file in folder_
  Descriptor old_;           // the file to replace; not open if it does not exist, or if takes_name_
  bool takes_name_ = false;  // any file that has name_ is replaced
  struct stat was_ {};       // status of the old file
};

// Writes to a pipe or a device. A pipe may never be read, so only the signals for errors are
// blocked.
Status Replacing::WriteInto() const {
  if (what_.expected) return Refused("is not a regular file and cannot be replaced");
  const SignalsHeld held({SIGPIPE, SIGXFSZ});
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

// The kernel follows links, and applies its protections against links of other users.
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
  if (what_.expected && !HoldsExpected(name_)) return Conflict();
  Status done = Publish(made);
  if (done.ok()) fsync(folder_.get());
  return done;
}

// Gives the new file the name. A file that was created under this name in the meantime is not
// replaced.
Status Replacing::Publish(NewFile& made) {
  if (!made.TakeName()) return Because(errno);
  if (old_.get() >= 0 && what_.expected) return Exchange(made);
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

// Exchanges the names of both files, so that the replaced file can be checked, and restored.
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
  if (known && (IsUnchanged(was_, taken) || HoldsExpected(made.name()))) return base::Ok();
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

bool Replacing::HoldsExpected(const std::string& name) const {
  const std::string there = "/proc/self/fd/" + std::to_string(folder_.get()) + "/" + name;
  const auto now = ReadFile(there, what_.expected->size(), FileKind::kRegularNoLink);
  return now.ok() && *now == *what_.expected;
}

Status Replacing::Run() {
  Status ready = OpenOld();
  if (!ready.ok()) return ready;
  if (folder_.get() < 0) return WriteInto();
  const SignalsHeld held({SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ});
  return MakeNew();
}

}  // namespace

Status ReplaceFile(const std::string& path, const NewText& what) { return Replacing(path, what).Run(); }

}  // namespace structural::files
