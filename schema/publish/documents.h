// Documents: the OpenAPI documents that a server publishes for several resources.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// The OpenAPI documents of a server. In v2, one document for all resources, which a server has at /openapi/v2. In v3,
// one document for each group and version, at /openapi/v3/apis/GROUP/VERSION. Owns the added definitions. Not
// thread-safe.
class Documents {
 public:
  Documents(OpenApi format, DocumentParts parts) : format_(format), parts_(parts) {}

  // Adds a resource. `kind` is the definition of its kind. `arena` is working memory.
  void Add(const Resource& resource, Definition kind, base::Arena& arena);
  // Returns the size of all added definitions and paths in bytes. Callers must limit it after each added version
  // (base::CheckDocumentSize), because versions that share a schema in the CRD each have a copy of it in the documents.
  std::size_t bytes() const { return bytes_; }

  // Returns each document as JSON text, in the order of groups and versions.
  std::vector<std::string> Texts() const;

 private:
  using TextByName = std::map<std::string, std::string>;
  struct Document {
    TextByName definitions;
    TextByName paths;
    bool namespaced = false;  // whether a resource in the document is namespaced
  };

  std::string Text(const Document& document) const;

  const OpenApi format_;
  const DocumentParts parts_;
  std::map<std::string, Document> documents_;
  std::size_t bytes_ = 0;
};

// A path at which a server serves a resource, and its published operations.
struct PathItem {
  std::string path;
  std::string operations;  // JSON text
};

// Returns all paths of a resource and its subresources.
//
// Upstream: pkg/controller/openapi/builder generateBuilder, buildRoute (v0.37.2).
std::vector<PathItem> PathsOf(const Resource& resource, OpenApi format);

}  // namespace structural::publish
