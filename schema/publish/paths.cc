#include "schema/publish/paths.h"

#include "schema/base/quote.h"
#include "schema/publish/marks.h"
#include "schema/publish/open_api_data.h"

namespace structural::publish {
namespace {

bool IsServed(std::string_view path, const crd::Subresources& subresources) {
  if (path.ends_with("/{name}/status")) return subresources.status;
  return !path.ends_with("/{name}/scale") || subresources.scale;
}

}  // namespace

void AppendPaths(const Resource& resource, OpenApi format, std::string& to) {
  const Marks marks(resource);
  to += '{';
  for (const auto& [name, item] : PathItems(format, resource.namespaced)) {
    if (!IsServed(name, resource.subresources)) continue;
    std::string path;
    marks.AppendPath(name, path);
    if (to.back() != '{') to += ',';
    base::AppendJsonString(path, to);
    to += ':';
    marks.AppendItem(item, path, to);
  }
  to += '}';
}

}  // namespace structural::publish
