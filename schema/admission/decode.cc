#include "schema/admission/decode.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "schema/admission/coerce.h"
#include "schema/admission/resource.h"
#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/go/letter_case.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::JsonReader;
using json::Value;

constexpr std::size_t kMaxSummary = 30;
constexpr int kKeysAsWritten = 38;  // the first minor version whose JSON errors name keys as the body has them

struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;
};

std::string_view KindInWords(JsonReader::Kind kind) {
  switch (kind) {
    case JsonReader::Kind::kObject: return "object";
    case JsonReader::Kind::kArray: return "array";
    case JsonReader::Kind::kString: return "string";
    case JsonReader::Kind::kBool: return "bool";
    default: return "number";
  }
}

// Reads apiVersion and kind of the body. Their keys are found ignoring case. If a key is repeated, the last member is
// used. Returns Go's error message if the body cannot be read. The message names the key as the body has it since
// release 1.38, which is built with Go 1.27, and in lower camel case before.
//
// Upstream: apimachinery pkg/runtime/serializer/json/meta.go SimpleMetaFactory.Interpret.
std::variant<TypeMeta, std::string> Interpret(std::string_view body, int minor, base::Arena& arena) {
  TypeMeta read;
  std::optional<std::string> wrong;
  JsonReader in(body, arena);
  const auto kind = in.Peek();
  if (kind == JsonReader::Kind::kNull) return read;
  if (kind != JsonReader::Kind::kObject) {
    return "couldn't get version/kind; json parse error: json: cannot unmarshal " + std::string(KindInWords(kind)) +
           " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
           " Kind string \"json:\\\"kind,omitempty\\\"\" }";
  }
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const bool is_kind = go::EqualFold(key, "kind");
    const auto found = in.Peek();
    if ((!is_kind && !go::EqualFold(key, "apiversion")) || found == JsonReader::Kind::kNull) {
      in.Skip();
    } else if (found == JsonReader::Kind::kString) {
      (is_kind ? read.kind : read.api_version) = in.String();
    } else {
      in.Skip();
      if (wrong) continue;
      wrong = "json: cannot unmarshal " + std::string(KindInWords(found)) + " into Go struct field .";
      *wrong += minor >= kKeysAsWritten ? key : std::string_view(is_kind ? "kind" : "apiVersion");
      *wrong += " of type string";
    }
  }
  if (wrong) return "couldn't get version/kind; json parse error: " + *wrong;
  return read;
}

std::string Summary(std::string_view body) {
  if (body.empty()) return "<empty>";
  const bool is_long = body.size() > kMaxSummary;
  const std::string_view begin = body.substr(0, kMaxSummary);
  return (body[0] == '{' ? std::string(begin) : base::ToHex(begin)) + (is_long ? " ..." : "");
}

class Body {
 public:
  Body(std::string_view text, const ServedResource& resource, const ServedVersion& version, base::Arena& arena,
       DecodedText what)
      : text_(text),
        resource_(resource),
        version_(version),
        arena_(arena),
        is_patched_(what == DecodedText::kPatchResult) {}

  base::Result<Value> Decode(FieldValidation validation, StrictErrors* found, kubernetes::PathSteps& where);

 private:
  base::Error Unrecognized(std::string_view reason) const;
  base::Error Unhandled(const TypeMeta& as, std::string_view version, std::string_view reason) const;
  base::Result<Value> Parse(const TypeMeta& read, FieldValidation validation) const;
  base::Error NotStrict(const TypeMeta& own, const StrictErrors& found) const;

  std::string_view text_;
  const ServedResource& resource_;
  const ServedVersion& version_;
  base::Arena& arena_;
  bool is_patched_;
};

base::Error Body::Unrecognized(std::string_view reason) const {
  if (is_patched_) return {ErrorCode::kInvalidInput, std::string(reason)};
  std::string text = "the object provided is unrecognized (must be of type ";
  text.append(resource_.kind).append("): ").append(reason);
  return {ErrorCode::kInvalidInput, text + " (" + Summary(text_) + ")"};
}

