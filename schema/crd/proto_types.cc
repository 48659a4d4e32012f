#include "schema/crd/proto_types.h"

#include <algorithm>

namespace structural::crd {
namespace {

using base::ProtoReader;
using base::WireType;

constexpr WireType kText = WireType::kBytes, kMessage = WireType::kBytes, kNumber = WireType::kVarint;

constexpr ProtoField kTimeFields[] = {{1, kNumber}, {2, kNumber}};
constexpr ProtoType kTime{kTimeFields};

constexpr ProtoField kOwnerReferenceFields[] = {{1, kText}, {3, kText},   {4, kText},
                                                {5, kText}, {6, kNumber}, {7, kNumber}};
constexpr ProtoType kOwnerReference{kOwnerReferenceFields};

constexpr ProtoField kFieldsV1Fields[] = {{1, kText}};
constexpr ProtoType kFieldsV1{kFieldsV1Fields};

constexpr ProtoField kManagedFieldsEntryFields[] = {
    {1, kText}, {2, kText}, {3, kText}, {4, kMessage, &kTime}, {6, kText}, {7, kMessage, &kFieldsV1}, {8, kText},
};
constexpr ProtoType kManagedFieldsEntry{kManagedFieldsEntryFields};

constexpr ProtoField kObjectMetaFields[] = {
    {1, kText},
    {2, kText},
    {3, kText},
    {4, kText},
    {5, kText},
    {6, kText},
    {7, kNumber},
    {8, kMessage, &kTime},
    {9, kMessage, &kTime},
    {10, kNumber},
    {11, kMessage, nullptr, true},
    {12, kMessage, nullptr, true},
    {13, kMessage, &kOwnerReference},
    {14, kText},
    {17, kMessage, &kManagedFieldsEntry},
};

constexpr ProtoField kNamesFields[] = {{1, kText}, {2, kText}, {3, kText}, {4, kText}, {5, kText}, {6, kText}};

constexpr ProtoField kColumnFields[] = {{1, kText}, {2, kText}, {3, kText}, {4, kText}, {5, kNumber}, {6, kText}};
constexpr ProtoType kColumn{kColumnFields};

constexpr ProtoField kScaleFields[] = {{1, kText}, {2, kText}, {3, kText}};

constexpr ProtoField kServiceReferenceFields[] = {{1, kText}, {2, kText}, {3, kText}, {4, kNumber}};
constexpr ProtoType kServiceReference{kServiceReferenceFields};

constexpr ProtoField kClientConfigFields[] = {{1, kMessage, &kServiceReference}, {2, kText}, {3, kText}};
constexpr ProtoType kClientConfig{kClientConfigFields};

constexpr ProtoField kWebhookFields[] = {{2, kMessage, &kClientConfig}, {3, kText}};
constexpr ProtoType kWebhook{kWebhookFields};

constexpr ProtoField kConditionFields[] = {
    {1, kText}, {2, kText}, {3, kMessage, &kTime}, {4, kText}, {5, kText}, {6, kNumber},
};

constexpr ProtoField kStatusFields[] = {
    {1, kMessage, &kProtoCondition}, {2, kMessage, &kProtoNames}, {3, kText}, {4, kNumber}};

}  // namespace

const ProtoType kProtoObjectMeta{kObjectMetaFields};
const ProtoType kProtoNames{kNamesFields};
const ProtoType kProtoScale{kScaleFields};
const ProtoType kProtoStatus{kStatusFields};
const ProtoType kProtoCondition{kConditionFields};

// The tables do not have the fields that schema/crd/decode_proto.cc reads: group (1), names (3), scope (4), versions
// (7), conversion (9) and preserveUnknownFields (10) of a spec; in v1beta1 also version (2), validation (5),
// subresources (6) and selectableFields (11).
namespace v1 {
namespace {
constexpr ProtoField kVersionFields[] = {{3, kNumber}, {6, kMessage, &kColumn}, {7, kNumber}, {8, kText}};
constexpr ProtoField kConversionFields[] = {{2, kMessage, &kWebhook}};
}  // namespace
const ProtoType kProtoSpec{};
const ProtoType kProtoVersion{kVersionFields};
const ProtoType kProtoConversion{kConversionFields};
}  // namespace v1

namespace v1beta1 {
namespace {
constexpr ProtoField kSpecFields[] = {{8, kMessage, &kColumn}};
constexpr ProtoField kConversionFields[] = {{2, kMessage, &kClientConfig}, {3, kText}};
}  // namespace
const ProtoType kProtoSpec{kSpecFields};
const ProtoType kProtoVersion{v1::kVersionFields};
const ProtoType kProtoConversion{kConversionFields};
}  // namespace v1beta1

void CheckField(ProtoReader& in, const ProtoType& type) {
  const auto field = std::ranges::find(type.fields, in.field(), &ProtoField::number);
  if (field == type.fields.end()) return in.Skip();
  if (!in.Require(field->wire_type)) return;
  if (field->is_map) return in.MapEntry([&] { in.Bytes(); }, [&] { in.Bytes(); });
  if (field->message == nullptr) return in.Skip();
  in.Message([&] { CheckField(in, *field->message); });
}

}  // namespace structural::crd
