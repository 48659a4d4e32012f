#include "schema/publish/documents.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "schema/base/pointer.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/go/regexp/unicode.h"
#include "schema/json/write.h"
#include "schema/publish/definitions.h"

namespace structural::publish {
namespace {

using go::regexp::Range;

// Replaces the placeholders in the texts of open_api.h, like @kind@, by the names of one resource. The resource must
// outlive the TemplateExpander.
class TemplateExpander {
 public:
  explicit TemplateExpander(const Resource& resource);

  // Appends a path. Its placeholders are @group@, @version@ and @plural@.
  void AppendPath(std::string_view text, std::string& to) const;

  // Appends the operations on a path as JSON text. Replaces these placeholders, too:
  // @kind@, @tag@
  // @article@                    article before the kind: " a ", " an " or " "
  // @kind name@, @list name@     names of the definitions in a reference
  // @id VERB,PREFIX,SUFFIX@      id of the operation VERB; PREFIX and SUFFIX are added to the kind
  void AppendItem(std::string_view text, std::string_view path, std::string& to) const;

 private:
  struct Words {
    std::string group, version, kind;  // escaped for use in JSON text
    std::string kind_name, list_name;
    std::string_view article;
  };

  const Resource& resource_;
  Words words_;
};

// Computes the tag and the ids of the operations on one path.
//
// Upstream: k8s.io/apiserver pkg/endpoints/openapi GetOperationIDAndTags (v0.37.2).
class OperationNames {
 public:
  explicit OperationNames(std::string_view path);

  const std::string& tag() const { return tag_; }  // "exampleCom_v1"
  // Returns the id of an operation: "listExampleComV1NamespacedMachine" for list and NamespacedMachine.
  std::string Id(std::string_view verb, std::string_view object) const;

 private:
  std::string tag_;
  std::string infix_;
};

// Returns the code points of a Unicode category. Precondition: the category exists.
std::vector<Range> RangesOf(std::string_view category) { return go::regexp::FindUnicodeTable(category)->Ranges(); }

bool IsIn(const std::vector<Range>& ranges, char32_t rune) {
  const auto next = std::ranges::upper_bound(ranges, rune, {}, &Range::first);
  return next != ranges.begin() && rune <= std::prev(next)->last;
}

bool IsLetter(char32_t rune) {
  if (rune < 0x80) return (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z');
  static const std::vector<Range> letters = RangesOf("L");
  return IsIn(letters, rune);
}

bool IsDigit(char32_t rune) {
  if (rune < 0x80) return rune >= '0' && rune <= '9';
  static const std::vector<Range> digits = RangesOf("Nd");
  return IsIn(digits, rune);
}

std::vector<std::string_view> PartsOf(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  std::vector<std::string_view> parts;
  for (std::size_t slash; (slash = path.find('/')) != path.npos; path.remove_prefix(slash + 1)) {
    parts.push_back(path.substr(0, slash));
  }
  parts.push_back(path);
  return parts;
}

// Converts a text to camel case, for ids of operations and for tags. A character that is not a letter, a digit or an
// underscore separates two words.
//
// Upstream: k8s.io/apiserver pkg/endpoints/openapi ToValidOperationID (v0.37.2).
std::string ToValidOperationId(std::string_view text, bool capitalize_first) {
  std::string id;
  bool capitalize = capitalize_first;
  for (bool first = true; !text.empty(); first = false) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(rune.size);
    if (IsLetter(rune.value) || rune.value == '_' || (!first && IsDigit(rune.value))) {
      base::AppendRune(capitalize ? go::ToUpper(rune.value) : rune.value, id);
      capitalize = false;
    } else {
      capitalize = true;
    }
  }
  return id;
}

OperationNames::OperationNames(std::string_view path) {
  const auto parts = PartsOf(path);  // the parts of the path: apis, group, version, …
  if (parts.size() < 2) {
    tag_ = ToValidOperationId(parts[0], false);
    return;
  }
  std::string_view group = parts[1];
  if (group.ends_with(".k8s.io")) group.remove_suffix(std::string_view(".k8s.io").size());
  tag_ = ToValidOperationId(group, false);
  infix_ = ToValidOperationId(group, true);
  if (parts.size() < 3) return;
  (tag_ += '_') += ToValidOperationId(parts[2], false);
  infix_ += ToValidOperationId(parts[2], true);
}

std::string OperationNames::Id(std::string_view verb, std::string_view object) const {
  return std::string(verb).append(infix_).append(ToValidOperationId(object, true));
}

std::string InJson(std::string_view text) {
  std::string quoted;
  base::AppendJsonString(text, quoted);
  return quoted.substr(1, quoted.size() - 2);
}

std::string NameOf(const Resource& resource, std::string_view kind) {
  return InJson(EscapedInReference(base::PointerToken(DefinitionName(resource, kind))));
}

// Appends the text, with each placeholder replaced by the result of replace(placeholder).
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

// Returns the id of an operation for the placeholder "@id VERB,PREFIX,SUFFIX@". `mark` is "VERB,PREFIX,SUFFIX".
std::string OperationId(std::string_view mark, std::string_view kind, const OperationNames& names) {
  const std::size_t first = mark.find(','), second = mark.find(',', first + 1);
  const std::string object =
      std::string(mark.substr(first + 1, second - first - 1)).append(kind).append(mark.substr(second + 1));
  return names.Id(mark.substr(0, first), object);
}

// Returns the article before a kind. Returns " a " for an empty kind, for which Kubernetes' code panics.
//
// Upstream: k8s.io/apiserver pkg/endpoints GetArticleForNoun (v0.37.2).
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
    to += mark == "group" ? resource_.group : mark == "plural" ? resource_.plural : resource_.version;
  });
}

void TemplateExpander::AppendItem(std::string_view text, std::string_view path, std::string& to) const {
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

// Appends the parameters that several paths share. Omits the parameter `namespace` unless `namespaced` is true.
//
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
  for (auto& [name, schema] : DefinitionsOf(resource, std::move(kind), format_, parts_, arena)) {
    bytes_ += schema.size();
    document.definitions[name] = std::move(schema);
  }
  if (parts_ == DocumentParts::kOwnDefinitions) return;
  for (auto& [path, operations] : PathsOf(resource, format_)) {
    bytes_ += operations.size();
    document.paths[path] = std::move(operations);
  }
}

std::string Documents::Text(const Document& document) const {
  const bool v2 = format_ == OpenApi::kV2, whole = parts_ == DocumentParts::kAll;
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
