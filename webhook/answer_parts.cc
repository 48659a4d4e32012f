#include "webhook/answer_parts.h"

#include "schema/base/quote.h"
#include "schema/base/shown_text.h"

namespace structural::webhook {

void AppendMember(std::string_view key, std::string_view value, std::string& to) {
  base::AppendJsonString(key, to);
  base::AppendJsonString(value, to += ':');
}

void AppendName(std::string_view key, std::string_view name, std::string& to) {
  AppendMember(key, base::Shorten(name, kNameBytes), to);
}

std::string BeginAnswer(const AdmissionRequest& request, bool allowed) {
  std::string to = "{";
  AppendMember("apiVersion", request.api_version, to);
  AppendMember("uid", request.uid, to += R"(,"kind":"AdmissionReview","response":{)");
  return to + (allowed ? ",\"allowed\":true" : ",\"allowed\":false");
}

}  // namespace structural::webhook
