#include "schema/validate/validate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/kubernetes/format.h"
#include "schema/validate/checks.h"
#include "schema/validate/context.h"
#include "schema/validate/features.h"
#include "schema/validate/options.h"
#include "schema/validate/printed.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/unread.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

// The changes that an API server makes to a CRD before its validation, and the server's warnings.
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go (v0.37.2).

using json::Set;

Value& ObjectAt(crd::InternalCrd& crd, std::string_view key, base::Arena& arena) {
  Value* found = crd.crd.Find(key);
  return found != nullptr ? *found : Set(crd.crd, key, Value::Object({}), arena);
}

// Adds the storage version to status.storedVersions, unless it is already there.
void StoreVersion(crd::InternalCrd& crd, base::Arena& arena) {
  const auto versions = VersionsOf(*crd.crd.Find("spec"));
  const auto storage =
      std::ranges::find_if(versions, [](const Value& version) { return IsTrue(version.Find("storage")); });
  if (storage == versions.end()) return;
  const std::string_view name = TextOf(storage->Find("name"));
  Value& status = ObjectAt(crd, "status", arena);
  const auto stored = ElementsOf(status.Find("storedVersions"));
  const auto names = [](const Value& version) { return TextOf(&version); };
  if (std::ranges::find(stored, name, names) != stored.end()) return;
  std::vector<Value> list(stored.begin(), stored.end());
  list.push_back(Value::String(name));
  Set(status, "storedVersions", Value::Array(arena.Copy(std::span<const Value>(list))), arena);
}

void CopyIfMissing(std::string_view key, Value& metadata, const Value& old, base::Arena& arena) {
  const Value* own = metadata.Find(key);
  const Value* stored = old.Find(key);
  const bool missing = own == nullptr || own->is_null() || (own->is_string() && own->text().empty());
  if (missing && stored != nullptr) Set(metadata, key, *stored, arena);
}

void CompleteStatus(crd::InternalCrd& stored, base::Arena& arena) {
  if (ElementsOf(Below(stored.crd.Find("status"), "storedVersions")).empty()) StoreVersion(stored, arena);
  Value& status = ObjectAt(stored, "status", arena);
  if (!ElementsOf(status.Find("conditions")).empty()) return;
  Value established = Value::Object({});
  Set(established, "status", Value::String("True"), arena);
  Set(established, "type", Value::String("Established"), arena);
  const auto list = arena.Copy(std::span<const Value>(&established, 1));
  Set(status, "conditions", Value::Array(list), arena);
}

// Restores the metadata that an update cannot change. The grace period is restored only if the update omits it, because
// an update can shorten it.
void RestoreImmutableMetadata(Value& metadata, const Value& old, base::Arena& arena) {
  json::Take(metadata, "namespace");
  json::Take(metadata, "generation");
  for (const std::string_view key : {"generation", "creationTimestamp", "deletionTimestamp"}) {
    const Value* stored = old.Find(key);
    if (stored != nullptr && !stored->is_null()) Set(metadata, key, *stored, arena);
  }
  CopyIfMissing("deletionGracePeriodSeconds", metadata, old, arena);
}

// Whether a server can read the entry of managedFields. Does not check fieldsV1.
//
// Upstream: apimachinery pkg/util/managedfields/internal/managedfields.go DecodeManagedFields (v0.37.2).
bool IsReadable(const Value& entry) {
  const std::string_view operation = TextOf(Below(&entry, "operation"));
  return (operation == "Apply" || operation == "Update") && !TextOf(Below(&entry, "apiVersion")).empty() &&
         TextOf(Below(&entry, "fieldsType")) == "FieldsV1";
}

// BeforeCreate and BeforeUpdate make the changes that a server makes to objects of all kinds, before PrepareForCreate
// and PrepareForUpdate. They also complete the status of the stored CRD as a server does: they add the condition
// Established, and the storage version in storedVersions, if these are missing.
//
// They remove managedFields that the server does not store: BeforeCreate removes all, because the server writes one entry
// with all fields for the client. BeforeUpdate removes all if the server cannot read one of them, because it then keeps
// those of the stored object.
//
// Upstream: apiserver pkg/registry/rest/create.go BeforeCreate, update.go BeforeUpdate (v0.37.2).
// Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go decodeLiveOrNew (v0.37.2).
void BeforeCreate(crd::InternalCrd& crd) {
  Value* metadata = crd.crd.Find("metadata");
  if (metadata == nullptr || !metadata->is_object()) return;
  json::Take(*metadata, "namespace");
  json::Take(*metadata, "managedFields");
}

