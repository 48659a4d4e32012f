#include "schema/unions/kep/annotation.h"

#include <algorithm>
#include <optional>
#include <string>

#include "schema/base/pointer.h"
#include "schema/unions/kep/declaration.h"

namespace structural::unions::kep {
namespace {

// The result of searching a schema by a JSON Pointer (RFC 6901) from the root schema.
struct Pointed {
  json::Value* schema;  // nullptr: not found
  bool in_composition;  // true: not found, because the pointer leads into allOf, anyOf, oneOf or not
};

bool IsCompositionKeyword(std::string_view key) {
  return key == "allOf" || key == "anyOf" || key == "oneOf" || key == "not";
}

// Follows a pointer through properties, items and additionalProperties.
Pointed FindSchema(std::string_view pointer, json::Value& root) {
  json::Value* schema = &root;
  while (schema != nullptr && pointer.starts_with('/')) {
    const auto key = base::TakePointerToken(pointer);
    if (!key) return {nullptr, false};
    if (IsCompositionKeyword(*key)) return {nullptr, true};
    if (*key == "properties" && pointer.starts_with('/')) {
      json::Value* properties = schema->Find(*key);
      const auto name = base::TakePointerToken(pointer);
      schema = properties != nullptr && name ? properties->Find(*name) : nullptr;
    } else {
      const bool leads = *key == "items" || *key == "additionalProperties";
      schema = leads ? schema->Find(*key) : nullptr;
    }
  }
  const bool found = pointer.empty() && schema != nullptr && schema->is_object();
  return {found ? schema : nullptr, false};
}

using json::Member;
using json::Value;

void SetUnions(const Value& list, Value& schema, base::Arena& arena) {
  if (Value* found = schema.Find(kUnionsKeyword)) {
    *found = list;
    return;
  }
  std::vector<Member> members(schema.members().begin(), schema.members().end());
  const auto place = std::ranges::lower_bound(members, kUnionsKeyword, {}, &Member::key);
  members.insert(place, {kUnionsKeyword, list});
  schema = Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace

base::Result<std::vector<AnnotationEntry>> ReadAnnotation(std::string_view text, base::Arena& arena) {
  const auto parsed = json::Parser(arena).Parse(text);
  constexpr const char* kWanted = "must be JSON, an object of pointers to schemas and their x-kubernetes-unions";
  if (!parsed.ok()) {
    return {base::ErrorCode::kInvalidInput, kWanted + (": " + parsed.error().message())};
  }
  if (!parsed->is_object()) return {base::ErrorCode::kInvalidInput, kWanted};
  std::vector<AnnotationEntry> declared;
  for (const Member& member : parsed->members()) {
    const auto slash = std::min(member.key.find('/'), member.key.size());
    declared.push_back({member.key, member.key.substr(0, slash), member.key.substr(slash), member.value});
  }
  return declared;
}

std::string PathOf(const AnnotationEntry& declared) { return ElementPath(std::string(kAnnotationPath), declared.key); }

std::vector<FoundDeclaration> AddDeclaredUnions(const std::vector<AnnotationEntry>& declared, std::string_view name,
                                                Value& schema, base::Arena& arena, UnionErrors& found) {
  std::vector<FoundDeclaration> resolved;
  for (const AnnotationEntry& entry : declared) {
    if (!entry.version.empty() && entry.version != name) continue;
    const auto add_error = [&](UnionErrorCode code, std::string text) {
      found.Add({code, PathOf(entry), std::move(text)});
    };
    const Pointed to = FindSchema(entry.pointer, schema);
    if (to.in_composition) {
      add_error(UnionErrorCode::kPlace, kInsideCompositionError);
    } else if (to.schema == nullptr) {
      add_error(UnionErrorCode::kAnnotation, "points to no schema in version " + std::string(name));
    } else if (const Value* other = to.schema->Find(kUnionsKeyword);
               other != nullptr && !other->is_null() && !json::Equal(*other, entry.list)) {
      add_error(UnionErrorCode::kSpelling, "must equal the other declaration for this schema");
    } else {
      resolved.push_back({&entry, *to.schema});
      SetUnions(entry.list, *to.schema, arena);
    }
  }
  return resolved;
}

}  // namespace structural::unions::kep
