#include "webhook/union_answer.h"

#include <algorithm>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/shown_text.h"
#include "schema/go/base64.h"
#include "webhook/answer_parts.h"

namespace structural::webhook {
namespace {

using unions::kep::UndecidedUnion;

constexpr std::size_t kWarningMost = kAllWarningsBytes - 64;

std::string BodyOf(const UndecidedUnion& undecided) {
  std::string text = "Forbidden: only one field of a union can be set: ";
  const char* separator = "";
  for (const std::string& field : undecided.fields)
    text.append(std::exchange(separator, ", ")).append(field);
  return text;
}

// `count` texts, of which these are the first.
std::string Listed(const std::vector<std::string>& first, std::size_t count, const char* between) {
  std::string text;
  for (const std::string& each : first)
    text.append(text.empty() ? "" : between).append(base::Shorten(each, kErrorBytes));
  if (count > first.size()) text += " and " + std::to_string(count - first.size()) + " more";
  return text;
}

std::string FirstOf(const std::vector<UndecidedUnion>& unions) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kInMessage, unions.size()); ++i)
    texts.push_back(FieldErrorOf(unions[i]));
  return Listed(texts, unions.size(), ", ");
}

std::string Message(const AdmissionRequest& request, const std::vector<UndecidedUnion>& refused) {
  const std::string all = FirstOf(refused);
  std::string message = base::Shorten(request.kind, kNameBytes) + ".";
  message += base::Shorten(request.group, kNameBytes) + " ";
  message += base::Quote(base::Shorten(request.name, kNameBytes));
  return message + " is invalid: " + (refused.size() == 1 ? all : "[" + all + "]");
}

void AppendRefusal(const AdmissionRequest& request, const std::vector<UndecidedUnion>& refused,
                   std::string& to) {
  to += R"(,"status":{"status":"Failure","code":422,"reason":"Invalid",)";
  AppendMember("message", Message(request, refused), to);
  AppendName("group", request.group, to += ",\"details\":{");
  AppendName("kind", request.kind, to += ',');
  AppendName("name", request.name, to += ',');
  to += ",\"causes\":";
  char separator = '[';
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(kCauses, refused.size()); ++i) {
    const std::string body = base::Shorten(BodyOf(refused[i]), kErrorBytes);
    const std::string field = base::Shorten(refused[i].path, kErrorBytes);
    bytes += body.size() + field.size();
    if (bytes > kAllCausesBytes) break;
    AppendMember("reason", "FieldValueForbidden", (to += std::exchange(separator, ',')) += '{');
    AppendMember("message", body, to += ',');
    AppendMember("field", field, to += ',');
    to += '}';
  }
  to += "]}}";
}

std::string WarningOf(const Mutation& mutation) {
  if (!mutation.unusable.empty())
    return "unions are not normalised: " + base::Shorten(mutation.unusable, kWarningMost - 64);
  return base::Shorten(mutation.known.empty() ? "" : FirstOf(mutation.known), kWarningMost);
}

}  // namespace

// That of the object as a whole has no path.
std::string FieldErrorOf(const UndecidedUnion& undecided) {
  return (undecided.path.empty() ? "" : undecided.path + ": ") + BodyOf(undecided);
}

std::string WriteUnionAnswer(const AdmissionRequest& request, const Mutation& mutation) {
  std::string to = BeginAnswer(request, mutation.allowed());
  if (!mutation.allowed()) AppendRefusal(request, mutation.refused, to);
  if (!mutation.patch.empty()) {
    AppendMember("patchType", "JSONPatch", to += ',');
    AppendMember("patch", go::EncodeBase64(mutation.patch), to += ',');
    const std::string changes = Listed(mutation.changes, mutation.change_count, "; ");
    AppendMember("changes", changes, to += ",\"auditAnnotations\":{");
    to += '}';
  }
  if (const std::string warning = WarningOf(mutation); !warning.empty())
    base::AppendJsonString(warning, to += ",\"warnings\":["), to += ']';
  return to + "}}";
}

}  // namespace structural::webhook
