#include "kube/config/kubeconfig_value.h"

#include <optional>

#include "kube/config/read_file.h"
#include "schema/go/base64.h"

namespace structural::kube {

base::Status ReadDataOrFile(const KubeconfigNode& node, const std::string& key,
                            const FileWait& wait, std::string* text, std::string* file) {
  std::string encoded;
  base::Status step = Assign(&encoded, node.Text(key + "-data"));
  if (step.ok()) step = Assign(file, node.Path(key));
  if (!step.ok()) return step;
  if (!encoded.empty() && !file->empty()) {
    return node.InvalidField(key, "excludes " + key + "-data; remove one of them");
  }
  if (!encoded.empty()) {
    std::optional<std::string> bytes = go::DecodeBase64(encoded);
    if (!bytes) {
      return node.InvalidField(key + "-data",
                               "is not base64; encode the PEM file with `base64 -w0`");
    }
    *text = std::move(*bytes);
  }
  if (file->empty()) return base::Ok();
  base::Result<std::string> bytes = ReadSmallFile(*file, wait);
  if (!bytes.ok()) return node.InvalidField(key, bytes.error().message());
  if (bytes->empty()) return node.InvalidField(key, "names " + *file + ", which is empty");
  *text = std::move(*bytes);
  return base::Ok();
}

}  // namespace structural::kube
