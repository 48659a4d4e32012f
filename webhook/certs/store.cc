#include "webhook/certs/store.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/replace_file.h"
#include "kube/config/read_file.h"
#include "kube/json_slicer.h"
#include "kube/micro_time.h"
#include "schema/go/base64.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

Error Because(const std::string& path) { return {ErrorCode::kInvalidInput, path + ": " + std::strerror(errno)}; }

// Opens or creates the lock file. It must be a regular file; a link is refused, so its target is not changed.
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

Result<StoredCertificates> FolderStore::Load(std::stop_token) {
  StoredCertificates stored;
  std::string since;
  for (const auto& [name, text] : {std::pair{"tls.crt", &stored.certificate},
                                   {"tls.key", &stored.key},
                                   {"next.crt", &stored.next_certificate},
                                   {"next.key", &stored.next_key},
                                   {"ca.crt", &stored.authorities},
                                   {"since", &since}}) {
    Result<std::string> read = kube::ReadSmallFile(path_ + "/" + name, {.max = std::chrono::milliseconds(0)});
    if (!read.ok() && read.error().code() != ErrorCode::kNotFound) return read.error();
    if (read.ok()) *text = *std::move(read);
  }
  if (const auto moment = kube::ParseMicroTime(since)) {
    stored.served_since = std::chrono::floor<std::chrono::seconds>(*moment);
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

// Writes tls.crt last. If the process is interrupted, the stored certificate and key match, or the next run replaces
// them.
Status FolderStore::Save(const StoredCertificates& stored, std::stop_token) {
  const std::string since = stored.served_since ? Text(*stored.served_since) : "";
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

namespace {

using kube::ObjectAt;
using kube::TextAt;
using nlohmann::json;

std::string Collection(const std::string& namespace_) { return "/api/v1/namespaces/" + namespace_ + "/secrets"; }

std::string DataAt(const json& data, const char* key) { return go::DecodeBase64(TextAt(data, key)).value_or(""); }

void Put(json& data, const char* key, const std::string& text) {
  if (text.empty()) {
    data.erase(key);
  } else {
    data[key] = go::EncodeBase64(text);
  }
}

json Data(const StoredCertificates& stored, json data) {
  Put(data, "tls.crt", stored.certificate);
  Put(data, "tls.key", stored.key);
  Put(data, "next.crt", stored.next_certificate);
  Put(data, "next.key", stored.next_key);
  Put(data, "ca.crt", stored.authorities);
  Put(data, "since", stored.served_since ? Text(*stored.served_since) : "");
  return data;
}

}  // namespace

Result<StoredCertificates> SecretStore::Load(std::stop_token stop) {
  Result<std::string> text = client_.Get(Collection(namespace_) + "/" + name_, stop);
  if (!text.ok() && text.error().code() == ErrorCode::kNotFound) return StoredCertificates{};
  if (!text.ok()) return text.error();
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object() || TextAt(object, "kind") != "Secret") {
    return Error(ErrorCode::kInvalidInput, "the response is not a Secret");
  }
  const json data = ObjectAt(object, "data");
  StoredCertificates stored;
  stored.certificate = DataAt(data, "tls.crt");
  stored.key = DataAt(data, "tls.key");
  stored.next_certificate = DataAt(data, "next.crt");
  stored.next_key = DataAt(data, "next.key");
  stored.authorities = DataAt(data, "ca.crt");
  if (const auto since = kube::ParseMicroTime(DataAt(data, "since"))) {
    stored.served_since = std::chrono::floor<std::chrono::seconds>(*since);
  }
  stored.resource_version = TextAt(ObjectAt(object, "metadata"), "resourceVersion");
  stored.object = *std::move(text);
  return stored;
}

Status SecretStore::Save(const StoredCertificates& stored, std::stop_token stop) {
  json object = json::parse(stored.object, nullptr, false);
  if (!object.is_object()) {
    object = {{"apiVersion", "v1"},
              {"kind", "Secret"},
              {"type", "kubernetes.io/tls"},
              {"metadata", {{"name", name_}, {"namespace", namespace_}}}};
  }
  object["data"] = Data(stored, ObjectAt(object, "data"));
  const std::string text = object.dump(-1, ' ', false, json::error_handler_t::replace);
  const Result<std::string> saved = stored.resource_version.empty()
                                        ? client_.Create(Collection(namespace_), text, stop)
                                        : client_.Replace(Collection(namespace_) + "/" + name_, text, stop);
  if (!saved.ok()) return saved.error();
  return base::Ok();
}

}  // namespace structural::certs
