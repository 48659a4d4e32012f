#include "schema/generate/go/kind_markers.h"

#include <utility>

namespace structural::generate::go {
namespace {

void AddTexts(const char* name, const std::vector<std::string_view>& texts, Marker& marker) {
  if (texts.empty()) return;
  marker.append(",").append(name);
  char separator = '=';
  for (const std::string_view text : texts)
    (marker += std::exchange(separator, ';')) += WordArgument(text);
}

Marker ResourceMarker(const Resource& resource) {
  Marker marker = "kubebuilder:resource:path=" + WordArgument(resource.plural);
  if (!resource.singular.empty()) marker += ",singular=" + WordArgument(resource.singular);
  AddTexts("shortName", resource.short_names, marker);
  AddTexts("categories", resource.categories, marker);
  return marker + ",scope=" + (resource.namespaced ? "Namespaced" : "Cluster");
}

Marker ScaleMarker(const Scale& scale) {
  Marker marker = "kubebuilder:subresource:scale:specpath=" + Argument(scale.spec_path) +
                  ",statuspath=" + Argument(scale.status_path);
  if (scale.selector_path) marker += ",selectorpath=" + Argument(*scale.selector_path);
  return marker;
}

Marker ColumnMarker(const Column& column) {
  Marker marker = "kubebuilder:printcolumn:name=" + Argument(column.name) +
                  ",type=" + Argument(column.type) + ",JSONPath=" + Argument(column.json_path);
  if (!column.description.empty()) marker += ",description=" + Argument(column.description);
  if (!column.format.empty()) marker += ",format=" + Argument(column.format);
  if (column.priority != 0) marker += ",priority=" + std::to_string(column.priority);
  return marker;
}

}  // namespace

Markers KindMarkers(const Kind& kind) {
  Markers markers = {"kubebuilder:object:root=true", ResourceMarker(kind.resource)};
  if (kind.status) markers.emplace_back("kubebuilder:subresource:status");
  if (kind.scale) markers.push_back(ScaleMarker(*kind.scale));
  for (const Column& column : kind.columns) markers.push_back(ColumnMarker(column));
  for (const std::string_view path : kind.selectable_fields)
    markers.push_back("kubebuilder:selectablefield:JSONPath=" + Argument(path));
  if (kind.storage) markers.emplace_back("kubebuilder:storageversion");
  if (!kind.served) markers.emplace_back("kubebuilder:unservedversion");
  if (!kind.deprecated) return markers;
  markers.emplace_back("kubebuilder:deprecatedversion");
  if (kind.warning) markers.back() += ":warning=" + Argument(*kind.warning);
  return markers;
}

}  // namespace structural::generate::go