void BeforeUpdate(crd::InternalCrd& crd, crd::InternalCrd& stored, base::Arena& arena) {
  CompleteStatus(stored, arena);
  Value& metadata = ObjectAt(crd, "metadata", arena);
  RestoreImmutableMetadata(metadata, ObjectAt(stored, "metadata", arena), arena);
  const auto entries = ElementsOf(metadata.Find("managedFields"));
  if (!std::ranges::all_of(entries, IsReadable)) json::Take(metadata, "managedFields");
}

void PrepareForCreate(crd::InternalCrd& crd, base::Arena& arena) {
  Set(crd.crd, "status", Value::Object({}), arena);
  Set(ObjectAt(crd, "metadata", arena), "generation", Value::Int(1), arena);
  StoreVersion(crd, arena);
}

// Prepares an update for its validation. Copies the metadata that a client may omit (resourceVersion, uid,
// creationTimestamp) from `old`.
void PrepareForUpdate(crd::InternalCrd& crd, crd::InternalCrd& old, base::Arena& arena) {
  Value& old_metadata = ObjectAt(old, "metadata", arena);
  if (TextOf(old_metadata.Find("resourceVersion")).empty())
    Set(old_metadata, "resourceVersion", Value::String("1"), arena);
  Value& metadata = ObjectAt(crd, "metadata", arena);
  for (const std::string_view key : {"resourceVersion", "uid", "creationTimestamp"})
    CopyIfMissing(key, metadata, old_metadata, arena);
  if (!SameSpec(crd, old)) {
    const Value* generation = old_metadata.Find("generation");
    const std::int64_t before = generation == nullptr ? 0 : generation->integer();
    Set(metadata, "generation", Value::Int(before + 1), arena);
  }
  Set(crd.crd, "status", json::DeepCopy(ObjectAt(old, "status", arena), arena), arena);
  StoreVersion(crd, arena);
}

using crd::JSONSchemaProps;

// Calls visit(schema, path) for each schema of a CRD, including the schemas inside other schemas.
template <typename Visit>
void EachSchema(const crd::InternalCrd& crd, Visit visit) {
  const auto below = [&](const Value* holder, const FieldPath& path) {
    const JSONSchemaProps* schema = SchemaIn(crd, holder);
    if (schema == nullptr) return;
    VisitUntil(*schema, path.Child("openAPIV3Schema"), VisitedSchemas::kEverywhere,
               [&](const JSONSchemaProps& each, const FieldPath& at) {
                 visit(each, at);
                 return false;
               });
  };
  const Value& spec = *crd.crd.Find("spec");
  const FieldPath root("spec");
  below(spec.Find("validation"), root.Child("validation"));
  const auto versions = VersionsOf(spec);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const FieldPath version = root.Child("versions", i);
    below(versions[i].Find("schema"), version.Child("schema"));
  }
}

// Calls visit(format, path) for each `format` in the CRD's schemas that the server does not recognize.
//
// Upstream: getUnrecognizedFormatsInCRD.
template <typename Visit>
void EachUnrecognizedFormat(const crd::InternalCrd& crd, Release release, Visit visit) {
  if (!release.Has(Feature::kFormatWarnings)) return;
  EachSchema(crd, [&](const JSONSchemaProps& schema, const FieldPath& path) {
    const std::string_view format = schema.values->format;
    if (!format.empty() && !IsRecognizedFormat(schema.type, format, release)) visit(format, path);
  });
}

// Calls visit(type, path) for each list of type set whose items are not scalars. `type` is the items' type: object or
// array.
//
// Upstream: getNonScalarListTypeSetWarnings.
template <typename Visit>
void EachNonScalarSet(const crd::InternalCrd& crd, Release release, Visit visit) {
  if (!release.Has(Feature::kNonScalarSetWarnings)) return;
  EachSchema(crd, [&](const JSONSchemaProps& schema, const FieldPath& path) {
    if (schema.rare->x_list_type != "set" || schema.items == nullptr) return;
    const JSONSchemaProps* items = schema.items->schema;
    if (items != nullptr && (items->type == "object" || items->type == "array"))
      visit(items->type == "object" ? "object" : "array", path);
  });
}

// A list of warnings whose texts and paths have a limited size.
class WarningList {
 public:
  // Adds a path to the warning `of`. Returns false if the budget for texts is exhausted.
  bool AddPlace(Warning& of, const FieldPath& path, std::string_view keyword) {
    if (budget_.exhausted()) return false;
    of.paths.push_back(path.Child(keyword).String());
    return budget_.Spend(of.paths.back().size());
  }
  void Add(Warning warning) {
    if (budget_.Spend(warning.text.size())) warnings_.push_back(std::move(warning));
  }
  std::vector<Warning> Take() && {
    if (budget_.exhausted()) warnings_.push_back({{}, std::string(base::kTruncated), {}});
    return std::move(warnings_);
  }

