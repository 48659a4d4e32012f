// KubeconfigNode: a mapping in a kubeconfig. Its errors have the file, the line and the path:
// "/home/a/.kube/config:12: users[admin].user.token: …".
//
// Only this part of the project uses yaml-cpp. Cheap to copy; not thread-safe.
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
  // Parses the text of a file. `file` is its name for errors. kInvalidInput: the text is not YAML, or its root is not a
  // mapping.
  static base::Result<KubeconfigNode> Parse(const std::string& file, const std::string& text);

  const std::string& file() const { return file_; }

  // Returns whether the mapping has the key with a value other than null.
  bool Has(const std::string& key) const;

  // The functions below return the value of a key, and kInvalidInput if the value has another type.

  // Returns a scalar as it is written, also a number or boolean; empty if the key is missing.
  base::Result<std::string> Text(const std::string& key) const;

  // Returns the scalars in a list; empty if the key is missing.
  base::Result<std::vector<std::string>> Texts(const std::string& key) const;

  // Returns a mapping of keys to lists of scalars, in the order of the file.
  base::Result<std::vector<std::pair<std::string, std::vector<std::string>>>> TextsByKey(const std::string& key) const;

  // Returns the path of a file; empty if the key is missing. A relative path is resolved against the kubeconfig's
  // folder.
  base::Result<std::string> Path(const std::string& key) const;

  // Returns an unquoted true or false; false if the key is missing.
  base::Result<bool> Bool(const std::string& key) const;

  // Returns the mapping at the key; nullopt if the key is missing.
  base::Result<std::optional<KubeconfigNode>> Child(const std::string& key) const;

  // Returns the mappings in the list at the key; empty if the key is missing.
  base::Result<std::vector<KubeconfigNode>> Elements(const std::string& key) const;

  // Finds the element of the list `list` that has this `name`, and returns its mapping `member`. For example,
  // Named("users", "admin", "user") returns users[admin].user. Returns nullopt if no element has the name, and an empty
  // mapping if the element does not have the member. kInvalidInput: two elements have this name.
  base::Result<std::optional<KubeconfigNode>> Named(const std::string& list, const std::string& name,
                                                    const std::string& member) const;

  // Returns the names of the elements of the list, for messages.
  std::vector<std::string> Names(const std::string& list) const;

  // Returns the value of any type as JSON; empty if the key is missing. kInvalidInput: the value has more than 100
  // levels, or more than 1 MiB of JSON.
  base::Result<std::string> Json(const std::string& key) const;

  // Returns a kInvalidInput error at this key.
  base::Error InvalidField(const std::string& key, const std::string& what) const;

 private:
  KubeconfigNode(std::string file, std::string path, YAML::Node node)
      : file_(std::move(file)), path_(std::move(path)), node_(std::move(node)) {}

  // Creates the KubeconfigNode of a YAML node. kInvalidInput: the node is not a mapping, or has a repeated key.
  static base::Result<KubeconfigNode> Make(const std::string& file, const std::string& path, const YAML::Node& node);

  // Returns the value of the key; an undefined node if the key is missing. Unlike YAML::Node's operator[], does not add
  // the key.
  YAML::Node Find(const std::string& key) const;
  std::string PathOf(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  std::string file_;
  std::string path_;  // empty at the root
  YAML::Node node_;
};

// KubeconfigFiles: one or more kubeconfig files, merged as kubectl merges them. Cheap to move; not thread-safe.
//
// Upstream: clientcmd/loader.go ClientConfigLoadingRules.Load (client-go 0.37)
class KubeconfigFiles {
 public:
  // Creates an object without files.
  KubeconfigFiles() = default;

  // Reads the files. Earlier files take precedence. Skips files that do not exist. kNotFound: no file exists.
  // kInvalidInput: a file cannot be read, or is not a kubeconfig.
  static base::Result<KubeconfigFiles> Read(const std::vector<std::string>& paths, const FileWait& wait);

  // Like KubeconfigNode::Named, in the first file whose list has an element of this name. Elements of the same name in
  // later files are ignored as a whole. If no file has one, returns an error with the existing names.
  base::Result<KubeconfigNode> Named(const std::string& list, const std::string& name, const std::string& member) const;

  // Returns the names of the list's elements, in the order of the files, without duplicates.
  std::vector<std::string> Names(const std::string& list) const;

  // Returns the current-context of the first file that has one; empty if no file has one.
  base::Result<std::string> CurrentContext() const;

  // Returns the error that no context was chosen, with a hint how to choose one.
  base::Error NoContext() const;

 private:
  std::string Paths() const;

  std::vector<KubeconfigNode> files_;
};

}  // namespace structural::kube
