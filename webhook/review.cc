#include "webhook/review.h"

#include "schema/base/json_reader.h"

namespace structural::webhook {
namespace {

using base::JsonReader;

// Calls read(key) for each member of the object that stands next; null has none.
template <typename Read>
void EachMember(JsonReader& in, Read read) {
  if (in.Peek() == JsonReader::Kind::kNull) return in.Null();
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) read(key);
}

void ReadText(JsonReader& in, std::string_view& to) {
  in.Peek() == JsonReader::Kind::kNull ? in.Null() : void(to = in.String());
}

std::string_view ReadMember(JsonReader& in, std::string_view wanted) {
  std::string_view text;
  EachMember(in,
             [&](std::string_view key) { key == wanted ? ReadText(in, text) : void(in.Skip()); });
  return text;
}

void ReadResource(JsonReader& in, Review& review) {
  EachMember(in, [&](std::string_view key) {
    if (key == "group") return ReadText(in, review.group);
    if (key == "version") return ReadText(in, review.version);
    if (key == "resource") return ReadText(in, review.resource);
    in.Skip();
  });
}

// Returns the version.
std::string_view ReadKind(JsonReader& in, Review& review) {
  std::string_view version;
  EachMember(in, [&](std::string_view key) {
    if (key == "version") return ReadText(in, version);
    if (key == "kind") return ReadText(in, review.kind);
    in.Skip();
  });
  return version;
}

std::string_view ReadObject(JsonReader& in) {
  const bool null = in.Peek() == JsonReader::Kind::kNull;
  const std::string_view text = in.Skip();
  return null ? std::string_view() : text;
}

void ReadRequest(JsonReader& in, Review& review) {
  std::string_view version;
  EachMember(in, [&](std::string_view key) {
    if (key == "uid") return ReadText(in, review.uid);
    if (key == "operation") return ReadText(in, review.operation);
    if (key == "name") return ReadText(in, review.name);
    if (key == "subResource") return ReadText(in, review.sub_resource);
    if (key == "resource") return ReadResource(in, review);
    if (key == "kind") return void(version = ReadKind(in, review));
    if (key == "requestKind") return void(review.asked_for = ReadMember(in, "version"));
    if (key == "userInfo") return void(review.user = ReadMember(in, "username"));
    if (key == "object") return void(review.object = ReadObject(in));
    if (key == "oldObject") return void(review.old_object = ReadObject(in));
    if (key == "dryRun" && in.Peek() == JsonReader::Kind::kBool)
      return void(review.dry_run = in.Bool());
    in.Skip();
  });
  if (review.asked_for.empty()) review.asked_for = version;
}

constexpr std::size_t kUidBytes = 1024;  // an API server's has 36

base::Error Mistake(const std::string& what) { return {base::ErrorCode::kInvalidInput, what}; }

}  // namespace

base::Result<Review> ReadReview(std::string_view body, base::Arena& arena) {
  JsonReader in(body, arena);
  Review review;
  std::string_view type;
  EachMember(in, [&](std::string_view key) {
    if (key == "apiVersion") return ReadText(in, review.api_version);
    if (key == "kind") return ReadText(in, type);
    if (key == "request") return ReadRequest(in, review);
    in.Skip();
  });
  if (!in.AtEnd()) return in.error();
  const bool known = review.api_version == "admission.k8s.io/v1" ||
                     review.api_version == "admission.k8s.io/v1beta1";
  if (type != "AdmissionReview" || !known)
    return Mistake("an AdmissionReview of admission.k8s.io/v1 or v1beta1 is expected");
  if (review.uid.empty()) return Mistake("the review has no request with a uid");
  if (review.uid.size() > kUidBytes) return Mistake("the review's uid is too long");
  return review;
}

}  // namespace structural::webhook
