#include "schema/unions/kep/declaration.h"

namespace structural::unions::kep {
namespace {

using json::Value;

const Value* Set(const Value* value) {
  return value != nullptr && !value->is_null() ? value : nullptr;
}

Union Read(const Value& declared) {
  Union read;
  if (const Value* discriminator = Set(declared.Find(kDiscriminator))) {
    read.discriminator = discriminator->text();
  }
  for (const json::Member& member : FieldsOf(declared)->members()) {
    read.members.push_back({member.key, member.value.text()});
  }
  return read;
}

}  // namespace

const Value* FieldsOf(const Value& declared) {
  const Value* fields = Set(declared.Find(kFieldsToDiscriminateBy));
  return fields != nullptr ? fields : Set(declared.Find(kFields));
}

std::vector<Union> UnionsOf(const Value& node) {
  std::vector<Union> unions;
  const Value* list = Set(node.Find(kUnions));
  if (list == nullptr) return unions;
  for (const Value& declared : list->elements()) unions.push_back(Read(declared));
  return unions;
}

}  // namespace structural::unions::kep
