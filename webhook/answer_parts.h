// Pieces of the AdmissionReviews that go back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "webhook/admission_request.h"

namespace structural::webhook {

// How many errors a Status lists as causes, and how many of them its message has.
inline constexpr std::size_t kCauses = 100;
inline constexpr std::size_t kInMessage = 10;
// Of texts that a review brings so many bytes are repeated; an answer without a patch has some
// hundred kilobytes at most. A name of Kubernetes' own has 253.
inline constexpr std::size_t kNameBytes = 1024;
inline constexpr std::size_t kErrorBytes = 4096;
inline constexpr std::size_t kAllCausesBytes = 64 * 1024;
// What an API server repeats of one warning, and of all, as warnings of others count, too.
// Upstream: k8s.io/apiserver pkg/endpoints/filters/warning.go (v0.37.2).
inline constexpr std::size_t kWarningBytes = 256;
inline constexpr std::size_t kAllWarningsBytes = 4096;

// "key":"value".
void AppendMember(std::string_view key, std::string_view value, std::string& to);

// The same with the first kNameBytes of it.
void AppendName(std::string_view key, std::string_view name, std::string& to);

// Up to and with "allowed"; two braces are left open.
std::string BeginAnswer(const AdmissionRequest& request, bool allowed);

}  // namespace structural::webhook
