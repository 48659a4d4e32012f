// Operations that send a CRD and an object to the emulated API server.
#include <algorithm>
#include <optional>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "schema/admission/admit.h"
#include "schema/admission/next_write.h"
#include "schema/admission/object_server.h"
#include "schema/admission/resource.h"
#include "schema/example/example.h"
#include "schema/example/probes.h"
#include "schema/go/letter_case.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using admission::FieldValidation;
using admission::ServedResource;
using admission::ServedVersion;
using base::ErrorCode;
using go::EqualFold;
using json::JsonReader;
using json::Value;

constexpr std::string_view kDefaultNamespace = "default";
// Members of metadata that a server sets. The answers of the operations in this file omit these members, because a
// server sets other values in each run.
constexpr std::string_view kServerFields[] = {"creationTimestamp", "generation", "managedFields",
                                              "resourceVersion",   "selfLink",   "uid"};

// An input line of `structural batch admit`, which admits an object. `crd`, `object` and `old` are JSON; absent members
// are empty.
struct AdmitLine {
  std::string_view crd;
  std::string_view object;
  std::string_view old;
  std::string_view version;
  std::string_view subresource;
  bool crd_stored = false;
  FieldValidation field_validation = FieldValidation::kIgnore;
};

// Returns the value of the parameter fieldValidation; nullopt for an unknown word, with which a server refuses the
// request.
std::optional<FieldValidation> FieldValidationOf(std::string_view word) {
  if (word.empty() || word == "Ignore") return FieldValidation::kIgnore;
  if (word == "Warn") return FieldValidation::kWarn;
  if (word == "Strict") return FieldValidation::kStrict;
  return std::nullopt;
}

std::string_view TextNext(JsonReader& in) {
  if (in.Peek() != JsonReader::Kind::kNull) return in.String();
  in.Null();
  return {};
}

base::Result<AdmitLine> ReadAdmitLine(std::string_view text, base::Arena& arena) {
  AdmitLine line;
  std::string_view validation;
  JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (EqualFold(key, "crd")) {
      line.crd = in.Skip();
    } else if (EqualFold(key, "object")) {
      line.object = in.Skip();
    } else if (EqualFold(key, "old")) {
      line.old = in.Skip();
    } else if (EqualFold(key, "version")) {
      line.version = TextNext(in);
    } else if (EqualFold(key, "subresource")) {
      line.subresource = TextNext(in);
    } else if (EqualFold(key, "crdstored")) {
      line.crd_stored = in.Peek() == JsonReader::Kind::kBool && in.Bool();
    } else if (EqualFold(key, "fieldvalidation")) {
      validation = TextNext(in);
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  if (line.old == "null") line.old = {};
  if (line.object.empty()) return {ErrorCode::kInvalidInput, "no object"};
  if (!line.subresource.empty() && line.old.empty()) return {ErrorCode::kInvalidInput, "a subresource needs old"};
  const auto directive = FieldValidationOf(validation);
  if (!directive) return {ErrorCode::kInvalidInput, "fieldValidation is Ignore, Warn or Strict"};
  line.field_validation = *directive;
  return line;
}

// Returns the object in `old` in the form in which an API server stores it in etcd. If the apiVersion, or a member of
// metadata that only a server sets, is missing, adds it.
base::Result<Value> StoredOf(std::string_view old, const ServedResource& resource, const ServedVersion& version,
                             const Fields& metadata, const admission::Request& request, base::Arena& arena) {
  auto stored = json::Parser(arena).Parse(old);
  if (!stored.ok()) return stored.error();
  if (!stored->is_object()) return {ErrorCode::kInvalidInput, "old must be a JSON object"};
  if (TextOf(stored->Find("apiVersion")).empty()) {
    const std::string api_version = admission::GroupVersion{resource.group, version.name}.Text();
    Set(*stored, "apiVersion", Value::String(arena.Copy(api_version)), arena);
  }
  admission::CompleteStored(*stored, resource, request.name, request.namespace_name, arena,
                            TextIn(metadata, "uid", arena));
  return stored;
}

std::string Answered(admission::Answer answer, base::Arena& arena) {
  for (const std::string_view key : kServerFields) admission::SetMetadata(answer.object, key, Value(), arena);
  std::ranges::sort(answer.errors, {}, &kubernetes::FieldError::Text);
  std::ranges::sort(answer.warnings);
  const auto repeated = std::ranges::unique(answer.warnings);
  answer.warnings.erase(repeated.begin(), repeated.end());
  json::Writer to;
  to.BeginObject().Add("errors", kubernetes::TextsOf(answer.errors));
  to.Add("object", answer.object);
  to.Add("status", answer.errors.empty() ? "" : admission::StatusMessage(answer));
  return to.Add("warnings", answer.warnings).EndObject().Take();
}

}  // namespace

