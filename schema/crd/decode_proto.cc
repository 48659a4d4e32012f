#include "schema/crd/model/decode_proto.h"

#include <string>

#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/crd/crd_parts.h"
#include "schema/crd/decode_parts.h"
#include "schema/crd/proto_meta.h"
#include "schema/crd/proto_types.h"
#include "schema/go/moment.h"

namespace structural::crd {
namespace {

using base::Arena;
using base::ProtoReader;

// Decodes the protobuf message of a CRD in one API version. Checks the types of all known fields, even of unused ones.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/generated.proto (v0.37.2) has the numbers of the fields.
class ProtoDecoder {
 public:
  ProtoDecoder(std::string_view message, ApiVersion version, Arena& arena, std::size_t max_bytes)
      : in_(message), input_{in_, arena, max_bytes}, v1_(version == ApiVersion::kV1) {
    parts_.crd.api_version = version;
  }

  base::Result<CustomResourceDefinition> Decode();

 private:
  void ReadSpecField();
  void ReadV1beta1Field();
  void ReadVersion();
  void ReadNames();
  void ReadConversion();
  void ReadStatus();
  void ReadCondition();
  std::string_view ReadTime();
  void ReadValidation(Validation& read);
  void ReadSubresources(std::optional<Subresources>& read);
  void ReadSelectableFields(List<SelectableField>& read);

