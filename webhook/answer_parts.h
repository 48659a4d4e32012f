// Pieces of the AdmissionReviews that go back.
#pragma once

#include <string>
#include <string_view>

#include "webhook/review.h"

namespace structural::webhook {

// "key":"value".
void AppendMember(std::string_view key, std::string_view value, std::string& to);

// Up to and with "allowed"; two braces are left open.
std::string BeginAnswer(const Review& review, bool allowed);

}  // namespace structural::webhook
