#include "schema/unions/kep/annotation.h"

#include <algorithm>

#include "schema/json/parse.h"
#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/path_text.h"
#include "schema/unions/kep/pointer.h"

namespace structural::unions::kep {
namespace {

using json::Member;
using json::Value;

void SetUnions(const Value& list, Value& schema, base::Arena& arena) {
  if (Value* found = schema.Find(kUnions)) {
    *found = list;
    return;
  }
  std::vector<Member> members(schema.members().begin(), schema.members().end());
  const auto place = std::ranges::lower_bound(members, kUnions, {}, &Member::key);
  members.insert(place, {kUnions, list});
  schema = Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace

base::Result<std::vector<DeclaredList>> ReadAnnotation(std::string_view text, base::Arena& arena) {
  const auto parsed = json::Parser(arena).Parse(text);
  constexpr const char* kWanted =
      "must be JSON, an object of pointers to schemas and their x-kubernetes-unions";
  if (!parsed.ok()) {
    return {base::ErrorCode::kInvalidInput, kWanted + (": " + parsed.error().message())};
  }
  if (!parsed->is_object()) return {base::ErrorCode::kInvalidInput, kWanted};
  std::vector<DeclaredList> declared;
  for (const Member& member : parsed->members()) {
    const auto slash = std::min(member.key.find('/'), member.key.size());
    declared.push_back(
        {member.key, member.key.substr(0, slash), member.key.substr(slash), member.value});
  }
  return declared;
}

std::string PathOf(const DeclaredList& declared) {
  return Indexed(std::string(kAnnotationPath), declared.key);
}

std::vector<ResolvedDeclaration> Declare(const std::vector<DeclaredList>& declared,
                                         std::string_view name, Value& schema, base::Arena& arena,
                                         UnionErrors& found) {
  std::vector<ResolvedDeclaration> resolved;
  for (const DeclaredList& entry : declared) {
    if (!entry.version.empty() && entry.version != name) continue;
    const auto add_error = [&](UnionErrorCode code, std::string text) {
      found.Add({code, PathOf(entry), std::move(text)});
    };
    const Pointed to = FindSchema(entry.pointer, schema);
    if (to.in_junctor) {
      add_error(UnionErrorCode::kPlace, kInJunctor);
    } else if (to.schema == nullptr) {
      add_error(UnionErrorCode::kAnnotation, "points to no schema in version " + std::string(name));
    } else if (const Value* other = to.schema->Find(kUnions);
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
