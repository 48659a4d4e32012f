#include "webhook/union_answer.h"

#include <algorithm>
#include <utility>

#include "schema/base/base64.h"
#include "schema/base/quote.h"
#include "webhook/answer_parts.h"

namespace structural::webhook {
namespace {

using unions::kep::UndecidedUnion;

constexpr std::size_t kCauses = 100;
constexpr std::size_t kInMessage = 10;

std::string BodyOf(const UndecidedUnion& undecided) {
  std::string text = "Forbidden: of a union only one field can be set: ";
  const char* separator = "";
  for (const std::string& field : undecided.fields)
    text.append(std::exchange(separator, ", ")).append(field);
  return text;
}

std::string FirstOf(const std::vector<std::string>& texts, const char* between) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kInMessage, texts.size()); ++i)
    text.append(i == 0 ? "" : between).append(texts[i]);
  if (texts.size() > kInMessage)
    text += " and " + std::to_string(texts.size() - kInMessage) + " more";
  return text;
}

std::vector<std::string> TextsOf(const std::vector<UndecidedUnion>& unions) {
  std::vector<std::string> texts;
  for (const UndecidedUnion& one : unions) texts.push_back(FieldErrorOf(one));
  return texts;
}

std::string Message(const Review& review, const std::vector<UndecidedUnion>& refused) {
  const auto texts = TextsOf(refused);
  const std::string all = FirstOf(texts, ", ");
  std::string message(review.kind);
  message.append(".").append(review.group).append(" ").append(base::Quote(review.name));
  return message + " is invalid: " + (texts.size() == 1 ? all : "[" + all + "]");
}

void AppendRefusal(const Review& review, const std::vector<UndecidedUnion>& refused,
                   std::string& to) {
  to += R"(,"status":{"status":"Failure","code":422,"reason":"Invalid",)";
  AppendMember("message", Message(review, refused), to);
  AppendMember("group", review.group, to += ",\"details\":{");
  AppendMember("kind", review.kind, to += ',');
  AppendMember("name", review.name, to += ',');
  to += ",\"causes\":";
  char separator = '[';
  for (std::size_t i = 0; i < std::min(kCauses, refused.size()); ++i) {
    AppendMember("reason", "FieldValueForbidden", (to += std::exchange(separator, ',')) += '{');
    AppendMember("message", BodyOf(refused[i]), to += ',');
    AppendMember("field", refused[i].path, to += ',');
    to += '}';
  }
  to += "]}}";
}

std::string WarningOf(const Mutation& mutation) {
  if (!mutation.unusable.empty()) return "unions are not normalised: " + mutation.unusable;
  return mutation.known.empty() ? std::string() : FirstOf(TextsOf(mutation.known), ", ");
}

}  // namespace

// That of the object as a whole has no path.
std::string FieldErrorOf(const UndecidedUnion& undecided) {
  return (undecided.path.empty() ? "" : undecided.path + ": ") + BodyOf(undecided);
}

std::string WriteUnionAnswer(const Review& review, const Mutation& mutation) {
  std::string to = BeginAnswer(review, mutation.allowed());
  if (!mutation.allowed()) AppendRefusal(review, mutation.refused, to);
  if (!mutation.patch.empty()) {
    AppendMember("patchType", "JSONPatch", to += ',');
    AppendMember("patch", base::EncodeBase64(mutation.patch), to += ',');
    AppendMember("changes", FirstOf(mutation.changes, "; "), to += ",\"auditAnnotations\":{");
    to += '}';
  }
  if (const std::string warning = WarningOf(mutation); !warning.empty())
    base::AppendJsonString(warning, to += ",\"warnings\":["), to += ']';
  return to + "}}";
}

}  // namespace structural::webhook
