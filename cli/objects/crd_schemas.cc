#include "cli/objects/crd_schemas.h"

#include <algorithm>
#include <variant>

#include "cli/report/findings/server_errors.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "document/reader.h"
#include "document/tree.h"
#include "schema/base/text.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/unions/kep/crd_unions.h"

namespace structural::cli {
namespace {

using json::Value;

KepSource KepOf(const Value& crd, std::string_view version) {
  const Value* spec = crd.Find("spec");
  const Value* flag = Below(spec, "prune");
  const bool set = flag != nullptr && flag->kind() == Value::Kind::kBool;
  return {TextOf(crd.Find("apiVersion")), set ? std::optional(flag->boolean()) : std::nullopt,
          WrittenSchema(spec, version)};
}

ResourceSchema SchemaOf(const crd::Version& version, base::Arena& arena) {
  ResourceSchema schema;
  if (version.schema == nullptr) return schema;
  const auto structural = crd::NewStructural(*version.schema, arena);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
    schema.why_unusable = reason->text;
    return schema;
  }
  schema.structural = std::get<const crd::Structural*>(structural);
  return schema;
}

std::string WhyUnionsCannotBeUsed(const unions::kep::CrdUnions& unions) {
  const unions::kep::UnionError* refused = unions.first_error();
  return refused != nullptr ? refused->path + ": " + refused->text : std::string();
}

}  // namespace

base::Status CrdSchemas::Add(std::string text, std::string place) {
  const std::string_view json = texts_.emplace_back(std::move(text));
  const auto value = json::Parser(arena_).Parse(json);
  if (!value.ok() || TextOf(value->Find("kind")) != "CustomResourceDefinition" ||
      IsPatch(document::Tree(json), document::Tree::kRoot)) {
    texts_.pop_back();
    return base::Ok();
  }
  const auto kind = ReadStoredKind(*value);
  if (!kind.ok()) return kind.error();
  auto crd = crd::Decode(json, arena_);
  if (!crd.ok()) return crd.error();
  ++crd_count_;
  const auto [known, is_new] = crds_.try_emplace({kind->group, kind->kind}, KnownCrd{*value, std::move(place)});
  if (!is_new && EqualForObjects(*value, known->second.value)) return base::Ok();
  if (!is_new) {
    return {base::ErrorCode::kInvalidInput, "another CRD of this kind has a different spec: " + known->second.place};
  }
  const bool preserves = std::exchange(crd->preserve_unknown_fields, false);
  base::Arena working;
  const std::string refused = findings::WhyRefused(json, preserves, working);
  const unions::kep::CrdUnions unions = unions::kep::ReadCrdUnions(json, *crd, arena_);
  for (const crd::Version& version : crd->versions) {
    ResourceSchema schema = SchemaOf(version, arena_);
    schema.unions = unions.SchemaOf(version.name);
    schema.why_unions_unusable = WhyUnionsCannotBeUsed(unions);
    schema.preserve_unknown_fields = preserves;
    schema.why_refused = refused;
    schema.kep = KepOf(*value, version.name);
    schemas_[{(kind->group + "/").append(version.name), kind->kind}] = std::move(schema);
  }
  kinds_.push_back(*kind);
  return base::Ok();
}

base::Status CrdSchemas::ReadFile(const Input& file) {
  const std::string& path = file.path;
  const auto text = ReadInput(file);
  if (!text.ok()) return text.error().In(path);
  document::Reader reader(*text);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      return base::Error(base::ErrorCode::kInvalidInput, problem->message).In(document::PlaceText(path, problem->at));
    }
    const auto& document = std::get<document::Document>(*next);
    if (!BareCrdOf(document.json).empty()) {
      return base::Error(base::ErrorCode::kInvalidInput, std::string(kBareCrd))
          .In(document::PlaceText(path, document.begin));
    }
    for (const std::string_view json : ItemsOf(document.json)) {
      const auto begin = static_cast<std::size_t>(json.data() - document.json.data());
      const base::Status added = Add(std::string(json), document::PlaceText(path, document.At(begin)));
      if (added.ok()) continue;
      auto [offset, message] = LocateDecodeError(json, added.error());
      return base::Error(added.error().code(), std::move(message))
          .In(document::PlaceText(path, document.At(begin + offset)));
    }
  }
  return base::Ok();
}

base::Status CrdSchemas::Read(const std::string& path) {
  Files files({path}, {});
  while (const auto file = files.Next()) {
    const base::Status read = ReadFile(*file);
    if (!read.ok()) return read;
  }
  if (files.errors().empty()) return base::Ok();
  return {base::ErrorCode::kInvalidInput, files.errors().front()};
}

const ResourceSchema* CrdSchemas::Find(std::string_view api_version, std::string_view kind) const {
  const auto found = schemas_.find({std::string(api_version), std::string(kind)});
  return found == schemas_.end() ? nullptr : &found->second;
}

std::string CrdSchemas::WhyNotFound(std::string_view api_version, std::string_view kind) const {
  const std::size_t slash = api_version.find('/');
  const std::string group(api_version.substr(0, slash)), name(kind);
  if (slash == api_version.npos) return "no CRD has kind " + name + " in version " + group;
  std::string versions;
  for (const auto& [key, schema] : schemas_) {
    if (key.second != kind || !key.first.starts_with(group + "/")) continue;
    base::AppendItem(versions, ", ", key.first.substr(group.size() + 1));
  }
  if (versions.empty()) return "no CRD has kind " + name + " in group " + group;
  return "kind " + name + " has no version " + std::string(api_version.substr(slash + 1)) + " in group " + group +
         "; available: " + versions;
}

bool CrdSchemas::KnowsGroupOf(std::string_view api_version) const {
  const std::string_view group = api_version.substr(0, api_version.find('/'));
  return std::ranges::any_of(kinds_, [&](const StoredKind& kind) { return kind.group == group; });
}

}  // namespace structural::cli