 private:
  base::OutputBudget budget_;
  std::vector<Warning> warnings_;
};

void AddFormats(const crd::InternalCrd& crd, const crd::InternalCrd* old, Release release, WarningList& to) {
  std::set<std::string_view> before;
  if (old != nullptr) {
    EachUnrecognizedFormat(*old, release, [&](std::string_view format, const FieldPath&) { before.insert(format); });
  }
  EachUnrecognizedFormat(crd, release, [&](std::string_view format, const FieldPath& path) {
    if (before.contains(format)) return;
    Warning warning{kUnknownFormat, "unrecognized format " + base::Quote(format), {}};
    if (to.AddPlace(warning, path, "format")) to.Add(std::move(warning));
  });
}

// Adds one warning for each type (array or object) that the items of lists of type set have, in alphabetical order.
// Adds none for a type that such items also have in `old`.
void AddSets(const crd::InternalCrd& crd, const crd::InternalCrd* old, Release release, WarningList& to) {
  std::set<std::string_view> before;
  if (old != nullptr) {
    EachNonScalarSet(*old, release, [&](std::string_view type, const FieldPath&) { before.insert(type); });
  }
  std::map<std::string_view, Warning> by_type;
  EachNonScalarSet(crd, release, [&](std::string_view type, const FieldPath& path) {
    if (!before.contains(type)) to.AddPlace(by_type[type], path, "x-kubernetes-list-type");
  });
  for (auto& [type, warning] : by_type) {
    warning.rule = kNonScalarSet;
    warning.text = "x-kubernetes-list-type: set for items of type " + base::Quote(type) +
                   " is not supported by server-side apply or CEL validation rules";
    to.Add(std::move(warning));
  }
}

// Returns the warnings about `crd`, except those that a server would also return for the stored CRD `old`. `old` is
// null for a create.
std::vector<Warning> Warnings(const crd::InternalCrd& crd, const crd::InternalCrd* old, Release release) {
  WarningList warnings;
  AddFormats(crd, old, release, warnings);
  AddSets(crd, old, release, warnings);
  return std::move(warnings).Take();
}

}  // namespace

bool IsRecognizedFormat(std::string_view type, std::string_view format, Release release) {
  if (!release.Has(Feature::kNumberFormatWarnings) && type != "string") return true;
  if (type.empty() || type == "string") return kubernetes::FindFormat(format) != nullptr;
  if (type == "integer") return format == "int32" || format == "int64";
  return type == "number" && (format == "float" || format == "double");
}

