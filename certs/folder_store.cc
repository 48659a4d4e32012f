#include "certs/folder_store.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "kube/config/read_file.h"
#include "kube/micro_time.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

Error Because(const std::string& path) {
  return {ErrorCode::kInvalidInput, path + ": " + std::strerror(errno)};
}

// Everything, or false.
bool WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fsync(file) == 0;
}

}  // namespace

Result<std::unique_ptr<FolderStore>> FolderStore::Open(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  const int lock = ::open((path + "/.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock < 0) return Because(path);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock);
    return Error(ErrorCode::kConflict, path + ": another process keeps certificates in it");
  }
  return std::unique_ptr<FolderStore>(new FolderStore(path, lock));
}

FolderStore::~FolderStore() { ::close(lock_); }

Result<Stored> FolderStore::Load(std::stop_token) {
  Stored stored;
  std::string since;
  for (const auto& [name, text] : {std::pair{"tls.crt", &stored.certificate},
                                   {"tls.key", &stored.key},
                                   {"next.crt", &stored.next_certificate},
                                   {"next.key", &stored.next_key},
                                   {"ca.crt", &stored.authorities},
                                   {"since", &since}}) {
    Result<std::string> read =
        kube::ReadSmallFile(path_ + "/" + name, {.most = std::chrono::milliseconds(0)});
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
    return ::unlink(path.c_str()) == 0 || errno == ENOENT ? base::Ok() : Status(Because(path));
  }
  const std::string partial = path_ + "/." + name + ".new";
  ::unlink(partial.c_str());  // of a run that was ended
  const int file = ::open(partial.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return Because(partial);
  const bool written = WriteAll(file, text);
  ::close(file);
  if (!written || ::rename(partial.c_str(), path.c_str()) != 0) return Because(path);
  return base::Ok();
}

// What is served comes last: who is interrupted leaves a pair that fits, or one that is made anew.
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
