// KubeconfigNode: a mapping in a kubeconfig that knows where it stands, so that every mistake is
// reported with file, line and path: "/home/a/.kube/config:12: users[admin].user.token: …".
//
// The only place of the project that reads with yaml-cpp. Cheap to copy; not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

class KubeconfigNode {
 public:
  // Parses a file's text. kInvalidInput: not YAML, or its root is no mapping.
  static base::Result<KubeconfigNode> Parse(const std::string& file, const std::string& text);

  const std::string& file() const { return file_; }

  // False for a key that is missing or null.
  bool Has(const std::string& key) const;

  // Text of a scalar, empty when missing. Numbers and the like give their text as written.
  base::Result<std::string> Text(const std::string& key) const;

  // A list of such, empty when missing.
  base::Result<std::vector<std::string>> Texts(const std::string& key) const;

  // A mapping of keys to such lists, in the order of the file.
  base::Result<std::vector<std::pair<std::string, std::vector<std::string>>>> TextsByKey(
      const std::string& key) const;

  // Text that names a file: relative to the kubeconfig's folder.
  base::Result<std::string> Path(const std::string& key) const;

  // An unquoted true or false; false when missing.
  base::Result<bool> Bool(const std::string& key) const;

  // The mapping at the key; none when missing.
  base::Result<std::optional<KubeconfigNode>> Child(const std::string& key) const;

  // The mappings that the list at the key holds; none when missing.
  base::Result<std::vector<KubeconfigNode>> Elements(const std::string& key) const;

  // The element of the list `list` whose `name` is the given one, and in it the mapping `member`:
  // users[admin].user. None when there is no such element; an empty mapping when `member` is
  // missing. kInvalidInput: there are two of them.
  base::Result<std::optional<KubeconfigNode>> Named(const std::string& list,
                                                    const std::string& name,
                                                    const std::string& member) const;

  // The names in that list, for "there are: …".
  std::vector<std::string> Names(const std::string& list) const;

  // The value as JSON text, for those that it is passed on to; empty when missing.
  // kInvalidInput: nested deeper than 100 levels, more than 1 MiB.
  base::Result<std::string> Json(const std::string& key) const;

  // kInvalidInput at this key.
  base::Error InvalidField(const std::string& key, const std::string& what) const;

 private:
  KubeconfigNode(std::string file, std::string path, YAML::Node node)
      : file_(std::move(file)), path_(std::move(path)), node_(std::move(node)) {}

  // kInvalidInput: no mapping, or a key stands in it twice.
  static base::Result<KubeconfigNode> Make(const std::string& file, const std::string& path,
                                           const YAML::Node& node);

  // Read-only look-up; an undefined node when missing. (YAML::Node's own would add the key.)
  YAML::Node Find(const std::string& key) const;
  std::string PathOf(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }

  std::string file_;
  std::string path_;  // empty at the root
  YAML::Node node_;
};

// KubeconfigFiles: the kubeconfig files that count together, merged as kubectl merges them.
//
// Cheap to move; not thread-safe.
//
// Upstream: clientcmd/loader.go ClientConfigLoadingRules.Load (client-go 0.37)
class KubeconfigFiles {
 public:
  // No file at all: everything is missing.
  KubeconfigFiles() = default;

  // Reads the files, the first one counting most; those that do not exist are passed over.
  // kNotFound: none exists. kInvalidInput: one cannot be read, or is no kubeconfig.
  static base::Result<KubeconfigFiles> Read(const std::vector<std::string>& paths,
                                            const FileWait& wait);

  // The entry of that name in the first file that has one, whole: what a later file says about the
  // same name does not count. An error that lists the names otherwise.
  base::Result<KubeconfigNode> Named(const std::string& list, const std::string& name,
                                     const std::string& member) const;

  // The names in that list, those of the first file first, each once.
  std::vector<std::string> Names(const std::string& list) const;

  // The first file's that has one; empty when none does.
  base::Result<std::string> CurrentContext() const;

  // That no context is chosen, as an error that says how to choose one.
  base::Error NoContext() const;

 private:
  std::string Paths() const;

  std::vector<KubeconfigNode> files_;
};

}  // namespace structural::kube
