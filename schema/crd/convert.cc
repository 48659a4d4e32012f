#include "schema/crd/convert.h"

#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/crd/internal.h"
#include "schema/json/members.h"
#include "schema/kubernetes/convert.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"
#include "schema/objects/props_writer.h"

namespace structural::crd {
namespace {

using json::Value;

constexpr std::string_view kBeforeV1 = "{\"v1\":", kBeforeV1beta1 = ",\"v1beta1\":";

// Writes versions of one CRD behind each other.
class Writer {
 public:
  Writer(const Internal& internal, base::Arena& arena, std::string& to)
      : schemas_(internal.schemas), written_(schemas_.size()), arena_(arena), to_(to) {}

  // Not much more than `most` bytes of it.
  void Write(Value crd, ApiVersion version, std::size_t most) {
    json::Set(crd, "apiVersion", Value::String(Name(version)), arena_);
    json::Set(crd, "kind", Value::String("CustomResourceDefinition"), arena_);
    kubernetes::AppendJson(version == ApiVersion::kV1
                               ? kubernetes::v1::kCustomResourceDefinition
                               : kubernetes::v1beta1::kCustomResourceDefinition,
                           crd,
                           {.to = to_,
                            .append_schema = [this](std::int64_t number) { AppendSchema(number); },
                            .most = to_.size() + most});
  }

 private:
  struct Place {
    std::size_t begin;
    std::size_t size;
  };

  // Once; from then on it is copied.
  void AppendSchema(std::size_t number) {
    Place& place = written_[number];
    if (place.size != 0) {
      to_.append(to_, place.begin, place.size);
      return;
    }
    place.begin = to_.size();
    objects::AppendJson(*schemas_[number], arena_, to_);
    place.size = to_.size() - place.begin;
  }

  const std::vector<const model::JSONSchemaProps*>& schemas_;
  std::vector<Place> written_;
  base::Arena& arena_;
  std::string& to_;
};

}  // namespace

std::string_view Converted::v1() const {
  return std::string_view(json).substr(kBeforeV1.size(), v1_size);
}

std::string_view Converted::v1beta1() const {
  const std::size_t begin = kBeforeV1.size() + v1_size + kBeforeV1beta1.size();
  return std::string_view(json).substr(begin, json.size() - 1 - begin);
}

base::Result<Converted> Convert(std::string_view text, base::Arena& arena) {
  const auto internal = DecodeInternal(text, arena);
  if (!internal.ok()) return internal.error();
  Converted converted;
  std::string& to = converted.json;
  to.reserve(2 * text.size());
  Writer writer(*internal, arena, to);
  to += kBeforeV1;
  writer.Write(kubernetes::V1FromInternal(internal->crd, arena), ApiVersion::kV1,
               base::DocumentBytes(text.size()));
  converted.v1_size = to.size() - kBeforeV1.size();
  const base::Status fits = base::CheckDocument("the CRD in v1", converted.v1_size, text.size());
  if (!fits.ok()) return fits.error();
  to += kBeforeV1beta1;
  writer.Write(internal->crd, ApiVersion::kV1beta1, std::string::npos - to.size());
  to += '}';
  return converted;
}

}  // namespace structural::crd
