// The values of the keyword `format` that a server knows.
#pragma once

#include <string_view>

namespace structural::kubernetes {

struct Format {
  std::string_view name;  // the value of `format` without dashes: "datetime"
  bool (*matches)(std::string_view text);
};

// Returns the format with this name; nullptr if the server does not know it. Ignores dashes in the name.
//
// Upstream: kube-openapi pkg/validation/strfmt; apiserver/validation/formats.go (v0.37.2).
const Format* FindFormat(std::string_view name);

}  // namespace structural::kubernetes

namespace structural::kubernetes::formats {

// Functions that check whether a text has a format.
//
// Upstream: kube-openapi pkg/validation/strfmt, with govalidator, Go net, net/url, net/mail, time.

// The functions from IsBase64 to IsUuid5 are defined in formats/codes.cc.
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

// The functions from IsCidr to IsStrictIpv6 are defined in formats/addresses.cc.
bool IsCidr(std::string_view text);
bool IsHostname(std::string_view text);
bool IsIpv4(std::string_view text);
bool IsIpv6(std::string_view text);
bool IsMac(std::string_view text);
// Each of these functions accepts the addresses that Go's netip.ParseAddr accepts, except those with a zone. Unlike
// IsIpv4, IsStrictIpv4 rejects decimal numbers with leading zeros.
bool IsStrictIpv4(std::string_view text);
bool IsStrictIpv6(std::string_view text);

// IsEmail is defined in formats/email.cc, and IsUri in formats/addresses.cc.
bool IsEmail(std::string_view text);
bool IsUri(std::string_view text);

// The functions from IsDate to IsDuration are defined in formats/times.cc.
bool IsDate(std::string_view text);
bool IsDateTime(std::string_view text);
bool IsDuration(std::string_view text);

}  // namespace structural::kubernetes::formats
