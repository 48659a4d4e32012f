#include "schema/objects/object_meta.h"

#include <algorithm>
#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/structural.h"
#include "schema/go/time.h"
#include "schema/json/members.h"
#include "schema/json/scan.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"
#include "schema/kubernetes/print.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/write.h"

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

// The field that is being decoded: its Go struct, and its path from the outermost struct.
struct Context {
  std::string_view structure;  // name of the Go struct; empty outside of fields
  std::string path;
  kubernetes::PathSteps steps = {};  // steps of `path`, with the indexes of lists; like `path`, omits keys of maps
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
        if (json::ParseInt64(what)) return;  // no error: Go writes this double as an integer, and can decode it
        return Save("number " + what, type, context);
      }
  }
  Save(KindOf(value), type, context);
}

// Checks a time. Unlike other errors, an error in a time ends the decoding, because times have their own decoder.
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

// IsAsWritten, and the functions below that it uses, return whether a value stays the same if Go decodes it and encodes
// it again. This is so for most metadata, because a server has written it. They may return false for rare values that
// stay the same.

bool IsPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// Whether the text is a time that is written as "2026-01-02T03:04:05Z".
bool IsWrittenTime(std::string_view text) {
  constexpr std::string_view kForm = "1000-00-00T00:00:00Z", kMost = "9999-12-28T23:59:59Z";
  if (text.size() != kForm.size() || text < kForm) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (base::IsDigit(kForm[i]) ? !base::IsDigit(text[i]) : text[i] != kForm[i]) return false;
  }
  for (const std::size_t at : {5, 8, 11, 14, 17}) {
    if (text.substr(at, 2) > kMost.substr(at, 2)) return false;
  }
  return text.substr(5, 2) != "00" && text.substr(8, 2) != "00";
}

// Whether the value is an object whose members are such objects again, like fieldsV1 in managedFields.
bool IsOfObjects(const Value& value) {
  return value.is_object() && std::ranges::all_of(value.members(), [](const Member& member) {
           return IsPlain(member.key) && IsOfObjects(member.value);
         });
}

bool IsAsWritten(const Value& value, const Type& type);

bool HasWrittenFields(const Value& value, const Type& type) {
  const auto is_written = [&](const Member& member) {
    const kubernetes::Field* field = type.Find(member.key);
    return field != nullptr && IsAsWritten(member.value, *field->type);
  };
  // Whether `value` has the field, or Go writes nothing if the field is missing. Go always writes a time: a missing one
  // as null, even with omitempty.
  const auto is_there = [&](const kubernetes::Field& field) {
    const bool may_be_missing = field.omit_empty && field.type->kind != Kind::kTime;
    return may_be_missing || value.Find(field.name) != nullptr;
  };
  return value.is_object() && std::ranges::all_of(value.members(), is_written) &&
         std::ranges::all_of(type.fields, is_there);
}

bool IsAsWritten(const Value& value, const Type& type) {
  switch (type.kind) {
    case Kind::kPointer: return IsAsWritten(value, *type.element);
    case Kind::kTime: return value.is_string() && IsWrittenTime(value.text());
    case Kind::kString: return value.is_string() && !value.text().empty() && IsPlain(value.text());
    case Kind::kInt64: return value.kind() == Value::Kind::kInt && value.integer() != 0;
    case Kind::kBool: return json::IsTrue(&value);
    case Kind::kAny: return IsOfObjects(value);
    case Kind::kStruct: return HasWrittenFields(value, type);
    case Kind::kList:
      return value.is_array() && !value.elements().empty() &&
             std::ranges::all_of(value.elements(), [&](const Value& each) { return IsAsWritten(each, *type.element); });
    case Kind::kMap:
      return value.is_object() && !value.members().empty() && type.element->kind == Kind::kString &&
             std::ranges::all_of(value.members(), [](const Member& member) {
               return IsPlain(member.key) && member.value.is_string() && IsPlain(member.value.text());
             });
    default: return false;
  }
}

}  // namespace

std::optional<kubernetes::FieldError> ObjectMetaDecodeError(const Value& metadata) {
  if (IsAsWritten(metadata, kubernetes::kObjectMeta)) return std::nullopt;
  Unmarshalling reading;
  reading.Read(metadata, kubernetes::kObjectMeta, {});
  return std::move(reading).error();
}

