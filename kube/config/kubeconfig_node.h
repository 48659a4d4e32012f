// KubeconfigNode: a mapping in a kubeconfig with its position, so that every error is reported with
// file, line and path: "/home/a/.kube/config:12: users[admin].user.token: …".
//
// The only part of the project that uses yaml-cpp. Cheap to copy; not thread-safe.
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
  // Parses a file's text. kInvalidInput: the text is not YAML, or its root is not a mapping.
  static base::Result<KubeconfigNode> Parse(const std::string& file, const std::string& text);

  const std::string& file() const { return file_; }

  // Returns false for a key that is missing or null.
  bool Has(const std::string& key) const;

  // Returns the text of a scalar; empty if missing. Numbers and booleans are returned
  // as written.
  base::Result<std::string> Text(const std::string& key) const;

  // Returns the texts of a list of scalars; empty if missing.
  base::Result<std::vector<std::string>> Texts(const std::string& key) const;

  // Returns a mapping of keys to lists of scalars, in the order of the file.
  base::Result<std::vector<std::pair<std::string, std::vector<std::string>>>> TextsByKey(const std::string& key) const;

  // Returns a file's path: relative paths are relative to the kubeconfig's folder.
  base::Result<std::string> Path(const std::string& key) const;

  // Returns an unquoted true or false; false if missing.
  base::Result<bool> Bool(const std::string& key) const;

  // Returns the mapping at the key; nullopt if missing.
  base::Result<std::optional<KubeconfigNode>> Child(const std::string& key) const;

  // Returns the mappings in the list at the key; empty if missing.
  base::Result<std::vector<KubeconfigNode>> Elements(const std::string& key) const;

  // Returns the mapping `member` in the element of the list `list` whose `name` is the given one,
  // such as users[admin].user. Returns nullopt if the element does not exist, and an empty mapping
  // if `member` is missing. kInvalidInput: two elements have this name.
  base::Result<std::optional<KubeconfigNode>> Named(const std::string& list, const std::string& name,
                                                    const std::string& member) const;

  // Returns the names of the elements of the list, for messages.
  std::vector<std::string> Names(const std::string& list) const;

  // Returns the value as JSON text, for a program that it is passed to; empty if missing.
  // kInvalidInput: nested deeper than 100 levels, or more than 1 MiB.
  base::Result<std::string> Json(const std::string& key) const;

  // Returns a kInvalidInput error at this key.
  base::Error InvalidField(const std::string& key, const std::string& what) const;

 private:
  KubeconfigNode(std::string file, std::string path, YAML::Node node)
      : file_(std::move(file)), path_(std::move(path)), node_(std::move(node)) {}

  // Returns the mapping at a node. kInvalidInput: the node is not a mapping, or has a repeated key.
  static base::Result<KubeconfigNode> Make(const std::string& file, const std::string& path, const YAML::Node& node);

  // Returns the node, or an undefined one. Does not change the mapping; YAML::Node's own operator[]
  // would add the key.
  YAML::Node Find(const std::string& key) const;
  std::string PathOf(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  std::string file_;
  std::string path_;  // empty at the root
  YAML::Node node_;
};

// KubeconfigFiles: several kubeconfig files, merged as kubectl merges them.
//
// Cheap to move; not thread-safe.
//
// Upstream: clientcmd/loader.go ClientConfigLoadingRules.Load (client-go 0.37)
class KubeconfigFiles {
 public:
  // Creates an object without files.
  KubeconfigFiles() = default;

  // Reads the files, of which earlier ones take precedence; skips those that do not exist.
  // kNotFound: no file exists. kInvalidInput: a file cannot be read, or is not a kubeconfig.
  static base::Result<KubeconfigFiles> Read(const std::vector<std::string>& paths, const FileWait& wait);

  // Returns the entry `name` of the list in the first file that has this entry. Entries of the same
  // name in later files are ignored as a whole. If no file has the entry, returns an error with a
  // list of the existing names.
  base::Result<KubeconfigNode> Named(const std::string& list, const std::string& name, const std::string& member) const;

  // Returns the names of the list's entries, in the order of the files, without duplicates.
  std::vector<std::string> Names(const std::string& list) const;

  // Returns the current-context of the first file that has one; empty if no file has one.
  base::Result<std::string> CurrentContext() const;

  // Returns the error for a missing context, with a hint how to choose one.
  base::Error NoContext() const;

 private:
  std::string Paths() const;

  std::vector<KubeconfigNode> files_;
};

}  // namespace structural::kube
