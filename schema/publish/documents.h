// Documents: what a server publishes of several resources.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// In v2 one document on all resources, in v3 one on each group and version: as /openapi/v2 and
// /openapi/v3/apis/GROUP/VERSION. Owns what is added. Not thread-safe.
class Documents {
 public:
  Documents(OpenApi format, Scope scope) : format_(format), scope_(scope) {}

  // With this definition of the kind. `arena` is working memory.
  void Add(const Resource& resource, Definition kind, base::Arena& arena);
  // Of all that was added, so that who adds the versions of a CRD can stop: each is many times as
  // long as its entry where they share their schema (base::CheckDocument).
  std::size_t bytes() const { return bytes_; }

  // Each as JSON, in the order of groups and versions.
  std::vector<std::string> Texts() const;

 private:
  using TextByName = std::map<std::string, std::string>;
  struct Document {
    TextByName definitions;
    TextByName paths;
    bool namespaced = false;  // some resource is
  };

  std::string Text(const Document& document) const;

  const OpenApi format_;
  const Scope scope_;
  std::map<std::string, Document> documents_;
  std::size_t bytes_ = 0;
};

// The paths that a server serves a resource on, as it publishes them.
struct PathItem {
  std::string path;
  std::string operations;  // JSON text
};

// Upstream: pkg/controller/openapi/builder generateBuilder, buildRoute (v0.37.2).
std::vector<PathItem> PathsOf(const Resource& resource, OpenApi format);

}  // namespace structural::publish
