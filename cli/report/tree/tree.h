// SchemaTree: a schema as a tree that can be shown to people. The tree has a node for the schema and for each schema
// below it. A node has the violations in its schema.
//
// The nodes point to the schema, which must outlive them. A const tree is thread-safe.
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

// kElement: the element of an array or a map. kComposition: a branch of allOf, anyOf or oneOf, or the schema in not.
// The kind is needed because a property can have the same label as a node of another kind.
enum class Kind { kRoot, kProperty, kElement, kComposition };

struct Node {
  Kind kind;
  // The name of the property, "[]" for items, "{}" for additionalProperties, or a name such as "anyOf[0]" or "not".
  std::string label;
  const crd::JSONSchemaProps* schema;        // never null
  bool required = false;                     // true: the parent's schema requires the property
  std::size_t longest_name = 0;              // size in bytes of the longest name among the schema's properties
  std::vector<std::size_t> violations = {};  // indexes in CrdTree::violations
  std::vector<std::unique_ptr<Node>> children = {};
};

// Returns the tree of the schema in spec.versions[`version`]. `violations` are the paths of the CRD's violations, as
// the server prints them. Adds the index of each violation to the node at its path or, if no node has this path, to the
// nearest node above it. Ignores violations of other versions.
std::unique_ptr<Node> SchemaTree(const crd::JSONSchemaProps& schema, std::size_t version,
                                 std::span<const std::string_view> violations);

// View: the shown texts of a node. The element of an array or a map is shown as a part of the node of the array or map.
struct View {
  std::string label;
  std::string type;  // type as kubectl explain prints it, such as "[]Object"
  bool required = false;
  std::vector<std::string> constraints;  // such as "minLength: 1"; for an element of an array: "[] minLength: 1"
  std::string description;               // description in the schema or, if it has none, in the schema of the element
  std::vector<std::size_t> violations;
};

// How an enum is shown. kAsConstraints: among the constraints. kSeparate: not among the constraints, because the caller
// shows it.
enum class EnumDisplay { kAsConstraints, kSeparate };
// Returns the shown texts of a node.
View ViewOf(const Node& node, EnumDisplay enums = EnumDisplay::kAsConstraints);

// A node that is shown below another one: a property, or a branch of allOf, anyOf, oneOf or not.
struct ShownChild {
  const Node* node;
  std::string prefix;  // "[] " for a branch in the schema of an array's elements; empty for other nodes
};
// Returns the nodes that are shown below a node. Omits the two branches of anyOf that only repeat
// x-kubernetes-int-or-string. Below the root, adds apiVersion, kind and metadata if the schema does not specify them,
// because every object has them.
std::vector<ShownChild> ShownChildrenOf(const Node& node);

// The nodes of apiVersion, kind and metadata that are used if the schema does not specify these properties.
extern const Node kApiVersion, kKind, kMetadata;

// FieldPlace: the node at a path in the syntax of kubectl explain, such as "spec.template.metadata". Such a path has no
// steps for elements of arrays and maps, and names in it can contain dots.
struct FieldPlace {
  const Node* node;       // last existing node on the path
  std::string_view rest;  // rest of the path after `node`; empty: `node` is at the path
};
// Returns the place of the path below the root of a tree.
FieldPlace FindField(const Node& root, std::string_view path);

// Returns the constraints of a schema, which are its keywords except its type, descriptions, the keywords for which the
// tree has nodes, and required properties. Each has a form like "minimum: 1". Extensions with the value true have only
// the keyword. Values are JSON, except strings, which have no quotes.
std::vector<std::string> Constraints(const crd::JSONSchemaProps& schema,
                                     EnumDisplay enums = EnumDisplay::kAsConstraints);

// Returns the values of the schema's enum as shown in constraints: strings without quotes, and other values as JSON.
std::vector<std::string> EnumOf(const crd::JSONSchemaProps& schema);

// Returns the text of the schema's description, without the escapes of JSON.
std::string DescriptionOf(const crd::JSONSchemaProps& schema);

// The tree of one version of a CRD.
struct VersionTree {
  std::string_view name;
  bool served = false;
  std::shared_ptr<const Node> root;  // null: the version has no schema; versions with the same schema can share a tree
};

// CrdTree: the schemas of all versions of a CRD as trees, with the CRD's violations of the rules of structural schemas.
//
// Points to the CRD, which must outlive it.
struct CrdTree {
  const crd::CustomResourceDefinition& crd;
  // without duplicates; a node refers to its violations by their indexes in this list
  std::vector<kubernetes::Violation> violations;
  // The message of the NonStructuralSchema condition, if a keyword is not supported in structural schemas; otherwise
  // empty.
  std::string error;
  std::vector<VersionTree> versions;

  // Returns the indexes of the violations outside of schemas, such as that of spec.preserveUnknownFields.
  std::vector<std::size_t> OutsideOfSchemas() const;
};

// Returns the trees of all versions or, if `version` is not empty, only of the version with this name. `arena` is
// working memory.
CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena);

// Anchors: makes the ids of elements unique in a page. Not thread-safe.
class Anchors {
 public:
  // Returns the id `wanted` or, if it is already taken, `wanted` with a number, such as "a~2".
  std::string Take(std::string wanted);

 private:
  std::unordered_map<std::string, std::size_t> taken_;  // number of calls of Take, by wanted id
};

// HtmlPage: writes the trees of CRDs as one HTML page that loads no other files. The page is readable without
// JavaScript, which only adds the search. Call Begin, then Crd for each CRD, then End; each returns the next part of
// the page. The id of a field is NAME/VERSION.FIELD, where NAME is the name of the CRD. For a second CRD with this
// name, it is NAME~2/VERSION.FIELD. Not thread-safe.
class HtmlPage {
 public:
  HtmlPage();

  std::string Begin() const;
  std::string Crd(const CrdTree& crd);
  std::string End() const;

 private:
  Anchors sections_;  // ids of the sections of CRDs
};

// The layout of a text. kNot: that of structural tree; kOneLevel: that of kubectl explain; kAllLevels: that of kubectl
// explain --recursive.
enum class ExplainLayout { kNot, kOneLevel, kAllLevels };
struct TextOptions {
  std::string field;          // path of the only field to print; empty: all fields
  int depth = 0;              // maximum number of levels; 0: unlimited
  bool descriptions = false;  // true: print the descriptions of fields
  bool colors = false;
  ExplainLayout explain = ExplainLayout::kNot;
};

// Returns a block of text for each version that has the field `options.field`; empty if no version has it. The block of
// a version with the same text as an earlier one only names the earlier version.
std::string Text(const CrdTree& crd, const TextOptions& options);

}  // namespace structural::tree