// Line: {"crd": C, "object": O, "version": V, "old": O, "subresource": "status", "crdStored": true, "fieldValidation":
// "Strict"}. Answer: {"errors", "object", "status", "warnings"}, the server's answer to the creation of "object" or, if
// the line has "old", to the update from "old" to "object".
base::Result<std::string> AnswerAdmitLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadAdmitLine(text, arena);
  if (!line.ok()) return line.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  const auto served = ServedResourceFor(line->crd, line->crd_stored, *release);
  if (!served.ok()) return served.error();
  const ServedResource* const resource = *served;
  Fields object = FieldsOf(line->object, arena);
  const ServedVersion* version = VersionFor(*resource, line->version, TextIn(object, "apiVersion", arena));
  if (version == nullptr) return {ErrorCode::kInvalidInput, "crd: no such served version"};
  Fields metadata = FieldsOf(object["metadata"], arena);
  admission::Request request{
      .body = line->object, .subresource = line->subresource, .field_validation = line->field_validation};
  if (resource->namespaced) {
    request.namespace_name = TextIn(metadata, "namespace", arena);
    if (request.namespace_name.empty()) request.namespace_name = kDefaultNamespace;
  }
  std::string body;
  if (!line->old.empty()) {
    request.name = TextIn(metadata, "name", arena);
    if (request.name.empty()) return {ErrorCode::kInvalidInput, "an update needs metadata.name"};
    auto stored = StoredOf(line->old, *resource, *version, metadata, request, arena);
    if (!stored.ok()) return stored.error();
    request.stored = *stored;
    metadata["resourceVersion"] = "\"1\"";
    const std::string with_version = JsonOf(metadata);
    object["metadata"] = with_version;
    body = JsonOf(object);
    request.body = body;
  }
  return Answered(admission::Admit(*resource, *version, request, arena), arena);
}

namespace {

// An input line of `structural batch nextwrite`, which evaluates the next write of an object. `crd` and `object` are
// JSON; absent members are empty.
struct NextWriteLine {
  std::string_view crd;
  std::string_view object;
  std::string_view version;
  bool crd_stored = false;
};

base::Result<NextWriteLine> ReadNextWriteLine(std::string_view text, base::Arena& arena) {
  NextWriteLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "crd") {
      line.crd = in.Skip();
    } else if (key == "object") {
      line.object = in.Skip();
    } else if (key == "version") {
      line.version = in.String();
    } else if (key == "crdStored") {
      line.crd_stored = in.Bool();
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  if (line.object.empty()) return {base::ErrorCode::kInvalidInput, "no object"};
  return line;
}

// Returns the texts of the errors, sorted and without duplicates. They are sorted because a server reports them in
// random order; an update reports some of them twice.
std::vector<std::string> InOrder(const std::vector<kubernetes::FieldError>& errors) {
  std::vector<std::string> texts = kubernetes::TextsOf(errors);
  std::ranges::sort(texts);
  const auto repeated = std::ranges::unique(texts);
  texts.erase(repeated.begin(), repeated.end());
  return texts;
}

}  // namespace

