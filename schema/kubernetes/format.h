// The formats of strings that a server knows.
#pragma once

#include <string_view>

namespace structural::kubernetes {

struct Format {
  std::string_view name;  // without dashes
  bool (*fits)(std::string_view text);
};

// Returns nullptr for unknown formats. Ignores dashes in the name.
//
// Upstream: kube-openapi pkg/validation/strfmt; apiserver/validation/formats.go (v0.37.2).
const Format* FindFormat(std::string_view name);

}  // namespace structural::kubernetes

namespace structural::kubernetes::formats {

// The checks of formats: whether a text has the format.
//
// Upstream: kube-openapi pkg/validation/strfmt, with govalidator, Go net, net/url, net/mail, time.

// Defined in codes.cc.
bool IsBase64(std::string_view text);
bool IsBsonObjectId(std::string_view text);
bool IsCreditCard(std::string_view text);
bool IsHexColor(std::string_view text);
bool IsIsbn(std::string_view text);
bool IsIsbn10(std::string_view text);
bool IsIsbn13(std::string_view text);
bool IsLongName(std::string_view text);
bool IsPassword(std::string_view text);
bool IsRgbColor(std::string_view text);
bool IsShortName(std::string_view text);
bool IsSsn(std::string_view text);
bool IsUuid(std::string_view text);
bool IsUuid3(std::string_view text);
bool IsUuid4(std::string_view text);
bool IsUuid5(std::string_view text);

// Defined in addresses.cc.
bool IsCidr(std::string_view text);
bool IsHostname(std::string_view text);
bool IsIpv4(std::string_view text);
bool IsIpv6(std::string_view text);
bool IsMac(std::string_view text);
// Accept the addresses that Go's netip.ParseAddr accepts, if they have no zone. Leading zeros of decimal numbers are not
// accepted.
bool IsStrictIpv4(std::string_view text);
bool IsStrictIpv6(std::string_view text);

// Defined in email.cc and addresses.cc.
bool IsEmail(std::string_view text);
bool IsUri(std::string_view text);

// Defined in times.cc.
bool IsDate(std::string_view text);
bool IsDateTime(std::string_view text);
bool IsDuration(std::string_view text);

}  // namespace structural::kubernetes::formats
