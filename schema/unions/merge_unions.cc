// ReadMergeUnions: the unions of a schema, read like makeUnions of schemaconv.
#include <algorithm>
#include <set>
#include <string>

#include "schema/unions/merge_type.h"

namespace structural::unions {
namespace {

using base::ErrorCode;
using json::Value;

base::Status ReadMembers(const Value& fields, Union& to) {
  if (!fields.is_object()) {
    return {ErrorCode::kInvalidInput, "fields-to-discriminateBy must be a map of strings"};
  }
  std::set<std::string_view> values;
  for (const json::Member& member : fields.members()) {
    if (!member.value.is_string()) {
      return {ErrorCode::kInvalidInput, "fields-to-discriminateBy/" + std::string(member.key) + " must be a string"};
    }
    to.members.push_back({member.key, member.value.text()});
    if (!values.insert(member.value.text()).second) {
      return {ErrorCode::kInvalidInput,
              "several fields have the same discriminated name: " + std::string(member.value.text())};
    }
  }
  return base::Ok();
}

base::Result<Union> ReadUnion(const Value& item) {
  Union read;
  if (!item.is_object()) return {ErrorCode::kInvalidInput, "an item of x-kubernetes-unions is no map"};
  if (const Value* discriminator = item.Find(kDiscriminator)) {
    if (!discriminator->is_string()) {
      return {ErrorCode::kInvalidInput, "a discriminator must be a string"};
    }
    read.discriminator = discriminator->text();
  }
  if (const Value* fields = item.Find(kFieldsToDiscriminateBy)) {
    const base::Status status = ReadMembers(*fields, read);
    if (!status.ok()) return status.error();
  }
  if (read.discriminator && read.members.empty()) {
    return {ErrorCode::kInvalidInput, "a discriminator is set, but the union has no fields"};
  }
  return read;
}

// Returns the first field that is in two unions, or twice in one.
std::optional<std::string_view> Repeated(const std::vector<Union>& unions) {
  std::set<std::string_view> seen;
  for (const Union& of : unions) {
    if (of.discriminator && !seen.insert(*of.discriminator).second) return of.discriminator;
    for (const UnionMember& member : of.members) {
      if (!seen.insert(member.field).second) return member.field;
    }
  }
  return std::nullopt;
}

}  // namespace

base::Result<std::vector<Union>> ReadMergeUnions(const Value& schema) {
  std::vector<Union> unions;
  const Value* list = schema.Find(kUnions);
  if (list == nullptr) return unions;
  if (!list->is_array()) return {ErrorCode::kInvalidInput, "x-kubernetes-unions must be a list"};
  for (const Value& item : list->elements()) {
    auto read = ReadUnion(item);
    if (!read.ok()) return read.error();
    unions.push_back(*std::move(read));
  }
  if (const auto field = Repeated(unions)) {
    return {ErrorCode::kInvalidInput, "field " + std::string(*field) + " appears several times in unions"};
  }
  return unions;
}

}  // namespace structural::unions