// Line: {"crd": C, "object": O, "version": V, "crdStored": true}. Answer: {"added", "errors", "lost", "tolerated"}, the
// effects of C on the stored object O when a client next writes O.
base::Result<std::string> AnswerNextWriteLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadNextWriteLine(text, arena);
  if (!line.ok()) return line.error();
  const auto served = ServedResourceFor(line->crd, line->crd_stored);
  if (!served.ok()) return served.error();
  const auto object = json::Parser(arena).Parse(line->object);
  if (!object.ok()) return object.error();
  if (!object->is_object()) return {base::ErrorCode::kInvalidInput, "object must be a JSON object"};
  const admission::ServedVersion* const version =
      VersionFor(**served, line->version, TextOf(object->Find("apiVersion")));
  if (version == nullptr) return {base::ErrorCode::kInvalidInput, "crd: no such served version"};
  const admission::NextWrite write = admission::NextWriteOf(**served, *version, *object, arena);
  json::Writer to;
  to.BeginObject().Add("added", write.defaulted_fields).Add("errors", InOrder(write.errors));
  to.Add("lost", write.removed_fields).Add("tolerated", InOrder(write.tolerated));
  return to.EndObject().Take();
}

namespace {

struct ExampleLine {
  const admission::ServedResource* resource;
  const ServedVersion* version;
  Value value;
};

base::Result<ExampleLine> ReadExampleLine(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const Value* crd = line->Find("crd");
  if (crd == nullptr) return {ErrorCode::kInvalidInput, "no crd"};
  std::string json;
  json::AppendJson(*crd, json);
  const auto served = ServedResourceFor(arena.Copy(std::string_view(json)), IsTrue(line->Find("crdStored")));
  if (!served.ok()) return served.error();
  const ServedVersion* version = VersionFor(**served, TextOf(line->Find("version")), "");
  if (version == nullptr) return {ErrorCode::kInvalidInput, "crd: no such served version"};
  return ExampleLine{*served, version, *line};
}

std::uint64_t NumberOf(const Value* value, std::uint64_t otherwise) {
  const bool is_number = value != nullptr && value->kind() == Value::Kind::kInt;
  return is_number ? static_cast<std::uint64_t>(value->integer()) : otherwise;
}

values::Size SizeOf(std::string_view word) {
  if (word == "full") return values::Size::kFull;
  return word == "usual" ? values::Size::kUsual : values::Size::kSmallest;
}

}  // namespace

// Line: {"crd": C, "version": V, "size": "smallest" | "usual" | "full", "seed": S}. Answer: {"object", "errors",
// "leftOut"}, an object that a server accepts, or the reasons why none was found.
base::Result<std::string> AnswerExampleLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadExampleLine(text, arena);
  if (!line.ok()) return line.error();
  const example::ExampleOptions options{.size = SizeOf(TextOf(line->value.Find("size"))),
                                        .seed = NumberOf(line->value.Find("seed"), 0)};
  const auto made = example::MakeExample(*line->resource, *line->version, options, arena);
  json::Writer to;
  to.BeginObject().Add("errors", made.errors).Add("leftOut", made.omitted_fields);
  return to.Add("object", made.object).EndObject().Take();
}

// Line: {"crd": C, "version": V, "count": N, "seed": S, "onlyAccepted": B, "withStatus": B}. Answer: {"objects"},
// objects with values on the limits of the schema or next to them.
base::Result<std::string> AnswerProbesLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadExampleLine(text, arena);
  if (!line.ok()) return line.error();
  const example::ProbeOptions options{.seed = NumberOf(line->value.Find("seed"), 0),
                                      .max_count = static_cast<std::size_t>(NumberOf(line->value.Find("count"), 20)),
                                      .only_accepted = IsTrue(line->value.Find("onlyAccepted")),
                                      .with_status = IsTrue(line->value.Find("withStatus"))};
  const auto objects = example::Probes(*line->resource, *line->version, options, arena);
  json::Writer to;
  return to.BeginObject().Add("objects", objects).EndObject().Take();
}

}  // namespace structural::cli
