#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/replace_file.h"
#include "kube/config/read_file.h"
#include "kube/micro_time.h"
#include "webhook/certs/store.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

Error Because(const std::string& path) { return {ErrorCode::kInvalidInput, path + ": " + std::strerror(errno)}; }

// The lock must be a regular file in the folder; the target of a link is not changed.
Result<files::Descriptor> OpenLock(const std::string& path) {
  constexpr int kFlags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  files::Descriptor lock(::open(path.c_str(), kFlags, 0600));
  if (lock.get() < 0) return Because(path);
  struct stat status {};
  if (::fstat(lock.get(), &status) != 0) return Because(path);
  if (S_ISREG(status.st_mode)) return Result<files::Descriptor>(std::move(lock));
  return Error(ErrorCode::kInvalidInput, path + ": is not a regular file");
}

}  // namespace

Result<std::unique_ptr<FolderStore>> FolderStore::Open(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  auto lock = OpenLock(path + "/.lock");
  if (!lock.ok()) return lock.error();
  if (::flock(lock->get(), LOCK_EX | LOCK_NB) != 0) {
    return Error(ErrorCode::kConflict, path + ": another process maintains certificates in it");
  }
  return std::unique_ptr<FolderStore>(new FolderStore(path, *std::move(lock)));
}

Result<Stored> FolderStore::Load(std::stop_token) {
  Stored stored;
  std::string since;
  for (const auto& [name, text] : {std::pair{"tls.crt", &stored.certificate},
                                   {"tls.key", &stored.key},
                                   {"next.crt", &stored.next_certificate},
                                   {"next.key", &stored.next_key},
                                   {"ca.crt", &stored.authorities},
                                   {"since", &since}}) {
    Result<std::string> read = kube::ReadSmallFile(path_ + "/" + name, {.most = std::chrono::milliseconds(0)});
    if (!read.ok() && read.error().code() != ErrorCode::kNotFound) return read.error();
    if (read.ok()) *text = *std::move(read);
  }
  if (const auto moment = kube::ParseMicroTime(since)) {
    stored.since = std::chrono::floor<std::chrono::seconds>(*moment);
  }
  return stored;
}

Status FolderStore::Write(const std::string& name, const std::string& text) const {
  const std::string path = path_ + "/" + name;
  if (text.empty()) {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) return base::Ok();
    return Error(ErrorCode::kInternal, Because(path).message());
  }
  const Status written = files::ReplaceFile(path, {.text = text, .secret = true});
  return written.ok() ? written : Error(ErrorCode::kInternal, written.error().message());
}

// Writes tls.crt last. A process that is interrupted leaves a matching pair, or one that the next
// run replaces.
Status FolderStore::Save(const Stored& stored, std::stop_token) {
  const std::string since = stored.since ? Text(*stored.since) : "";
  for (const auto& [name, text] : {std::pair{"ca.crt", &stored.authorities},
                                   {"since", &since},
                                   {"tls.key", &stored.key},
                                   {"tls.crt", &stored.certificate},
                                   {"next.key", &stored.next_key},
                                   {"next.crt", &stored.next_certificate}}) {
    const Status status = Write(name, *text);
    if (!status.ok()) return status.error();
  }
  return base::Ok();
}

}  // namespace structural::certs
