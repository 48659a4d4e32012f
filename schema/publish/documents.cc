#include "schema/publish/documents.h"

#include "schema/json/write.h"

namespace structural::publish {
namespace {

// The title and version of every document that Kubernetes publishes for CRDs.
// Upstream: pkg/controller/openapi/builder getOpenAPIConfig (v0.37.2).
constexpr std::string_view kInfo = R"({"title":"Kubernetes CRD Swagger","version":"v0.1.0"})";

template <typename Texts>
void AppendObject(std::string_view key, const Texts& texts, json::Writer& to) {
  to.Key(key).BeginObject();
  for (const auto& [name, json] : texts) to.AnyKey(name).Raw(json);
  to.EndObject();
}

// Appends the parameters that several paths share; those for namespaces only if `namespaced`.
// Upstream: kube-openapi pkg/builder deduplicateParameters.
void AppendParameters(bool namespaced, json::Writer& to) {
  to.Key("parameters").BeginObject();
  for (const auto& [name, json] : SharedParameters()) {
    if (namespaced || !name.starts_with("namespace-")) to.Key(name).Raw(json);
  }
  to.EndObject();
}

}  // namespace

void Documents::Add(const Resource& resource, Definition kind, base::Arena& arena) {
  const bool v2 = format_ == OpenApi::kV2;
  Document& document = documents_[v2 ? "" : std::string(resource.group).append("/").append(resource.version)];
  document.namespaced |= resource.namespaced;
  for (auto& [name, schema] : DefinitionsOf(resource, std::move(kind), format_, scope_, arena)) {
    bytes_ += schema.size();
    document.definitions[name] = std::move(schema);
  }
  if (scope_ == Scope::kOwn) return;
  for (auto& [path, operations] : PathsOf(resource, format_)) {
    bytes_ += operations.size();
    document.paths[path] = std::move(operations);
  }
}

std::string Documents::Text(const Document& document) const {
  const bool v2 = format_ == OpenApi::kV2, whole = scope_ == Scope::kWhole;
  json::Writer to;
  to.BeginObject();
  if (whole) {
    to.Add(v2 ? "swagger" : "openapi", v2 ? "2.0" : "3.0.0").Key("info").Raw(kInfo);
    AppendObject("paths", document.paths, to);
  }
  if (v2) {
    AppendObject("definitions", document.definitions, to);
    if (whole) AppendParameters(document.namespaced, to);
  } else {
    to.Key("components").BeginObject();
    AppendObject("schemas", document.definitions, to);
    to.EndObject();
  }
  return to.EndObject().Take();
}

std::vector<std::string> Documents::Texts() const {
  std::vector<std::string> texts;
  for (const auto& [place, document] : documents_) texts.push_back(Text(document));
  return texts;
}

}  // namespace structural::publish