base::Error Body::Unhandled(const TypeMeta& as, std::string_view version, std::string_view reason) const {
  if (is_patched_) return {ErrorCode::kInvalidInput, std::string(reason)};
  std::string text(as.kind.empty() ? resource_.kind : as.kind);
  text.append(" in version ").append(base::Quote(version)).append(" cannot be handled as a ");
  return {ErrorCode::kInvalidInput, text.append(resource_.kind).append(": ").append(reason)};
}

// Parses the body. An error message contains the object's version, or the version in the request's URL if the object
// has none. With strict decoding, the error about a missing kind contains no version.
base::Result<Value> Body::Parse(const TypeMeta& read, FieldValidation validation) const {
  const auto of = GroupVersionOf(read.api_version);
  const bool none = of.version.empty() && (of.group.empty() || of.group == resource_.group);
  const std::string_view version = none ? version_.name : of.version;
  auto object = json::Parser(arena_).Parse(text_);
  if (!object.ok()) return Unhandled(read, version, "json: cannot unmarshal number into Go value of type float64");
  if (!TextOf(object->Find("kind")).empty()) return object;
  const std::string reason = "Object 'Kind' is missing in '" + std::string(text_) + "'";
  if (validation != FieldValidation::kIgnore) return Unrecognized(reason);
  return Unhandled(read, version, reason);
}

// Returns the error for the findings of strict decoding. The message contains the object's kind, which was already
// checked.
base::Error Body::NotStrict(const TypeMeta& own, const StrictErrors& found) const {
  const auto of = GroupVersionOf(own.api_version);
  if (of.version.empty()) {
    return {ErrorCode::kInvalidInput, "Object 'apiVersion' is missing in 'object has no apiVersion field'"};
  }
  return {ErrorCode::kInvalidInput, found.Message(own.kind, of.version)};
}

base::Result<Value> Body::Decode(FieldValidation validation, StrictErrors* found, kubernetes::PathSteps& where) {
  if (text_.size() > kMaxBodyBytes) {
    return {ErrorCode::kInvalidInput, "Request entity too large: limit is " + std::to_string(kMaxBodyBytes)};
  }
  const auto interpreted = Interpret(text_, version_.minor, arena_);
  if (const auto* wrong = std::get_if<std::string>(&interpreted)) return Unrecognized(*wrong);
  const TypeMeta& read = std::get<TypeMeta>(interpreted);
  const auto against = kubernetes::ValidateGroupVersion(read.api_version);
  if (!against.empty()) return Unrecognized(against.front());
  auto object = Parse(read, validation);
  if (!object.ok()) return object;
  const std::string_view api_version = TextOf(object->Find("apiVersion"));
  const TypeMeta own{api_version, TextOf(object->Find("kind"))};
  const auto of = GroupVersionOf(api_version);
  std::vector<std::string> unknown;
  const base::Status coerced =
      Coerce(*object, resource_, Origin::kRequest, arena_, found == nullptr ? nullptr : &unknown, &where);
  if (!coerced.ok()) return Unhandled(own, of.version, coerced.error().message());
  const base::Status defaulted = SetDefaults(*object, resource_, arena_);
  if (!defaulted.ok()) return defaulted.error();
  if (found != nullptr) found->unknown_fields = std::move(unknown);
  if (validation != FieldValidation::kIgnore) found->repeated_keys = RepeatedKeys(text_, arena_);
  if (is_patched_) return object;
  if (validation == FieldValidation::kStrict && !found->empty()) return NotStrict(own, *found);
  if (of.group == resource_.group && of.version == version_.name) return object;
  return {ErrorCode::kInvalidInput, "the API version in the data (" + of.Text() +
                                        ") does not match the expected API version (" +
                                        GroupVersion{resource_.group, version_.name}.Text() + ")"};
}

}  // namespace

base::Result<Value> DecodeBody(std::string_view body, const ServedResource& resource, const ServedVersion& version,
                               base::Arena& arena, FieldValidation validation, StrictErrors* found,
                               kubernetes::PathSteps& where, DecodedText what) {
  return Body(body, resource, version, arena, what).Decode(validation, found, where);
}

}  // namespace structural::admission
