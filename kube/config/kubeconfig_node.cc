#include "kube/config/kubeconfig_node.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <yaml-cpp/node/node.h>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/reader.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

using Words = std::vector<std::string>;

constexpr int kMaxDepth = 100;
constexpr size_t kMaxJsonBytes = size_t{1} << 20;

bool IsNumber(const std::string& text) {
  base::Arena arena;
  json::JsonReader in(text, arena);
  if (in.Peek() != json::JsonReader::Kind::kNumber) return false;
  in.Skip();
  return in.AtEnd();
}

void AppendScalar(const YAML::Node& node, std::string* json) {
  const std::string& text = node.Scalar();
  const bool plain = node.Tag() == "?";
  if (plain && (text == "true" || text == "True" || text == "TRUE")) {
    *json += "true";
  } else if (plain && (text == "false" || text == "False" || text == "FALSE")) {
    *json += "false";
  } else if (plain && IsNumber(text)) {
    *json += text;
  } else {
    base::AppendJsonString(text, *json);
  }
}

// Appends the node to *json as JSON. `depth` is the node's number of outer levels. Returns false if the node has too
// many levels, or the JSON becomes too long.
bool Append(const YAML::Node& node, int depth, std::string* json) {
  if (depth > kMaxDepth || json->size() > kMaxJsonBytes) return false;
  if (node.IsMap()) {
    const char* separator = "{";
    for (const auto& entry : node) {
      *json += separator;
      separator = ",";
      base::AppendJsonString(entry.first.IsScalar() ? entry.first.Scalar() : "", *json);
      *json += ':';
      if (!Append(entry.second, depth + 1, json)) return false;
    }
    *json += *separator == '{' ? "{}" : "}";
  } else if (node.IsSequence()) {
    const char* separator = "[";
    for (const YAML::Node& element : node) {
      *json += separator;
      separator = ",";
      if (!Append(element, depth + 1, json)) return false;
    }
    *json += *separator == '[' ? "[]" : "]";
  } else if (node.IsScalar()) {
    AppendScalar(node, json);
  } else {
    *json += "null";
  }
  return true;
}

// Returns a YAML value as JSON text.
//
// A plain scalar becomes null, a boolean or a number if it is one in YAML 1.2's core schema and JSON can express it.
// Any other scalar becomes a string. Keys keep their order. kLimitExceeded: the value has more than 100 levels (an
// alias can contain itself), or more than 1 MiB of JSON.
base::Result<std::string> JsonOf(const YAML::Node& node) {
  std::string json;
  if (Append(node, 0, &json)) return json;
  return base::Error(base::ErrorCode::kLimitExceeded, "is nested deeper than 100 levels or larger than 1 MiB");
}

// Returns the file and the line of the mark, "FILE:LINE"; only the file if the mark is null. Marks count from zero.
std::string Place(const std::string& file, const YAML::Mark& mark) {
  return mark.is_null() ? file : file + ":" + std::to_string(mark.line + 1);
}

bool IsQuoted(const YAML::Node& node) { return node.Tag() == "!"; }

// Returns the scalars in a list; nullopt if the node is not a list of scalars.
std::optional<Words> TextsOf(const YAML::Node& list) {
  if (!list.IsSequence()) return std::nullopt;
  Words texts;
  for (const YAML::Node& element : list) {
    if (!element.IsScalar()) return std::nullopt;
    texts.push_back(element.Scalar());
  }
  return texts;
}

}  // namespace

Result<KubeconfigNode> KubeconfigNode::Parse(const std::string& file, const std::string& text) {
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsNull() || !root.IsDefined()) {
      return KubeconfigNode(file, "", YAML::Node(YAML::NodeType::Map));
    }
    if (!root.IsMap()) {
      return Error(ErrorCode::kInvalidInput,
                   file + ": not a kubeconfig: expected a mapping (apiVersion, kind, clusters, …) at the top");
    }
    return Make(file, "", root);
  } catch (const YAML::Exception& e) {
    return Error(ErrorCode::kInvalidInput, Place(file, e.mark) + ": not valid YAML: " + e.msg);
  }
}

Result<KubeconfigNode> KubeconfigNode::Make(const std::string& file, const std::string& path, const YAML::Node& node) {
  const std::string where = Place(file, node.Mark()) + ": " + (path.empty() ? "" : path + ": ");
  if (!node.IsMap()) return Error(ErrorCode::kInvalidInput, where + "must be a mapping");
  std::set<std::string> keys;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar() || keys.insert(entry.first.Scalar()).second) continue;
    return Error(ErrorCode::kInvalidInput, Place(file, entry.first.Mark()) + ": " + (path.empty() ? "" : path + ".") +
                                               entry.first.Scalar() + ": occurs twice; remove one of them");
  }
  return KubeconfigNode(file, path, node);
}

YAML::Node KubeconfigNode::Find(const std::string& key) const {
  const YAML::Node& fixed = node_;  // only the const operator[] does not add the key
  return fixed[key];
}

bool KubeconfigNode::Has(const std::string& key) const {
  const YAML::Node value = Find(key);
  return value.IsDefined() && !value.IsNull();
}

