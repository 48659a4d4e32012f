#include <algorithm>
#include <optional>
#include <utility>

#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "schema/base/text.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

std::string Joined(const std::vector<std::string>& words) {
  const std::string text = base::Join(words, ", ");
  return text.empty() ? "none" : text;
}

// Returns an error for a file of another kind or apiVersion than a kubeconfig's.
Status CheckKind(const KubeconfigNode& file) {
  for (const auto& [key, wanted] : {std::pair("kind", "Config"), std::pair("apiVersion", "v1")}) {
    Result<std::string> text = file.Text(key);
    if (!text.ok()) return text.error();
    if (!text->empty() && *text != wanted) {
      return file.InvalidField(key,
                               std::string("must be ") + wanted + " in a kubeconfig; this file is not a kubeconfig");
    }
  }
  return base::Ok();
}

}  // namespace

Result<KubeconfigFiles> KubeconfigFiles::Read(const std::vector<std::string>& paths, const FileWait& wait) {
  KubeconfigFiles files;
  for (const std::string& path : paths) {
    Result<std::string> text = ReadSmallFile(path, wait);
    if (!text.ok() && text.error().code() == ErrorCode::kNotFound) continue;
    if (!text.ok()) return text.error().In("kubeconfig");
    Result<KubeconfigNode> file = KubeconfigNode::Parse(path, *text);
    if (!file.ok()) return file.error();
    const Status kind = CheckKind(*file);
    if (!kind.ok()) return kind.error();
    files.files_.push_back(std::move(*file));
  }
  if (files.files_.empty()) {
    return Error(ErrorCode::kNotFound, "kubeconfig: no such file: " + Joined(paths));
  }
  return files;
}

Result<KubeconfigNode> KubeconfigFiles::Named(const std::string& list, const std::string& name,
                                              const std::string& member) const {
  for (const KubeconfigNode& file : files_) {
    Result<std::optional<KubeconfigNode>> found = file.Named(list, name, member);
    if (!found.ok()) return found.error();
    if (found->has_value()) return **found;
  }
  return Error(ErrorCode::kInvalidInput, Paths() + ": " + list + ": no " + member + " named \"" + name +
                                             "\" exists; available: " + Joined(Names(list)));
}

Result<std::string> KubeconfigFiles::CurrentContext() const {
  for (const KubeconfigNode& file : files_) {
    Result<std::string> name = file.Text("current-context");
    if (!name.ok() || !name->empty()) return name;
  }
  return std::string();
}

Error KubeconfigFiles::NoContext() const {
  return {ErrorCode::kInvalidInput, Paths() +
                                        ": current-context: is not set; select a context with "
                                        "--context or `kubectl config use-context`; available: " +
                                        Joined(Names("contexts"))};
}

std::string KubeconfigFiles::Paths() const {
  std::vector<std::string> paths;
  for (const KubeconfigNode& file : files_) paths.push_back(file.file());
  return files_.empty() ? "command line" : Joined(paths);
}

std::vector<std::string> KubeconfigFiles::Names(const std::string& list) const {
  std::vector<std::string> names;
  for (const KubeconfigNode& file : files_) {
    for (std::string& name : file.Names(list)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace structural::kube
