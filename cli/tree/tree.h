// SchemaTree: a schema as people look at it, a node for each schema in it, with the violations
// where they are.
//
// Nodes point into the schema, which must outlive them. Not changed after it is made: safe to read
// from several threads.
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
#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"

namespace structural::tree {

// kElement: what an array or a map has in it. A property may have a label like that of another
// kind.
enum class Kind { kRoot, kProperty, kElement, kJunctor };

struct Node {
  Kind kind;
  std::string label;  // "spec"; "[]" of items, "{}" of additionalProperties, "anyOf[0]", "not"
  const model::JSONSchemaProps* schema;  // never null
  bool required = false;                 // by the node above
  std::size_t longest_name = 0;          // of its properties, in bytes
  std::vector<std::size_t> violations = {};
  std::vector<std::unique_ptr<Node>> children = {};
};

// The tree of what stands in spec.versions[`version`]. `violations` are paths as the server prints
// them; a node has the indexes of those at it, or below it where no node is nearer. Those of other
// versions are in none.
std::unique_ptr<Node> SchemaTree(const model::JSONSchemaProps& schema, std::size_t version,
                                 std::span<const std::string_view> violations);

// View: a node as it is shown, where arrays and maps are seen through: what stands in them shows as
// a part of the field that holds them.
struct View {
  std::string label;
  std::string type;  // as TypeName has it
  bool required = false;
  std::vector<std::string> constraints;  // of an array's elements as "[] minLength: 1"
  std::string description;               // the field's own, or that of what it holds
  std::vector<std::size_t> violations;
};

// kApart: the node's own enum is not among its constraints.
enum class Enums { kAsConstraints, kApart };
View ViewOf(const Node& node, Enums enums = Enums::kAsConstraints);

// What shows below the node: fields, and branches of junctors. The two branches that say again what
// x-kubernetes-int-or-string says are not shown. Below a kind's root are its apiVersion, kind and
// metadata, which the API server knows of, whether or not the schema does.
struct Below {
  const Node* node;
  std::string prefix;  // of the label: "[] " before a junctor of what an array has in it
};
std::vector<Below> BelowOf(const Node& node);

// The schema of apiVersion and kind where a CRD does not give it.
extern const Node kApiVersion, kKind, kMetadata;

// FieldPlace: where a field path leads, as kubectl explain takes it: "spec.template.metadata".
// Arrays and maps are seen through, and names may hold dots.
struct FieldPlace {
  const Node* node;       // the last one on the way that is there
  std::string_view rest;  // of the path, which has no field; empty: the node is the field
};
FieldPlace FindField(const Node& root, std::string_view path);

// Constraints: what a schema says of values besides their type and fields.
// Each as "minimum: 1", with the keyword as the author wrote it; extensions that are switched on
// stand alone. Values are JSON, but for strings, which stand as they are. What SchemaTree makes
// nodes of is not among them, nor is what is required of these.
std::vector<std::string> Constraints(const model::JSONSchemaProps& schema,
                                     Enums enums = Enums::kAsConstraints);

// The values of its enum, as they stand there.
std::vector<std::string> EnumOf(const model::JSONSchemaProps& schema);

// The description, its escapes resolved.
std::string DescriptionOf(const model::JSONSchemaProps& schema);

struct VersionTree {
  std::string_view name;
  bool served = false;
  std::shared_ptr<const Node> root;  // null: the version has no schema; that of another version that shares it, without violations
};

// CrdTree: the schemas of a CRD's versions as trees, with what the API server finds wrong in them.
//
// Points into the CRD, which must outlive it.
struct CrdTree {
  const crd::CustomResourceDefinition& crd;
  std::vector<kubernetes::Violation> violations;  // each text once; nodes have indexes of them
  std::string error;                              // of a schema that has no structural form
  std::vector<VersionTree> versions;

  // What is wrong with the CRD outside of its schemas, as preserveUnknownFields is.
  std::vector<std::size_t> OutsideOfSchemas() const;
};

// Of all versions, or of the one that has the name. `arena` is working memory.
CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version,
                base::Arena& arena);

// Anchors: ids of one page, each of them once. Not thread-safe.
class Anchors {
 public:
  // The wanted one, or if that is taken, it and a number: "a~2".
  std::string Take(std::string wanted);

 private:
  std::unordered_map<std::string, std::size_t> taken_;  // how often each was wanted
};

// HtmlPage: the trees of CRDs as one page that needs nothing else. All of it can be read without
// JavaScript, which adds the search. Each function returns the next piece: Begin, Crd for each CRD,
// End. Anchors of fields are NAME/VERSION.FIELD, of a name that comes again NAME~2/VERSION.FIELD. Not
// thread-safe.
class HtmlPage {
 public:
  HtmlPage();

  std::string Begin() const;
  std::string Crd(const CrdTree& crd);
  std::string End() const;

 private:
  Anchors sections_;
};

// Text: the tree of a CRD for a terminal, as kubectl explain --recursive lays it out.
// kOneLevel: as kubectl explain lays it out, and kAllLevels: with --recursive.
enum class Explain { kNot, kOneLevel, kAllLevels };
struct TextOptions {
  std::string field;          // only what stands there; empty: all
  int depth = 0;              // levels of fields; 0: all
  bool descriptions = false;  // of each field
  bool colors = false;
  Explain explain = Explain::kNot;
};

// A block for each version; one that has the same fields as one before says so. Versions without
// the field are left out: empty where there is none.
std::string Text(const CrdTree& crd, const TextOptions& options);

}  // namespace structural::tree