Error KubeconfigNode::InvalidField(const std::string& key, const std::string& what) const {
  const YAML::Node value = Find(key);
  const YAML::Mark mark = value.IsDefined() ? value.Mark() : node_.Mark();
  return {ErrorCode::kInvalidInput, Place(file_, mark) + ": " + PathOf(key) + ": " + what};
}

Result<std::string> KubeconfigNode::Text(const std::string& key) const {
  if (!Has(key)) return std::string();
  const YAML::Node value = Find(key);
  if (!value.IsScalar()) return InvalidField(key, "must be a string, but is a list or a mapping");
  return value.Scalar();
}

Result<Words> KubeconfigNode::Texts(const std::string& key) const {
  if (!Has(key)) return std::vector<std::string>();
  std::optional<std::vector<std::string>> texts = TextsOf(Find(key));
  if (!texts) return InvalidField(key, "must be a list of strings");
  return std::move(*texts);
}

Result<std::vector<std::pair<std::string, Words>>> KubeconfigNode::TextsByKey(const std::string& key) const {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  Result<std::optional<KubeconfigNode>> child = Child(key);
  if (!child.ok()) return child.error();
  if (!child->has_value()) return all;
  for (const auto& entry : (*child)->node_) {
    Result<std::vector<std::string>> texts = (*child)->Texts(entry.first.Scalar());
    if (!texts.ok()) return texts.error();
    all.emplace_back(entry.first.Scalar(), std::move(*texts));
  }
  return all;
}

Result<std::string> KubeconfigNode::Path(const std::string& key) const {
  Result<std::string> text = Text(key);
  if (!text.ok() || text->empty()) return text;
  return (std::filesystem::path(file_).parent_path() / *text).string();
}

Result<bool> KubeconfigNode::Bool(const std::string& key) const {
  if (!Has(key)) return false;
  const YAML::Node value = Find(key);
  if (value.IsScalar() && !IsQuoted(value)) {
    if (value.Scalar() == "true") return true;
    if (value.Scalar() == "false") return false;
  }
  return InvalidField(key, "must be true or false, without quotes");
}

Result<std::optional<KubeconfigNode>> KubeconfigNode::Child(const std::string& key) const {
  if (!Has(key)) return std::optional<KubeconfigNode>();
  Result<KubeconfigNode> child = Make(file_, PathOf(key), Find(key));
  if (!child.ok()) return child.error();
  return std::optional<KubeconfigNode>(std::move(*child));
}

Result<std::vector<KubeconfigNode>> KubeconfigNode::Elements(const std::string& key) const {
  std::vector<KubeconfigNode> elements;
  if (!Has(key)) return elements;
  const YAML::Node list = Find(key);
  if (!list.IsSequence()) return InvalidField(key, "must be a list");
  for (const YAML::Node& element : list) {
    const std::string path = PathOf(key) + "[" + std::to_string(elements.size()) + "]";
    Result<KubeconfigNode> made = Make(file_, path, element);
    if (!made.ok()) return made.error();
    elements.push_back(std::move(*made));
  }
  return elements;
}

Result<std::optional<KubeconfigNode>> KubeconfigNode::Named(const std::string& list, const std::string& name,
                                                            const std::string& member) const {
  std::optional<KubeconfigNode> found;
  Result<std::vector<KubeconfigNode>> elements = Elements(list);
  if (!elements.ok()) return elements.error();
  for (KubeconfigNode& entry : *elements) {
    Result<std::string> own_name = entry.Text("name");
    if (!own_name.ok()) return own_name.error();
    if (*own_name != name) continue;
    entry.path_ = PathOf(list) + "[" + name + "]";
    if (found) return entry.InvalidField("name", "occurs twice in the list; remove one of them");
    if (!entry.Has(member)) {
      found = KubeconfigNode(file_, entry.PathOf(member), YAML::Node(YAML::NodeType::Map));
      continue;
    }
    Result<KubeconfigNode> made = Make(file_, entry.PathOf(member), entry.Find(member));
    if (!made.ok()) return made.error();
    found = std::move(*made);
  }
  return found;
}

std::vector<std::string> KubeconfigNode::Names(const std::string& list) const {
  std::vector<std::string> names;
  Result<std::vector<KubeconfigNode>> elements = Elements(list);
  if (!elements.ok()) return names;
  for (const KubeconfigNode& entry : *elements) {
    Result<std::string> name = entry.Text("name");
    if (name.ok()) names.push_back(std::move(*name));
  }
  return names;
}

Result<std::string> KubeconfigNode::Json(const std::string& key) const {
  if (!Has(key)) return std::string();
  Result<std::string> text = JsonOf(Find(key));
  return text.ok() ? std::move(text) : InvalidField(key, text.error().message());
}

namespace {

using base::Status;

std::string Joined(const std::vector<std::string>& words) {
  const std::string text = base::Join(words, ", ");
  return text.empty() ? "none" : text;
}

// Returns an error if the file has another kind or apiVersion than a kubeconfig.
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
