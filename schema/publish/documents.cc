#include "schema/publish/documents.h"

#include <utility>

#include "schema/objects/member_writer.h"
#include "schema/publish/open_api_data.h"
#include "schema/publish/paths.h"

namespace structural::publish {
namespace {

// Upstream: pkg/controller/openapi/builder getOpenAPIConfig (v0.37.2).
constexpr std::string_view kInfo = R"({"title":"Kubernetes CRD Swagger","version":"v0.1.0"})";

template <typename Texts>
void AppendObject(const Texts& texts, objects::MemberWriter& members, std::string& to) {
  to += '{';
  for (const auto& [name, json] : texts) members.AnyKey(name) += json;
  to += '}';
}

// Upstream: kube-openapi pkg/builder deduplicateParameters.
void AppendParameters(bool namespaced, objects::MemberWriter& members, std::string& to) {
  to += '{';
  for (const auto& [name, json] : SharedParameters()) {
    if (namespaced || !name.starts_with("namespace-")) members.Raw(name, json);
  }
  to += '}';
}

}  // namespace

void Documents::Add(const Resource& resource, Definition kind, base::Arena& arena) {
  const bool v2 = format_ == OpenApi::kV2;
  Document& document =
      documents_[v2 ? "" : std::string(resource.group).append("/").append(resource.version)];
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
  base::Arena arena;
  std::string text = "{";
  objects::MemberWriter members(arena, text);
  if (whole) {
    members.AnyText(v2 ? "swagger" : "openapi", v2 ? "2.0" : "3.0.0");
    members.Raw("info", kInfo);
    AppendObject(document.paths, members, members.Key("paths"));
  }
  if (v2) {
    AppendObject(document.definitions, members, members.Key("definitions"));
    if (whole) AppendParameters(document.namespaced, members, members.Key("parameters"));
  } else {
    members.Key("components") += '{';
    AppendObject(document.definitions, members, members.Key("schemas"));
    text += '}';
  }
  return text += '}';
}

std::vector<std::string> Documents::Texts() const {
  std::vector<std::string> texts;
  for (const auto& [place, document] : documents_) texts.push_back(Text(document));
  return texts;
}

}  // namespace structural::publish
