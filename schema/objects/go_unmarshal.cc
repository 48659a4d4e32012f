#include <utility>

#include "schema/go/time.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/object_path.h"
#include "schema/objects/object_meta.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;
using kubernetes::Kind;
using kubernetes::Type;

constexpr std::size_t kMaxUnknown = 100;

std::string_view KindOf(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool: return "bool";
    case Value::Kind::kString: return "string";
    case Value::Kind::kArray: return "array";
    case Value::Kind::kObject: return "object";
    default: return "number";
  }
}

// The current field: its Go struct, and its path from the outermost one.
struct Context {
  std::string_view structure;  // empty outside of fields
  std::string path;
  kubernetes::PathSteps steps = {};  // the same with indices; keys of maps are left out, as in the path
};

std::string_view StructOf(std::string_view field) {
  if (field == "ownerReferences") return "OwnerReference";
  return field == "managedFields" ? "ManagedFieldsEntry" : "ObjectMeta";
}

std::string StructName(const Context& context) {
  const std::string_view last = std::string_view(context.path).substr(context.path.rfind('.') + 1);
  return "v1." + std::string(context.structure.empty() ? "ObjectMeta" : StructOf(last));
}

std::string ScalarName(Kind kind, std::string_view field) {
  if (field == "operation") return "v1.ManagedFieldsOperationType";
  switch (kind) {
    case Kind::kBool: return "bool";
    case Kind::kInt64: return "int64";
    default: return "string";
  }
}

class Unmarshalling {
 public:
  void Read(const Value& value, const Type& type, const Context& context);
  std::optional<kubernetes::FieldError> error() && { return fatal_ ? std::move(fatal_) : std::move(first_); }

 private:
  void Struct(const Value& value, const Type& type, const Context& context);
  void List(const Value& value, const Type& type, const Context& context);
  void Map(const Value& value, const Type& type, const Context& context);
  void Scalar(const Value& value, const Type& type, const Context& context);
  void Time(const Value& value, const Context& context);
  std::string TypeName(const Type& type, const Context& context) const;
  std::string Text(std::string_view what, std::string_view type, const Context& context) const;
  void Save(std::string_view what, const Type& type, const Context& context) {
    if (!first_) first_ = kubernetes::MessageError(Text(what, TypeName(type, context), context), context.steps);
  }

  std::optional<kubernetes::FieldError> first_, fatal_;
};

std::string Unmarshalling::TypeName(const Type& type, const Context& context) const {
  const std::string_view last = std::string_view(context.path).substr(context.path.rfind('.') + 1);
  switch (type.kind) {
    case Kind::kStruct: return StructName(context);
    case Kind::kList: return "[]" + TypeName(*type.element, context);
    case Kind::kMap: return "map[string]string";
    default: return last == "uid" ? "types.UID" : ScalarName(type.kind, last);
  }
}

std::string Unmarshalling::Text(std::string_view what, std::string_view type, const Context& context) const {
  std::string text = "json: cannot unmarshal ";
  text.append(what).append(" into Go ");
  if (context.structure.empty()) {
    text += "value";
  } else {
    text.append("struct field ").append(context.structure).append(".").append(context.path);
  }
  return text.append(" of type ").append(type);
}

void Unmarshalling::Struct(const Value& value, const Type& type, const Context& context) {
  if (!value.is_object()) return Save(KindOf(value), type, context);
  const std::string name = StructName(context).substr(3);
  for (const Member& member : value.members()) {
    const kubernetes::Field* field = type.Find(member.key);
    if (field == nullptr || fatal_) continue;
    std::string path = context.path.empty() ? "" : context.path + ".";
    Context inner{name, path.append(member.key), context.steps};
    inner.steps.PushName(member.key);
    Read(member.value, *field->type, inner);
  }
}

void Unmarshalling::List(const Value& value, const Type& type, const Context& context) {
  if (!value.is_array()) return Save(KindOf(value), type, context);
  std::size_t index = 0;
  for (const Value& element : value.elements()) {
    Context inner = context;
    inner.steps.PushIndex(index++);
    Read(element, *type.element, inner);
  }
}

void Unmarshalling::Map(const Value& value, const Type& type, const Context& context) {
  if (!value.is_object()) return Save(KindOf(value), type, context);
  for (const Member& member : value.members()) Read(member.value, *type.element, context);
}

void Unmarshalling::Scalar(const Value& value, const Type& type, const Context& context) {
  const bool number = value.is_number();
  switch (type.kind) {
    case Kind::kString:
      if (value.is_string()) return;
      break;
    case Kind::kBool:
      if (value.kind() == Value::Kind::kBool) return;
      break;
    default:
      if (value.kind() == Value::Kind::kInt) return;
      if (number) {
        std::string what;
        AppendJson(value, what);
        if (json::ParseInt64(what)) return;  // encoded as 1 and decoded again
        return Save("number " + what, type, context);
      }
  }
  Save(KindOf(value), type, context);
}

// Times have their own decoder, whose errors end the decoding.
void Unmarshalling::Time(const Value& value, const Context& context) {
  if (!value.is_string()) {
    fatal_ = kubernetes::MessageError(Text(KindOf(value), "string", context), context.steps);
  } else if (const auto wrong = go::TimeParseError(value.text())) {
    fatal_ = kubernetes::MessageError(*wrong, context.steps);
  }
}

void Unmarshalling::Read(const Value& value, const Type& type, const Context& context) {
  if (value.is_null() || fatal_) return;
  switch (type.kind) {
    case Kind::kAny: return;
    case Kind::kPointer: return Read(value, *type.element, context);
    case Kind::kTime: return Time(value, context);
    case Kind::kStruct: return Struct(value, type, context);
    case Kind::kList: return List(value, type, context);
    case Kind::kMap: return Map(value, type, context);
    default: return Scalar(value, type, context);
  }
}

void FindUnknown(const Value& value, const Type& type, const kubernetes::ObjectPath& at,
                 std::vector<std::string>& unknown) {
  if (type.kind == Kind::kPointer) return FindUnknown(value, *type.element, at, unknown);
  if (type.kind == Kind::kList && value.is_array()) {
    std::size_t index = 0;
    for (const Value& e : value.elements()) FindUnknown(e, *type.element, at.Index(index++), unknown);
  }
  if (type.kind != Kind::kStruct || !value.is_object()) return;
  for (const Member& member : value.members()) {
    const kubernetes::ObjectPath place = at.Name(member.key);
    const kubernetes::Field* field = type.Find(member.key);
    if (field != nullptr) {
      FindUnknown(member.value, *field->type, place, unknown);
    } else if (unknown.size() < kMaxUnknown) {
      unknown.push_back(place.String());
    }
  }
}

}  // namespace

std::optional<kubernetes::FieldError> ObjectMetaDecodeError(const Value& metadata) {
  Unmarshalling reading;
  reading.Read(metadata, kubernetes::kObjectMeta, {});
  return std::move(reading).error();
}

std::vector<std::string> UnknownMetaFields(const Value& metadata) {
  std::vector<std::string> unknown;
  FindUnknown(metadata, kubernetes::kObjectMeta, kubernetes::ObjectPath(), unknown);
  return unknown;
}

}  // namespace structural::objects
