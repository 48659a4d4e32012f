#include "webhook/admission_request.h"

#include <map>

#include "schema/json/reader.h"

namespace structural::webhook {
namespace {

using json::JsonReader;

// Calls read(key) for each member of the next value, which must be an object or null.
template <typename Read>
void EachMember(JsonReader& in, Read read) {
  if (in.Peek() == JsonReader::Kind::kNull) return in.Null();
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) read(key);
}

void ReadText(JsonReader& in, std::string_view& to) {
  if (in.Peek() == JsonReader::Kind::kNull) {
    in.Null();
  } else {
    to = in.String();
  }
}

std::string_view ReadMember(JsonReader& in, std::string_view wanted) {
  std::string_view text;
  EachMember(in, [&](std::string_view key) {
    if (key == wanted) {
      ReadText(in, text);
    } else {
      in.Skip();
    }
  });
  return text;
}

void ReadResource(JsonReader& in, AdmissionRequest& request) {
  EachMember(in, [&](std::string_view key) {
    if (key == "group") return ReadText(in, request.group);
    if (key == "version") return ReadText(in, request.version);
    if (key == "resource") return ReadText(in, request.resource);
    in.Skip();
  });
}

// Reads a GroupVersionKind into the request. Returns its version.
std::string_view ReadKind(JsonReader& in, AdmissionRequest& request) {
  std::string_view version;
  EachMember(in, [&](std::string_view key) {
    if (key == "version") return ReadText(in, version);
    if (key == "kind") return ReadText(in, request.kind);
    in.Skip();
  });
  return version;
}

std::string_view ReadObject(JsonReader& in) {
  const bool null = in.Peek() == JsonReader::Kind::kNull;
  const std::string_view text = in.Skip();
  return null ? std::string_view() : text;
}

void ReadRequest(JsonReader& in, AdmissionRequest& request) {
  std::string_view version;
  EachMember(in, [&](std::string_view key) {
    if (key == "uid") return ReadText(in, request.uid);
    if (key == "operation") return ReadText(in, request.operation);
    if (key == "name") return ReadText(in, request.name);
    if (key == "subResource") return ReadText(in, request.sub_resource);
    if (key == "resource") return ReadResource(in, request);
    if (key == "kind") {
      version = ReadKind(in, request);
      return;
    }
    if (key == "requestKind") {
      request.requested_version = ReadMember(in, "version");
      return;
    }
    if (key == "userInfo") {
      request.user = ReadMember(in, "username");
      return;
    }
    if (key == "object") {
      request.object = ReadObject(in);
      return;
    }
    if (key == "oldObject") {
      request.old_object = ReadObject(in);
      return;
    }
    if (key == "dryRun" && in.Peek() == JsonReader::Kind::kBool) {
      request.dry_run = in.Bool();
      return;
    }
    in.Skip();
  });
  if (request.requested_version.empty()) request.requested_version = version;
}

// Maximum number of top-level members of the objects that ChangesOnlyMetadata compares; it returns false for larger
// ones. Kubernetes' objects have fewer than ten.
constexpr std::size_t kMaxMembers = 1'000;

// Returns the top-level members of an object that an update can change, as JSON, without the metadata. Returns an empty
// map if the object has more than kMaxMembers. `with_status`: whether the update can change the status.
std::map<std::string_view, std::string_view> MembersOf(std::string_view object, bool with_status, base::Arena& arena) {
  JsonReader in(object, arena);
  std::map<std::string_view, std::string_view> members;
  EachMember(in, [&](std::string_view key) {
    const std::string_view text = in.Skip();
    if (key == "metadata" || (key == "status" && !with_status) || members.size() > kMaxMembers) return;
    members.insert_or_assign(arena.Copy(key), text);
  });
  if (!in.AtEnd() || members.size() > kMaxMembers) members.clear();
  return members;
}

constexpr std::size_t kUidBytes = 1024;  // maximum number of bytes of a uid; the uids of API servers have 36 bytes

base::Error InvalidInput(const std::string& what) { return {base::ErrorCode::kInvalidInput, what}; }

}  // namespace

bool ChangesOnlyMetadata(const AdmissionRequest& request) {
  if (request.operation != "UPDATE" || request.object.empty()) return false;
  base::Arena arena;
  const bool with_status = request.sub_resource == "status";
  const auto members = MembersOf(request.object, with_status, arena);
  return !members.empty() && members == MembersOf(request.old_object, with_status, arena);
}

base::Result<AdmissionRequest> ReadAdmissionRequest(std::string_view body, base::Arena& arena) {
  JsonReader in(body, arena);
  AdmissionRequest request;
  std::string_view type;
  EachMember(in, [&](std::string_view key) {
    if (key == "apiVersion") return ReadText(in, request.api_version);
    if (key == "kind") return ReadText(in, type);
    if (key == "request") return ReadRequest(in, request);
    in.Skip();
  });
  if (!in.AtEnd()) return in.error();
  const bool known = request.api_version == "admission.k8s.io/v1" || request.api_version == "admission.k8s.io/v1beta1";
  if (type != "AdmissionReview" || !known)
    return InvalidInput("expected an AdmissionReview of admission.k8s.io/v1 or v1beta1");
  if (request.uid.empty()) return InvalidInput("the review has no request with a uid");
  if (request.uid.size() > kUidBytes) return InvalidInput("the review's uid is too long");
  return request;
}

}  // namespace structural::webhook
