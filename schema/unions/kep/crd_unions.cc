#include "schema/unions/kep/crd_unions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/declaration.h"

namespace structural::unions::kep {
namespace {

using json::Value;

constexpr std::size_t kMaxReadAgain = std::size_t{3} << 20;

Value* Find(Value* in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in = in != nullptr ? in->Find(key) : nullptr;
  return in;
}

// Returns the reason why the schema is not structural; empty if it is structural.
std::string WhyNotStructural(const crd::JSONSchemaProps& schema, const std::string& at) {
  base::Arena arena;
  const auto structural = crd::NewStructural(schema, arena);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) return reason->text;
  const auto found = crd::ValidateStructural(kubernetes::FieldPath(at), *std::get<const crd::Structural*>(structural));
  return found.empty() ? std::string() : found.front().Text();
}

class Reading {
 public:
  Reading(std::string_view json, const crd::CustomResourceDefinition& crd, base::Arena& arena)
      : json_(json), crd_(crd), arena_(arena) {}

  CrdUnions Run();

 private:
  // The schema of a version in the CRD's text, and its path.
  struct Place {
    Value* schema;
    std::string path;
  };

  void Annotation();
  Place PlaceOf(std::size_t version);
  void OneVersion(std::size_t version);
  void AddUnionErrors(const UnionErrors& found);
  bool SpendOnReparse();
  bool IsVersion(std::string_view name) const;

  const std::string_view json_;
  const crd::CustomResourceDefinition& crd_;
  base::Arena& arena_;
  Value root_;
  std::vector<AnnotationEntry> annotation_;
  CrdUnions unions_;
  std::size_t read_again_ = 0;                              // bytes of JSON that were parsed again
  std::set<std::pair<std::string, std::string>> reported_;  // paths and texts of reported errors
};

bool Reading::IsVersion(std::string_view name) const {
  return std::ranges::find(crd_.versions, name, &crd::Version::name) != crd_.versions.end();
}

void Reading::Annotation() {
  const Value* text = Find(&root_, {"metadata", "annotations", kAnnotation});
  if (text == nullptr || !text->is_string()) return;
  auto read = ReadAnnotation(text->text(), arena_);
  if (!read.ok()) {
    return AddUnionErrors({{UnionErrorCode::kAnnotation, std::string(kAnnotationPath), read.error().message()}});
  }
  annotation_ = *std::move(read);
  for (const AnnotationEntry& entry : annotation_) {
    if (entry.version.empty() || IsVersion(entry.version)) continue;
    AddUnionErrors(
        {{UnionErrorCode::kAnnotation, PathOf(entry), "must begin with a slash, or with a version of the CRD"}});
  }
}

// Returns the schema of a version, or the schema that all versions of a v1beta1 CRD share. Parses the shared schema
// again for each version, because the unions of the annotation are added to it.
Reading::Place Reading::PlaceOf(std::size_t version) {
  constexpr std::string_view kSchema = "openAPIV3Schema";
  const Value* shared = Find(&root_, {"spec", "validation"});
  if (crd_.api_version == crd::ApiVersion::kV1beta1 && shared != nullptr && shared->is_object()) {
    if (!annotation_.empty() && SpendOnReparse()) root_ = *json::Parser(arena_).Parse(json_);
    return {Find(&root_, {"spec", "validation", kSchema}), ChildPath("spec.validation", kSchema)};
  }
  Value* versions = Find(&root_, {"spec", "versions"});
  const bool there = versions != nullptr && versions->is_array() && version < versions->elements().size();
  return {there ? Find(&versions->elements()[version], {"schema", kSchema}) : nullptr,
          ElementPath("spec.versions", std::to_string(version)) + ".schema." + std::string(kSchema)};
}

// Counts the bytes that are parsed again for versions that share a schema. If they exceed a limit, reports an error and
// returns false. The limit only affects CRDs that no server can store: in v1, each version has a copy of the schema.
bool Reading::SpendOnReparse() {
  read_again_ += json_.size();
  if (read_again_ <= kMaxReadAgain + json_.size()) return true;
  AddUnionErrors({{UnionErrorCode::kAnnotation, std::string(kAnnotationPath),
                   "must not apply to so many versions that share a schema"}});
  return false;
}

// Adds errors. An error that several versions have is added only once.
void Reading::AddUnionErrors(const UnionErrors& found) {
  for (const UnionError& error : found) {
    if (unions_.errors.full()) return;
    if (reported_.emplace(error.path, error.text).second) unions_.errors.Add(error);
  }
}

void Reading::OneVersion(std::size_t index) {
  const crd::Version& version = crd_.versions[index];
  const Place place = PlaceOf(index);
  Value none;
  Value& schema = place.schema != nullptr ? *place.schema : none;
  std::vector<std::string> lists;  // paths of the lists
  ForEachUnionList(schema, place.path, [&](const DeclaredUnions& at) { lists.push_back(at.path); });
  UnionErrors found = CheckUnions(schema, place.path);
  for (const FoundDeclaration& resolved : AddDeclaredUnions(annotation_, version.name, schema, arena_, found)) {
    lists.push_back(PathOf(*resolved.entry));
    CheckUnionList(resolved.schema, resolved.entry->list, lists.back(), found);
  }
  unions_.versions.push_back({version.name, lists.empty() ? Value() : schema});
  const std::string why =
      lists.empty() || version.schema == nullptr ? std::string() : WhyNotStructural(*version.schema, place.path);
  for (std::string& list : lists) {
    if (why.empty()) break;
    found.Add({UnionErrorCode::kPlace, std::move(list), "must be in a structural schema: " + why});
  }
  AddUnionErrors(found);
}

CrdUnions Reading::Run() {
  const auto parsed = json::Parser(arena_).Parse(json_);
  if (!parsed.ok()) return {};
  root_ = *parsed;
  Annotation();
  for (std::size_t i = 0; i < crd_.versions.size(); ++i) OneVersion(i);
  return std::move(unions_);
}

}  // namespace

bool MentionsUnions(std::string_view json) {
  return json.find(kUnionsKeyword) != json.npos || json.find(kAnnotation) != json.npos;
}

const UnionError* CrdUnions::first_error() const {
  const auto found = std::ranges::find_if(errors, [](const UnionError& one) { return !IsAdvice(one); });
  return found != errors.end() ? &*found : nullptr;
}

json::Value CrdUnions::SchemaOf(std::string_view version) const {
  const auto found = std::ranges::find(versions, version, &VersionUnions::version);
  return found != versions.end() ? found->schema : Value();
}

CrdUnions ReadCrdUnions(std::string_view json, const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  return MentionsUnions(json) ? Reading(json, crd, arena).Run() : CrdUnions();
}

}  // namespace structural::unions::kep
