#include "kube/transport/proto_status.h"

#include <algorithm>

#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/base/utf8.h"

namespace structural::kube {
namespace {

using base::ProtoReader;

std::string TextOf(ProtoReader& in) { return base::ToValidUtf8(CutErrorText(in.Bytes())); }

ApiError::Cause ReadCause(ProtoReader& in) {
  ApiError::Cause cause;
  in.Message([&] {
    switch (in.field()) {
      case 1: cause.reason = TextOf(in); break;
      case 2: cause.message = TextOf(in); break;
      case 3: cause.field = TextOf(in); break;
      default: in.Skip();
    }
  });
  return cause;
}

void ReadProtoDetails(ProtoReader& in, ApiError* error) {
  in.Message([&] {
    if (in.field() == 4 && error->causes.size() < kMaxCauses) {
      error->causes.push_back(ReadCause(in));
    } else if (in.field() == 5) {
      const auto seconds = static_cast<std::int32_t>(in.Varint());
      if (seconds > 0)
        error->retry_after = std::min<std::chrono::seconds>(std::chrono::seconds(seconds), kMaxRetryAfter);
    } else {
      in.Skip();
    }
  });
}

}  // namespace

bool ReadProtoStatus(std::string_view body, ApiError* error) {
  const auto object = base::ReadProtoObject(body);
  if (!object.ok() || object->kind != "Status") return false;
  ApiError read = *error;
  ProtoReader in(object->raw);
  while (in.NextField()) {
    switch (in.field()) {
      case 3: read.message = TextOf(in); break;
      case 4: read.reason = TextOf(in); break;
      case 5: ReadProtoDetails(in, &read); break;
      case 6:
        if (const auto code = static_cast<std::int32_t>(in.Varint()); code != 0) read.status = code;
        break;
      default: in.Skip();
    }
  }
  if (!in.ok()) return false;
  *error = std::move(read);
  return true;
}

}  // namespace structural::kube
