// TemplateExpander: fills a CRD's words into the texts of open_api_data.h, which have placeholders
// between two @.
#pragma once

#include <string>
#include <string_view>

#include "schema/publish/resource.h"

namespace structural::publish {

// Keeps views into the resource, which must outlive it.
class TemplateExpander {
 public:
  explicit TemplateExpander(const Resource& resource);

  // A path as it is. @group@, @version@ and @plural@.
  void AppendPath(std::string_view text, std::string& to) const;

  // JSON text of what there is on a path, with any of these besides:
  //   @kind@ @tag@ @article@       of the kind: " a ", " an " or " "
  //   @kind name@ @list name@      of their definitions, in a reference
  //   @id VERB,PREFIX,SUFFIX@      of an operation on PREFIX kind SUFFIX
  void AppendItem(std::string_view text, std::string_view path, std::string& to) const;

 private:
  struct Words {
    std::string group, version, kind;  // within JSON text
    std::string kind_name, list_name;
    std::string_view article;
  };

  const Resource& resource_;
  Words words_;
};

// Upstream: k8s.io/apiserver pkg/endpoints GetArticleForNoun (v0.37.2). "a" for no kind, where
// Kubernetes' code ends itself.
std::string_view ArticleFor(std::string_view kind);

}  // namespace structural::publish
