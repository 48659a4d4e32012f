#include "schema/publish/template_expander.h"

#include "schema/base/quote.h"
#include "schema/publish/operation_id.h"
#include "schema/publish/reference.h"

namespace structural::publish {
namespace {

std::string InJson(std::string_view text) {
  std::string quoted;
  base::AppendJsonString(text, quoted);
  return quoted.substr(1, quoted.size() - 2);
}

std::string NameOf(const Resource& resource, std::string_view kind) {
  return InJson(InReference(EscapeJsonPointer(DefinitionName(resource, kind))));
}

// Calls replace(mark) for each mark, and copies what is between them.
template <typename Replace>
void AppendReplaced(std::string_view text, std::string& to, const Replace& replace) {
  for (std::size_t open; (open = text.find('@')) != text.npos;) {
    to += text.substr(0, open);
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('@');
    replace(text.substr(0, close));
    text.remove_prefix(close + 1);
  }
  to += text;
}

// "VERB,PREFIX,SUFFIX"
std::string OperationId(std::string_view mark, std::string_view kind, const OperationNames& names) {
  const std::size_t first = mark.find(','), second = mark.find(',', first + 1);
  const std::string object = std::string(mark.substr(first + 1, second - first - 1))
                                 .append(kind)
                                 .append(mark.substr(second + 1));
  return names.Id(mark.substr(0, first), object);
}

}  // namespace

std::string_view ArticleFor(std::string_view kind) {
  if (kind.ends_with('s') && !kind.ends_with("ss")) return " ";
  const bool vowel = !kind.empty() && std::string_view("aeiouAEIOU").find(kind[0]) != kind.npos;
  return vowel ? " an " : " a ";
}

TemplateExpander::TemplateExpander(const Resource& resource)
    : resource_(resource),
      words_{.group = InJson(resource.group),
             .version = InJson(resource.version),
             .kind = InJson(resource.kind),
             .kind_name = NameOf(resource, resource.kind),
             .list_name = NameOf(resource, resource.list_kind),
             .article = ArticleFor(resource.kind)} {}

void TemplateExpander::AppendPath(std::string_view text, std::string& to) const {
  AppendReplaced(text, to, [&](std::string_view mark) {
    to += mark == "group"    ? resource_.group
          : mark == "plural" ? resource_.plural
                             : resource_.version;
  });
}

void TemplateExpander::AppendItem(std::string_view text, std::string_view path,
                                  std::string& to) const {
  const OperationNames names(path);
  AppendReplaced(text, to, [&](std::string_view mark) {
    if (mark.starts_with("id ")) {
      to += InJson(OperationId(mark.substr(3), resource_.kind, names));
    } else if (mark == "kind") {
      to += words_.kind;
    } else if (mark == "article") {
      to += words_.article;
    } else if (mark == "kind name") {
      to += words_.kind_name;
    } else if (mark == "list name") {
      to += words_.list_name;
    } else if (mark == "tag") {
      to += InJson(names.tag());
    } else {
      to += mark == "group" ? words_.group : words_.version;
    }
  });
}

}  // namespace structural::publish
