#include "kube/kubeconfig_node.h"

#include <filesystem>

namespace structural::kube {
namespace {

// A YAML mark counts from zero.
std::string Place(const std::string& file, const YAML::Mark& mark) {
  return mark.is_null() ? file : file + ":" + std::to_string(mark.line + 1);
}

bool IsQuoted(const YAML::Node& node) { return node.Tag() == "!"; }

}  // namespace

base::Result<KubeconfigNode> KubeconfigNode::Parse(const std::string& file,
                                                   const std::string& text) {
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsNull() || !root.IsDefined()) {
      return KubeconfigNode(file, "", YAML::Node(YAML::NodeType::Map));
    }
    if (!root.IsMap()) {
      return base::Error(base::ErrorCode::kInvalidInput,
                         file + ": is no kubeconfig: a mapping (apiVersion, kind, clusters, …) "
                                "is expected at the top");
    }
    return KubeconfigNode(file, "", root);
  } catch (const YAML::Exception& e) {
    return base::Error(base::ErrorCode::kInvalidInput,
                       Place(file, e.mark) + ": not valid YAML: " + e.msg);
  }
}

YAML::Node KubeconfigNode::Find(const std::string& key) const {
  const YAML::Node& fixed = node_;  // the const look-up adds nothing
  return fixed[key];
}

bool KubeconfigNode::Has(const std::string& key) const {
  const YAML::Node value = Find(key);
  return value.IsDefined() && !value.IsNull();
}

base::Error KubeconfigNode::Mistake(const std::string& key, const std::string& what) const {
  const YAML::Node value = Find(key);
  const YAML::Mark mark = value.IsDefined() ? value.Mark() : node_.Mark();
  return {base::ErrorCode::kInvalidInput,
          Place(file_, mark) + ": " + (path_.empty() ? key : path_ + "." + key) + ": " + what};
}

base::Result<std::string> KubeconfigNode::Text(const std::string& key) const {
  if (!Has(key)) return std::string();
  const YAML::Node value = Find(key);
  if (!value.IsScalar()) return Mistake(key, "must be text, but is a list or a mapping");
  return value.Scalar();
}

base::Result<std::string> KubeconfigNode::Path(const std::string& key) const {
  base::Result<std::string> text = Text(key);
  if (!text.ok() || text->empty()) return text;
  return (std::filesystem::path(file_).parent_path() / *text).string();
}

base::Result<bool> KubeconfigNode::Bool(const std::string& key) const {
  if (!Has(key)) return false;
  const YAML::Node value = Find(key);
  if (value.IsScalar() && !IsQuoted(value)) {
    if (value.Scalar() == "true") return true;
    if (value.Scalar() == "false") return false;
  }
  return Mistake(key, "must be true or false, without quotes");
}

base::Result<std::optional<KubeconfigNode>> KubeconfigNode::Named(const std::string& list,
                                                                  const std::string& name,
                                                                  const std::string& member) const {
  using Found = std::optional<KubeconfigNode>;
  if (!Has(list)) return Found();
  const YAML::Node elements = Find(list);
  if (!elements.IsSequence()) return Mistake(list, "must be a list");
  for (const YAML::Node& element : elements) {
    if (!element.IsMap()) return Mistake(list, "every element must be a mapping with a name");
    const KubeconfigNode entry(file_, list + "[" + name + "]", element);
    base::Result<std::string> own_name = entry.Text("name");
    if (!own_name.ok()) return own_name.error();
    if (*own_name != name) continue;
    YAML::Node inner = entry.Find(member);
    if (!entry.Has(member)) inner = YAML::Node(YAML::NodeType::Map);
    if (!inner.IsMap()) return entry.Mistake(member, "must be a mapping");
    return Found(KubeconfigNode(file_, entry.path_ + "." + member, inner));
  }
  return Found();
}

std::vector<std::string> KubeconfigNode::Names(const std::string& list) const {
  std::vector<std::string> names;
  const YAML::Node elements = Find(list);
  if (!elements.IsDefined() || !elements.IsSequence()) return names;
  for (const YAML::Node& element : elements) {
    if (!element.IsMap()) continue;
    const KubeconfigNode entry(file_, list, element);
    base::Result<std::string> name = entry.Text("name");
    if (name.ok()) names.push_back(*name);
  }
  return names;
}

}  // namespace structural::kube
