// SchemaTree: a schema as a tree for people. It has a node for each nested schema, with the violations of this schema.
//
// The nodes point to the schema, which must outlive them. Immutable: safe to read from several threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::tree {

// kElement: the element of an array or a map. A property can have the same label as a node of
// another kind.
enum class Kind { kRoot, kProperty, kElement, kComposition };

struct Node {
  Kind kind;
  std::string label;                   // "spec"; "[]" of items, "{}" of additionalProperties, "anyOf[0]", "not"
  const crd::JSONSchemaProps* schema;  // never null
  bool required = false;               // the parent's schema requires the field
  std::size_t longest_name = 0;        // size in bytes of the longest property name
  std::vector<std::size_t> violations = {};
  std::vector<std::unique_ptr<Node>> children = {};
};

// Returns the tree of the schema in spec.versions[`version`]. The paths of `violations` are those that the server
// prints. A violation is assigned to the node at its path or, if no node has this path, to the nearest node above;
// nodes have the indexes of their violations. Violations of other versions are ignored.
std::unique_ptr<Node> SchemaTree(const crd::JSONSchemaProps& schema, std::size_t version,
                                 std::span<const std::string_view> violations);

// View: a node as it is shown. The element of an array or a map is shown as a part of its field.
struct View {
  std::string label;
  std::string type;  // as returned by TypeName
  bool required = false;
  std::vector<std::string> constraints;  // the constraints of an array's elements have the form "[] minLength: 1"
  std::string description;               // description of the field or of its element
  std::vector<std::size_t> violations;
};

// kAsConstraints: the node's enum is one of its constraints. kSeparate: it is not.
enum class Enums { kAsConstraints, kSeparate };
View ViewOf(const Node& node, Enums enums = Enums::kAsConstraints);

// A node that is shown below another one: a field, or a branch of allOf, anyOf, oneOf or not. The
// two branches that repeat x-kubernetes-int-or-string are not shown. apiVersion, kind and metadata
// are shown below a kind's root even if the schema does not specify them, because the API server
// knows them.
struct ShownChild {
  const Node* node;
  std::string
      prefix;  // "[] " if the keyword (allOf, anyOf, oneOf or `not`) belongs to the schema of array elements; otherwise empty
};
std::vector<ShownChild> ShownChildrenOf(const Node& node);

// Default schemas of apiVersion, kind and metadata.
extern const Node kApiVersion, kKind, kMetadata;

// FieldPlace: the node of a field path in the syntax of kubectl explain: "spec.template.metadata". The path has no
// steps for elements of arrays and maps, and names can contain dots.
struct FieldPlace {
  const Node* node;       // last existing node on the path
  std::string_view rest;  // rest of the path after `node`; empty: the field was found
};
FieldPlace FindField(const Node& root, std::string_view path);

// Constraints: the requirements of a schema in addition to its type and fields.
// Each is like "minimum: 1", with the keyword as the author wrote it; extensions that are true have
// no value. Values are JSON, except strings, which have no quotes. Excludes keywords that
// SchemaTree makes nodes of, and the names of properties in `required`.
std::vector<std::string> Constraints(const crd::JSONSchemaProps& schema, Enums enums = Enums::kAsConstraints);

// Returns the values of the schema's enum as written.
std::vector<std::string> EnumOf(const crd::JSONSchemaProps& schema);

// Returns the description without escapes.
std::string DescriptionOf(const crd::JSONSchemaProps& schema);

struct VersionTree {
  std::string_view name;
  bool served = false;
  std::shared_ptr<const Node> root;  // null: no schema; versions share a tree if they share a schema without violations
};

// CrdTree: the schemas of a CRD's versions as trees, with the API server's errors.
//
// Points to the CRD, which must outlive it.
struct CrdTree {
  const crd::CustomResourceDefinition& crd;
  std::vector<kubernetes::Violation> violations;  // without duplicates; nodes contain indexes in this list
  // The message of the NonStructuralSchema condition, if a keyword is not supported in structural schemas; otherwise
  // empty.
  std::string error;
  std::vector<VersionTree> versions;

  // Returns the errors outside of the schemas, such as preserveUnknownFields.
  std::vector<std::size_t> OutsideOfSchemas() const;
};

// Returns the trees of all versions, or only of the version `version` if it is not empty. `arena` is working memory.
CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena);

// Anchors: unique ids of one page. Not thread-safe.
class Anchors {
 public:
  // Returns the wanted id. If it is already used, returns the id with a number: "a~2".
  std::string Take(std::string wanted);

 private:
  std::unordered_map<std::string, std::size_t> taken_;  // number of calls of Take, by wanted id
};

// HtmlPage: the trees of CRDs as one self-contained page. It is readable without JavaScript, which adds the search.
// Each function returns the next part of the page: Begin, Crd for each CRD, End. Anchors of fields are
// NAME/VERSION.FIELD; for a repeated name, NAME~2/VERSION.FIELD. Not thread-safe.
class HtmlPage {
 public:
  HtmlPage();

  std::string Begin() const;
  std::string Crd(const CrdTree& crd);
  std::string End() const;

 private:
  Anchors sections_;
};

// kNot: the layout of structural tree; kOneLevel: the layout of kubectl explain; kAllLevels: of kubectl explain
// --recursive.
enum class Explain { kNot, kOneLevel, kAllLevels };
struct TextOptions {
  std::string field;          // print only this field; empty: all fields
  int depth = 0;              // maximum number of levels; 0: unlimited
  bool descriptions = false;  // include the descriptions of fields
  bool colors = false;
  Explain explain = Explain::kNot;
};

// Returns one block of text for each version. If a version has the same fields as an earlier one, its block only refers
// to the earlier version. Versions without the field are omitted; empty if no version has the field.
std::string Text(const CrdTree& crd, const TextOptions& options);

}  // namespace structural::tree