std::vector<std::string> UnknownMetaFields(const Value& metadata) {
  std::vector<std::string> unknown;
  FindUnknown(metadata, kubernetes::kObjectMeta, kubernetes::ObjectPath(), unknown);
  return unknown;
}

namespace {

using crd::Structural;
using json::Parser;

class Coercion {
 public:
  Coercion(MalformedMetadata malformed, base::Arena& arena) : malformed_(malformed), arena_(arena) {}

  // Coerces a value. Returns false if it found an error; then the coercion ends.
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

// Coerces the members of an object. If the schema specifies parts of apiVersion, kind or metadata, also visits these
// parts, with the values from before the coercion, because the coerced values could cause other errors.
bool Coercion::Members(const kubernetes::ObjectPath& at, Value& object, const Structural& schema, bool is_resource) {
  crd::PropertyCursor properties(schema.properties);
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
      const Structural* additional = crd::AdditionalPropertiesOf(schema);
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
  if (IsAsWritten(metadata, kubernetes::kObjectMeta)) return json::DeepCopy(metadata, arena);
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

CoercionResult CoerceObjectMeta(const kubernetes::ObjectPath& path, Value& object, const Structural* schema,
                                bool is_resource_root, MalformedMetadata malformed, base::Arena& arena) {
  Coercion coercion(malformed, arena);
  coercion.Node(path, object, schema, crd::IsResource(schema, is_resource_root));
  return {std::move(coercion.error), std::move(coercion.unknown).TakeSorted()};
}

namespace {

std::int64_t GenerationOf(const Value& metadata) {
  const Value* generation = metadata.Find("generation");
  return generation == nullptr ? 0 : generation->integer();
}

class RequestMetadata {
 public:
  RequestMetadata(const kubernetes::ObjectPath& path, const Value& metadata, RepeatedErrors repeats,
                  kubernetes::FieldErrorList& errors)
      : path_(path), metadata_(metadata), repeats_(repeats), errors_(errors) {}

  void Create(const MetadataRules& rules);
  void Update(const Value& old, int minor);

 private:
  void Name(std::string_view key, std::string_view name, const MetadataRules& rules, bool prefix);
  void Namespace(bool namespaced);
  void NoNewFinalizers(const Value& old);
  void NonNegativeGeneration();
  void Immutable(const Value& old);

  std::string_view Text(std::string_view key) const { return TextOf(metadata_.Find(key)); }
  void Invalid(std::string_view key, const Value& bad, std::string_view detail) {
    errors_.Add(kubernetes::InvalidError(path_.Name(key).Field(), bad, detail));
  }
  // Adds the error that a field is immutable, for a field with a named Go type. The server prints the values of such
  // fields as JSON.
  void InvalidJson(std::string_view key, const Value& bad) {
    errors_.Add(kubernetes::InvalidJsonError(path_.Name(key).Field(), kubernetes::MarshalJson(bad),
                                             kubernetes::kFieldIsImmutable));
  }
  void Forbidden(std::string_view key, std::string_view detail) {
    errors_.Add(kubernetes::ForbiddenError(path_.Name(key).Field(), detail));
  }
  void Common(FinalizerChecks finalizers) { ValidateCommonMetadata(path_, metadata_, finalizers, repeats_, errors_); }

  const kubernetes::ObjectPath& path_;
  const Value& metadata_;
  RepeatedErrors repeats_;
  kubernetes::FieldErrorList& errors_;
};

void RequestMetadata::Name(std::string_view key, std::string_view name, const MetadataRules& rules, bool prefix) {
  for (const std::string& reason : rules.name_errors(name, prefix)) Invalid(key, Value::String(name), reason);
}

void RequestMetadata::Namespace(bool namespaced) {
  const std::string_view name = Text("namespace");
  if (!namespaced) {
    if (!name.empty()) Forbidden("namespace", "not allowed on this type");
  } else if (name.empty()) {
    errors_.Add(kubernetes::RequiredError(path_.Name("namespace").Field()));
  } else {
    for (const std::string& reason : kubernetes::ValidateDNS1123Label(name))
      Invalid("namespace", Value::String(name), reason);
  }
}

void RequestMetadata::Create(const MetadataRules& rules) {
  const std::string_view generate = Text("generateName"), name = Text("name");
  if (!generate.empty()) Name("generateName", generate, rules, true);
  if (name.empty()) {
    errors_.Add(kubernetes::RequiredError(path_.Name("name").Field(), "name or generateName is required"));
  } else {
    Name("name", name, rules, false);
  }
  Namespace(rules.namespaced);
  NonNegativeGeneration();
  Common(FinalizerChecks::kChecked);
}

std::set<std::string_view> FinalizersIn(const Value& metadata) {
  std::set<std::string_view> names;
  for (const Value& name : ElementsOf(metadata.Find("finalizers"))) names.insert(TextOf(&name));
  return names;
}

void RequestMetadata::NoNewFinalizers(const Value& old) {
  if (old.Find("deletionTimestamp") == nullptr) return;
  const auto before = FinalizersIn(old);
  std::string added;
  for (const std::string_view name : FinalizersIn(metadata_)) {
    if (before.contains(name)) continue;
    base::AppendItem(added, ", ", base::Quote(name));
  }
  if (added.empty()) return;
  Forbidden("finalizers",
            "no new finalizers can be added if the object is being deleted, found new finalizers "
            "[]string{" +
                added + "}");
}

void RequestMetadata::NonNegativeGeneration() {
  const Value generation = Value::Int(GenerationOf(metadata_));
  if (generation.integer() < 0) Invalid("generation", generation, "must be greater than or equal to 0");
}

void RequestMetadata::Immutable(const Value& old) {
  for (const std::string_view key : {"name", "namespace", "uid"}) {
    const std::string_view text = Text(key);
    if (text == TextOf(old.Find(key))) continue;
    const Value now = Value::String(text);
    key == "uid" ? InvalidJson(key, now) : Invalid(key, now, kubernetes::kFieldIsImmutable);
  }
  for (const std::string_view key : {"creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
    const Value *now = metadata_.Find(key), *then = old.Find(key);
    const Value none;
    // true: the Go type is *Time, so null differs from the zero time; false: Time
    const bool is_pointer = key != "creationTimestamp";
    const bool changed = is_pointer && (now == nullptr) != (then == nullptr);
    if (now == nullptr) now = &none;
    if (changed || !json::Equal(*now, then == nullptr ? none : *then)) InvalidJson(key, *now);
  }
}

// The first minor release that checks in an update whether the generation is negative.
constexpr int kNegativeGenerationInUpdate = 37;

// The first minor release that reports a generation that becomes 0 as "field cannot be cleared once set".
constexpr int kGenerationIsKept = 38;

void RequestMetadata::Update(const Value& old, int minor) {
  NoNewFinalizers(old);
  if (Text("resourceVersion").empty()) Invalid("resourceVersion", Value::String(""), "must be specified for an update");
  if (minor >= kNegativeGenerationInUpdate) NonNegativeGeneration();
  const Value generation = Value::Int(GenerationOf(metadata_));
  const std::int64_t before = GenerationOf(old);
  if (minor >= kGenerationIsKept && before != 0 && generation.integer() == 0) {
    Invalid("generation", generation, "field cannot be cleared once set");
  } else if (generation.integer() < before) {
    Invalid("generation", generation, "must not be decremented");
  }
  Immutable(old);
  Common(FinalizerChecks::kSkipped);
}

}  // namespace

// Checks that the name is a DNS subdomain. If `prefix` is true, ignores a dash at the end.
//
// Upstream: generic.go maskTrailingDash.
kubernetes::Reasons SubdomainErrors(std::string_view name, bool prefix) {
  std::string masked(name);
  if (prefix && name.size() > 1 && name.ends_with('-')) masked.replace(name.size() - 2, std::string::npos, "a");
  return kubernetes::ValidateDNS1123Subdomain(masked);
}

void ValidateMetadataOnCreate(const kubernetes::ObjectPath& path, const Value& metadata, const MetadataRules& rules,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors) {
  RequestMetadata(path, metadata, repeats, errors).Create(rules);
}

void ValidateMetadataOnUpdate(const kubernetes::ObjectPath& path, const Value& metadata, const Value& old,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors, int minor) {
  RequestMetadata(path, metadata, repeats, errors).Update(old, minor);
}

}  // namespace structural::objects
