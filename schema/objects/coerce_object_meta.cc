#include <algorithm>
#include <utility>

#include "schema/crd/model/fields.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/write.h"
#include "schema/objects/object_meta.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Member;
using json::Parser;
using json::Value;

class Coercion {
 public:
  Coercion(MalformedMetadata malformed, base::Arena& arena) : malformed_(malformed), arena_(arena) {}

  // Returns false if it found an error, which ends the coercion.
  bool Node(const kubernetes::ObjectPath& at, Value& value, const Structural* schema, bool is_resource);
  std::optional<kubernetes::FieldError> error;
  base::TextList unknown;

 private:
  bool Members(const kubernetes::ObjectPath& at, Value& object, const Structural& schema, bool is_resource);
  bool Meta(const kubernetes::ObjectPath& at, Member& member, bool* keep);
  bool Metadata(const kubernetes::ObjectPath& at, Value& metadata);

  bool Fail(const kubernetes::ObjectPath& at, const Value& value, std::string_view detail) {
    error = kubernetes::InvalidError(at.Field(), value, detail);
    return false;
  }

  MalformedMetadata malformed_;
  base::Arena& arena_;
};

bool Coercion::Metadata(const kubernetes::ObjectPath& at, Value& metadata) {
  if (const auto refused = ObjectMetaDecodeError(metadata)) {
    if (malformed_ == MalformedMetadata::kIsAnError) {
      Fail(at, metadata, refused->detail);
      error->path.Append(refused->path);
      return false;
    }
    if (!metadata.is_object()) return true;
    metadata = ReadableObjectMeta(metadata, arena_);
  }
  if (!unknown.full()) {
    for (const std::string& field : UnknownMetaFields(metadata)) unknown.Add(at.Field().text + "." + field);
  }
  metadata = WrittenObjectMeta(metadata, arena_);
  return true;
}

bool Coercion::Meta(const kubernetes::ObjectPath& at, Member& member, bool* keep) {
  if (member.key == "metadata") return Metadata(at, member.value);
  if (member.value.is_string()) return true;
  *keep = malformed_ == MalformedMetadata::kIsAnError;
  return *keep ? Fail(at, member.value, "must be a string") : true;
}

// Visits the original values of properties, because a schema for parts of metadata may fail on the coerced ones.
bool Coercion::Members(const kubernetes::ObjectPath& at, Value& object, const Structural& schema, bool is_resource) {
  crd::Properties properties(schema.properties);
  const std::span<Member> members = object.members();
  std::size_t kept = 0;
  bool fine = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Member member = members[i];
    Value before = member.value;
    bool keep = true;
    const bool meta = is_resource && crd::IsMetaField(member.key);
    if (fine && meta) fine = Meta(at.Name(member.key), member, &keep);
    const Structural* property = properties.Find(member.key);
    Value& into = meta ? before : member.value;
    if (fine && property != nullptr) {
      fine = Node(at.Name(member.key), into, property, crd::IsResource(property, false));
    } else if (fine && schema.additional_properties != nullptr) {
      const Structural* additional = crd::AdditionalOf(schema);
      fine = Node(at.Key(member.key), into, additional, crd::IsResource(additional, false));
    }
    if (keep) members[kept++] = member;
  }
  object.Truncate(kept);
  return fine;
}

bool Coercion::Node(const kubernetes::ObjectPath& at, Value& value, const Structural* schema, bool is_resource) {
  static constexpr Structural kNothing;
  if (schema == nullptr && !is_resource) return true;
  const Structural& specified = schema != nullptr ? *schema : kNothing;
  if (value.is_object()) return Members(at, value, specified, is_resource);
  if (!value.is_array()) return true;
  std::size_t index = 0;
  return std::ranges::all_of(value.elements(), [&](Value& element) {
    return Node(at.Index(index++), element, specified.items, crd::IsResource(specified.items, false));
  });
}

}  // namespace

Value WrittenObjectMeta(const Value& metadata, base::Arena& arena) {
  std::string text, written;
  AppendJson(metadata, text);
  json::JsonReader in(text, arena);
  kubernetes::AppendJson(kubernetes::kObjectMeta, kubernetes::Read(in, kubernetes::kObjectMeta, arena),
                         {.to = written});
  const auto value = Parser(arena).Parse(arena.Copy(written));
  return value.ok() ? *value : Value();
}

Value ReadableObjectMeta(const Value& metadata, base::Arena& arena) {
  std::vector<Member> kept;
  for (Member member : metadata.members()) {
    if (!ObjectMetaDecodeError(Value::Object({&member, 1}))) kept.push_back(member);
  }
  return Value::Object(arena.Copy(std::span<const Member>(kept)));
}

Coerced CoerceObjectMeta(const kubernetes::ObjectPath& path, Value& object, const Structural* schema,
                         bool is_resource_root, MalformedMetadata malformed, base::Arena& arena) {
  Coercion coercion(malformed, arena);
  coercion.Node(path, object, schema, crd::IsResource(schema, is_resource_root));
  return {std::move(coercion.error), std::move(coercion.unknown).TakeSorted()};
}

}  // namespace structural::objects
