#include "schema/publish/paths.h"

#include <utility>

#include "schema/publish/open_api_data.h"
#include "schema/publish/template_expander.h"

namespace structural::publish {
namespace {

bool IsServed(std::string_view path, const crd::Subresources& subresources) {
  if (path.ends_with("/{name}/status")) return subresources.status;
  return !path.ends_with("/{name}/scale") || subresources.scale;
}

}  // namespace

std::vector<PathItem> PathsOf(const Resource& resource, OpenApi format) {
  const TemplateExpander expander(resource);
  std::vector<PathItem> all;
  for (const auto& [marked_path, marked_item] : PathItems(format, resource.namespaced)) {
    if (!IsServed(marked_path, resource.subresources)) continue;
    PathItem item;
    expander.AppendPath(marked_path, item.path);
    expander.AppendItem(marked_item, item.path, item.operations);
    all.push_back(std::move(item));
  }
  return all;
}

}  // namespace structural::publish