namespace {

// WarningsOnCreate and WarningsOnUpdate return the server's warnings. If the list would be too long, it ends with
// base::kTruncated.
std::vector<Warning> WarningsOnCreate(const crd::InternalCrd& crd, Release release) {
  return Warnings(crd, nullptr, release);
}

std::vector<Warning> WarningsOnUpdate(const crd::InternalCrd& crd, const crd::InternalCrd& old, Release release) {
  return Warnings(crd, &old, release);
}

base::Result<crd::InternalCrd> DecodeFor(Release release, const CrdText& text, base::Arena& arena) {
  crd::CrdAmendment amend;
  if (!release.IsDefault()) {
    amend = [&](crd::CustomResourceDefinition& crd, Value& read) { DropUnknownFields(release, crd, read, arena); };
  }
  return text.decoded == nullptr ? crd::DecodeInternal(text.json, arena, amend)
                                 : crd::DecodeInternal(text.json, *text.decoded, arena, amend);
}

std::vector<kubernetes::Violation> TakeErrors(Errors errors, Release release) {
  auto taken = std::move(errors).Take();
  // The last error says that errors are omitted. It gets the rule id of the error before it, because most of the
  // omitted errors probably violate the same rule.
  if (taken.size() > 1 && taken.back().rule.empty()) taken.back().rule = taken[taken.size() - 2].rule;
  if (release.IsDefault()) return taken;
  for (kubernetes::Violation& error : taken) error = InWordingOf(release, std::move(error));
  return taken;
}

ValidationResult ResultFor(const crd::InternalCrd& crd) {
  return {crd.api_version, std::string(TextOf(Below(crd.crd.Find("metadata"), "name")))};
}

// Upstream: validatePreserveUnknownFields.
void PreserveUnknownFields(const Context& in, const crd::InternalCrd* old) {
  constexpr std::string_view kField = "preserveUnknownFields";
  if (in.options.client_uses_v1beta1) return;
  if (old != nullptr && IsTrue(old->crd.Find("spec")->Find(kField))) return;
  if (!IsTrue(in.spec().Find(kField))) return;
  const FieldPath spec("spec");
  in.errors.Add(kubernetes::InvalidTrue(kPreserveUnknownFields, spec.Child(kField),
                                        "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                                        "spec.versions[*].schema instead"));
}

void ImmutableText(const Context& in, const Value* now, const Value* then, const FieldPath& path,
                   bool is_plain_string) {
  if (TextOf(now) == TextOf(then)) return;
  const std::string printed = is_plain_string ? base::Quote(TextOf(now)) : PrintedText(TextOf(now));
  in.errors.Add(kubernetes::InvalidPrinted(kImmutable, path, printed, "field is immutable"));
}

// Upstream: validateCustomResourceDefinitionSpecUpdate.
void ImmutableFields(const Context& in, const crd::InternalCrd& old) {
  const Value& now = in.spec();
  const Value& then = *old.crd.Find("spec");
  const FieldPath spec("spec");
  const FieldPath names = spec.Child("names");
  const auto name = [&](std::string_view key) {
    ImmutableText(in, Below(now.Find("names"), key), Below(then.Find("names"), key), names.Child(key), true);
  };
  if (in.options.require_immutable_names) {
    ImmutableText(in, now.Find("scope"), then.Find("scope"), spec.Child("scope"), false);
    name("kind");
  }
  ImmutableText(in, now.Find("group"), then.Find("group"), spec.Child("group"), true);
  name("plural");
}

// Runs the checks that are the same for creates and updates, in the server's order.
void ValidateAll(const Context& in, const crd::InternalCrd* old) {
  ValidateMetadata(in, old);
  ValidateSpec(in);
  if (old != nullptr) ImmutableFields(in, *old);
  const FieldPath status("status");
  ValidateNames(in, Below(in.crd.crd.Find("status"), "acceptedNames"), status.Child("acceptedNames"));
  ValidateStoredVersions(in);
  ValidateApiApproval(in, old);
  PreserveUnknownFields(in, old);
}

}  // namespace

std::string StatusMessage(const ValidationResult& result) {
  return "CustomResourceDefinition.apiextensions.k8s.io " + base::Quote(result.name) +
         " is invalid: " + kubernetes::Message(result.errors);
}

base::Result<ValidationResult> ValidateCreate(const CrdText& text, base::Arena& arena, Server server) {
  auto crd = DecodeFor(server.release, text, arena);
  if (!crd.ok()) return crd.error();
  if (server.as_request) BeforeCreate(*crd);
  PrepareForCreate(*crd, arena);
  ValidationResult result = ResultFor(*crd);
  Errors errors;
  expressions::CompilationBudget compilation_budget;
  const Options options = OptionsForCreate(*crd, server.release);
  ValidateAll({*crd, options, errors, compilation_budget, arena}, nullptr);
  result.errors = TakeErrors(std::move(errors), server.release);
  result.warnings = WarningsOnCreate(*crd, server.release);
  return result;
}

base::Result<ValidationResult> ValidateUpdate(const CrdText& text, const CrdText& old_text, base::Arena& arena,
                                              Server server) {
  auto crd = DecodeFor(server.release, text, arena);
  if (!crd.ok()) return crd.error();
  auto old = DecodeFor(server.release, old_text, arena);
  if (!old.ok()) return old.error().In("old");
  if (server.as_request) BeforeUpdate(*crd, *old, arena);
  PrepareForUpdate(*crd, *old, arena);
  ValidationResult result = ResultFor(*crd);
  Errors errors;
  expressions::CompilationBudget compilation_budget;
  const Options options = OptionsForUpdate(*crd, *old, server.release, arena);
  ValidateAll({*crd, options, errors, compilation_budget, arena}, &*old);
  result.errors = TakeErrors(std::move(errors), server.release);
  result.warnings = WarningsOnUpdate(*crd, *old, server.release);
  return result;
}

base::Result<InstalledCrd> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena) {
  auto result = preserves ? ValidateUpdate(crd, crd, arena) : ValidateCreate(crd, arena, {.as_request = true});
  if (!result.ok()) return result.error();
  const bool costs = std::ranges::all_of(result->errors, [](const auto& error) { return error.rule == kCelCost; });
  const bool valid = result->valid();
  return InstalledCrd{*std::move(result), !valid && costs};
}

}  // namespace structural::validate