  ProtoReader in_;
  ProtoInput input_;
  const bool v1_;
  CrdParts parts_;
};

// Upstream: message CustomResourceValidation.
void ProtoDecoder::ReadValidation(Validation& read) {
  read.is_present = true;
  in_.Message([&] {
    if (in_.field() != 1) return in_.Skip();
    // const_cast is safe: this decoder allocated the schema, and nothing shares it yet
    auto* schema = const_cast<JSONSchemaProps*>(read.schema);
    const bool is_new = schema == nullptr;
    if (is_new) read.schema = schema = input_.arena.New<JSONSchemaProps>();
    DecodeSchema(input_, *schema, is_new);
  });
}

// Upstream: message CustomResourceSubresources.
void ProtoDecoder::ReadSubresources(std::optional<Subresources>& read) {
  if (!read) read.emplace();
  in_.Message([&] {
    if (in_.field() == 1) {
      read->status = true;
      in_.Message([&] { in_.Skip(); });
    } else if (in_.field() == 2) {
      read->scale = true;
      in_.Message([&] { CheckField(in_, kProtoScale); });
    } else {
      in_.Skip();
    }
  });
}

// Upstream: message SelectableField.
void ProtoDecoder::ReadSelectableFields(List<SelectableField>& read) {
  ReadListElements(input_, read, [&]() -> const SelectableField* {
    auto* field = input_.arena.New<SelectableField>();
    in_.Message([&] {
      if (in_.field() == 1) {
        field->json_path = input_.Text();
      } else {
        in_.Skip();
      }
    });
    return field;
  });
}

// Upstream: message CustomResourceDefinitionVersion.
void ProtoDecoder::ReadVersion() {
  VersionParts& version = parts_.versions.emplace_back();
  in_.Message([&] {
    switch (in_.field()) {
      case 1: version.name = input_.Text(); break;
      case 2: version.served = in_.Bool(); break;
      case 4: ReadValidation(version.schema); break;
      case 5: ReadSubresources(version.subresources); break;
      case 9: ReadSelectableFields(version.selectable_fields); break;
      default: CheckField(in_, v1_ ? v1::kProtoVersion : v1beta1::kProtoVersion);
    }
  });
}

// Upstream: message CustomResourceDefinitionNames.
void ProtoDecoder::ReadNames() {
  Names& names = parts_.crd.names;
  in_.Message([&] {
    switch (in_.field()) {
      case 1: names.plural = input_.Text(); break;
      case 4: names.kind = input_.Text(); break;
      case 5: names.list_kind = input_.Text(); break;
      default: CheckField(in_, kProtoNames);
    }
  });
}

// Upstream: message CustomResourceConversion.
void ProtoDecoder::ReadConversion() {
  if (!parts_.conversion_strategy) parts_.conversion_strategy.emplace();
  in_.Message([&] {
    if (in_.field() == 1) {
      parts_.conversion_strategy = input_.Text();
    } else {
      CheckField(in_, v1_ ? v1::kProtoConversion : v1beta1::kProtoConversion);
    }
  });
}

void ProtoDecoder::ReadV1beta1Field() {
  switch (in_.field()) {
    case 2: parts_.version = input_.Text(); break;
    case 5: ReadValidation(parts_.top_level.schema); break;
    case 6: ReadSubresources(parts_.top_level.subresources); break;
    case 11: ReadSelectableFields(parts_.top_level.selectable_fields); break;
    default: CheckField(in_, v1beta1::kProtoSpec);
  }
}

// Upstream: message CustomResourceDefinitionSpec.
void ProtoDecoder::ReadSpecField() {
  switch (in_.field()) {
    case 1: parts_.crd.group = input_.Text(); break;
    case 3: ReadNames(); break;
    case 4: parts_.crd.scope = input_.Text(); break;
    case 7: ReadVersion(); break;
    case 9: ReadConversion(); break;
    case 10: parts_.preserve_unknown_fields = in_.Bool(); break;
    default:
      if (!v1_) return ReadV1beta1Field();
      CheckField(in_, v1::kProtoSpec);
  }
}

// Reads a time, and returns it in the form of JSON. Returns an empty text for the zero time, and for a year that RFC
// 3339 cannot express.
//
// Upstream: apimachinery apis/meta/v1/time_proto.go Time.Unmarshal (0.37.2).
std::string_view ProtoDecoder::ReadTime() {
  // The first second of year 1 and the last second of year 9999.
  constexpr std::int64_t kFirst = -62135596800, kLast = 253402300799;
  go::Moment moment;
  bool zero = true;
  in_.Message([&] {
    zero = false;
    if (in_.field() == 1) {
      moment.seconds = in_.Int64();
    } else if (in_.field() == 2) {
      in_.Varint();
    } else {
      in_.Skip();
    }
  });
  if (zero || moment.seconds <= kFirst || moment.seconds > kLast) return {};
  return input_.arena.Copy(std::string_view(go::FormatRfc3339Nano(moment)));
}

// Upstream: message CustomResourceDefinitionCondition.
void ProtoDecoder::ReadCondition() {
  if (!parts_.crd.conditions) parts_.crd.conditions.emplace();
  StatusCondition& condition = parts_.crd.conditions->emplace_back();
  in_.Message([&] {
    switch (in_.field()) {
      case 1: condition.type = input_.Text(); break;
      case 2: condition.status = input_.Text(); break;
      case 3: condition.last_transition_time = ReadTime(); break;
      case 4: condition.reason = input_.Text(); break;
      case 5: condition.message = input_.Text(); break;
      default: CheckField(in_, kProtoCondition);
    }
  });
}

// Upstream: message CustomResourceDefinitionStatus.
void ProtoDecoder::ReadStatus() {
  parts_.crd.has_status = true;
  in_.Message([&] {
    if (in_.field() == 1) return ReadCondition();
    CheckField(in_, kProtoStatus);
  });
}

// Upstream: message CustomResourceDefinition.
base::Result<CustomResourceDefinition> ProtoDecoder::Decode() {
  while (in_.NextField()) {
    switch (in_.field()) {
      case 1: ReadProtoMeta(input_, parts_.crd.metadata); break;
      case 2: in_.Message([&] { ReadSpecField(); }); break;
      case 3: ReadStatus(); break;
      default: in_.Skip();
    }
  }
  if (!in_.ok()) return in_.error();
  const base::Status presented = parts_.ConvertToV1(input_.has_unrepresentable_number, input_.arena);
  if (!presented.ok()) return presented.error();
  return std::move(parts_.crd);
}

}  // namespace

// Upstream: message ObjectMeta of apimachinery apis/meta/v1/generated.proto (0.37.2).
void ReadProtoMeta(ProtoInput& input, ObjectMeta& out) {
  ProtoReader& in = input.in;
  in.Message([&] {
    switch (in.field()) {
      case 1: out.name = input.Text(); break;
      case 5: out.uid = input.Text(); break;
      case 6: out.resource_version = input.Text(); break;
      case 7: out.generation = in.Int64(); break;
      case 9: out.deleting = true; [[fallthrough]];
      default: CheckField(in, kProtoObjectMeta);
    }
  });
}

base::Result<CustomResourceDefinition> DecodeProto(std::string_view text, ApiVersion version, bool item, Arena& arena,
                                                   std::size_t max_bytes) {
  const auto object = base::ReadProtoObject(text);
  if (!object.ok()) return object.error();
  if (!item || !object->api_version.empty() || !object->kind.empty()) {
    const auto found = TypeMeta{object->api_version, object->kind}.CrdApiVersion();
    if (!found.ok()) return found.error();
    version = *found;
  }
  return ProtoDecoder(object->raw, version, arena, max_bytes).Decode();
}

// Counts more elements than the schemas have, because each field of the CRD outside of its schemas counts as one
// element. The result is therefore an upper limit.
SchemaParts CountSchemaParts(std::string_view text) {
  SchemaParts parts;
  const auto object = base::ReadProtoObject(text);
  if (!object.ok()) return parts;
  ProtoReader in(object->raw);
  const auto validation = [&] {
    in.Message([&] {
      if (in.field() != 1) return in.Skip();
      CountSchema(in, parts);
    });
  };
  const auto skip_unless = [&](bool message, const auto& read) {
    if (!message || in.wire() != base::WireType::kBytes) return in.Skip();
    read();
  };
  // Field numbers: `schema` of a version; `validation` and `versions` of a spec; `conditions` of a status.
  constexpr int kSchema = 4, kValidation = 5, kVersions = 7, kConditions = 1;
  const auto version = [&] {
    ++parts.schemas;
    in.Message([&] {
      ++parts.elements;
      skip_unless(in.field() == kSchema, validation);
    });
  };
  const auto spec_field = [&] {
    ++parts.elements;
    if (in.field() == kVersions) return skip_unless(true, version);
    skip_unless(in.field() == kValidation, validation);
  };
  const auto status_field = [&] {
    parts.schemas += in.field() == kConditions;
    in.Skip();
  };
  while (in.NextField()) {
    if (in.field() == 2) {
      skip_unless(true, [&] { in.Message(spec_field); });
    } else {
      skip_unless(in.field() == 3, [&] { in.Message(status_field); });
    }
  }
  return parts;
}

}  // namespace structural::crd
