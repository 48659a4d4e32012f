#include "schema/crd/convert.h"

#include <algorithm>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/member_writer.h"
#include "schema/json/members.h"
#include "schema/kubernetes/convert.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/write.h"

namespace structural::crd {
namespace {

using json::Value;

constexpr std::string_view kBeforeV1 = "{\"v1\":", kBeforeV1beta1 = ",\"v1beta1\":";

// Writes a CRD in v1 and in v1beta1.
class Writer {
 public:
  Writer(const InternalCrd& internal, base::Arena& arena, std::string& to)
      : schemas_(internal.schemas), written_(schemas_.size()), arena_(arena), to_(to) {}

  // Appends the CRD in one API version. Stops after slightly more than `max` bytes.
  void Write(Value crd, ApiVersion version, std::size_t max) {
    json::Set(crd, "apiVersion", Value::String(Name(version)), arena_);
    json::Set(crd, "kind", Value::String("CustomResourceDefinition"), arena_);
    kubernetes::AppendJson(version == ApiVersion::kV1 ? kubernetes::v1::kCustomResourceDefinition
                                                      : kubernetes::v1beta1::kCustomResourceDefinition,
                           crd,
                           {.to = to_,
                            .append_schema = [this](std::int64_t number) { AppendSchema(number); },
                            .max_bytes = to_.size() + max});
  }

 private:
  struct Place {
    std::size_t begin;
    std::size_t size;
  };

  // Appends the schema with this index in InternalCrd::schemas. Serializes a schema only once, and copies its text when
  // it is appended again.
  void AppendSchema(std::size_t number) {
    Place& place = written_[number];
    if (place.size != 0) {
      to_.append(to_, place.begin, place.size);
      return;
    }
    place.begin = to_.size();
    AppendJson(*schemas_[number], arena_, to_);
    place.size = to_.size() - place.begin;
  }

  const std::vector<const JSONSchemaProps*>& schemas_;
  std::vector<Place> written_;
  base::Arena& arena_;
  std::string& to_;
};

// Replaces the member openAPIV3Schema of `holder`, if it exists, by `number`.
void ReplaceByNumber(const Value* holder, std::size_t number) {
  Value* schema = holder == nullptr ? nullptr : holder->Find("openAPIV3Schema");
  if (schema != nullptr) *schema = Value::Int(static_cast<std::int64_t>(number));
}

// Replaces all schemas in `read` by their indexes in InternalCrd::schemas. If `shared` is true, all versions have the
// same schema, and its index is 0.
void ReplaceSchemasByNumbers(const Value& read, bool shared) {
  const Value* spec = read.Find("spec");
  if (spec == nullptr) return;
  ReplaceByNumber(spec->Find("validation"), 0);
  std::size_t number = 0;
  for (const Value& version : ElementsOf(spec->Find("versions")))
    ReplaceByNumber(version.Find("schema"), shared ? 0 : ++number);
}

}  // namespace

std::string_view ConvertedCrd::v1() const { return std::string_view(json).substr(kBeforeV1.size(), v1_size); }

std::string_view ConvertedCrd::v1beta1() const {
  const std::size_t begin = kBeforeV1.size() + v1_size + kBeforeV1beta1.size();
  return std::string_view(json).substr(begin, json.size() - 1 - begin);
}

base::Result<ConvertedCrd> Convert(std::string_view text, base::Arena& arena) {
  const auto internal = DecodeInternal(text, arena);
  if (!internal.ok()) return internal.error();
  ConvertedCrd converted;
  std::string& to = converted.json;
  to.reserve(2 * text.size());
  Writer writer(*internal, arena, to);
  to += kBeforeV1;
  writer.Write(kubernetes::ConvertInternalToV1(internal->crd, arena), ApiVersion::kV1,
               base::MaxDocumentBytes(text.size()));
  converted.v1_size = to.size() - kBeforeV1.size();
  const base::Status fits = base::CheckDocumentSize("the CRD in v1", converted.v1_size, text.size());
  if (!fits.ok()) return fits.error();
  to += kBeforeV1beta1;
  writer.Write(internal->crd, ApiVersion::kV1beta1, std::string::npos - to.size());
  to += '}';
  return converted;
}

bool VersionsShareSchema(const CustomResourceDefinition& crd) {
  if (crd.api_version != ApiVersion::kV1 || crd.versions.empty()) return false;
  const JSONSchemaProps* first = crd.versions[0].own_schema;
  return std::ranges::all_of(crd.versions,
                             [&](const Version& version) { return crd::SemanticEqual(version.own_schema, first); });
}

InternalCrd ToInternal(const CustomResourceDefinition& crd, Value read, base::Arena& arena) {
  const bool shared = VersionsShareSchema(crd);
  InternalCrd internal;
  internal.api_version = crd.api_version;
  internal.schemas.push_back(shared ? crd.versions[0].own_schema : crd.validation);
  for (const Version& version : crd.versions) internal.schemas.push_back(shared ? nullptr : version.own_schema);
  ReplaceSchemasByNumbers(read, shared);
  if (crd.api_version == ApiVersion::kV1) {
    kubernetes::DefaultV1(read, arena);
    kubernetes::ConvertV1ToInternal(read, arena);
  } else {
    kubernetes::DefaultV1beta1(read, arena);
  }
  internal.crd = read;
  return internal;
}

base::Result<InternalCrd> DecodeInternal(std::string_view text, base::Arena& arena, const CrdAmendment& amend) {
  auto crd = Decode(text, arena);
  if (!crd.ok()) return crd.error();
  return DecodeInternal(text, *std::move(crd), arena, amend);
}

base::Result<InternalCrd> DecodeInternal(std::string_view text, CustomResourceDefinition decoded, base::Arena& arena,
                                         const CrdAmendment& amend) {
  json::JsonReader in(text, arena);
  Value read = kubernetes::Read(in,
                                decoded.api_version == ApiVersion::kV1 ? kubernetes::v1::kCustomResourceDefinition
                                                                       : kubernetes::v1beta1::kCustomResourceDefinition,
                                arena);
  if (!in.AtEnd()) return in.error();
  if (amend) amend(decoded, read);
  return ToInternal(decoded, read, arena);
}

bool SameSpec(const InternalCrd& a, const InternalCrd& b) {
  return kubernetes::SemanticEqual(kubernetes::v1beta1::kCustomResourceDefinitionSpec, *a.crd.Find("spec"),
                                   *b.crd.Find("spec")) &&
         std::ranges::equal(a.schemas, b.schemas, [](const JSONSchemaProps* of_a, const JSONSchemaProps* of_b) {
           return crd::SemanticEqual(of_a, of_b);
         });
}

}  // namespace structural::crd
