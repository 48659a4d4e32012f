// KubeconfigNode: a mapping in a kubeconfig that knows where it stands, so that every mistake is
// reported with file, line and path: "/home/a/.kube/config:12: users[admin].user.token: …".
//
// The only place of the project that reads with yaml-cpp. Cheap to copy; not thread-safe.
#pragma once

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <vector>

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

  // Text that names a file: relative to the kubeconfig's folder.
  base::Result<std::string> Path(const std::string& key) const;

  // An unquoted true or false; false when missing.
  base::Result<bool> Bool(const std::string& key) const;

  // The element of the list `list` whose `name` is the given one, and in it the mapping `member`:
  // users[admin].user. None when there is no such element; an empty mapping when `member` is
  // missing.
  base::Result<std::optional<KubeconfigNode>> Named(const std::string& list,
                                                    const std::string& name,
                                                    const std::string& member) const;

  // The names in that list, for "there are: …".
  std::vector<std::string> Names(const std::string& list) const;

  // kInvalidInput at this key.
  base::Error Mistake(const std::string& key, const std::string& what) const;

 private:
  KubeconfigNode(std::string file, std::string path, YAML::Node node)
      : file_(std::move(file)), path_(std::move(path)), node_(std::move(node)) {}

  // Read-only look-up; an undefined node when missing. (YAML::Node's own would add the key.)
  YAML::Node Find(const std::string& key) const;

  std::string file_;
  std::string path_;  // empty at the root
  YAML::Node node_;
};

}  // namespace structural::kube
