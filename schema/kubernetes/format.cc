#include "schema/kubernetes/format.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace structural::kubernetes {
namespace {

// All formats, sorted by name for binary search.
constexpr Format kFormats[] = {
    {"bsonobjectid", formats::IsBsonObjectId},
    {"byte", formats::IsBase64},
    {"cidr", formats::IsCidr},
    {"creditcard", formats::IsCreditCard},
    {"date", formats::IsDate},
    {"datetime", formats::IsDateTime},
    {"duration", formats::IsDuration},
    {"email", formats::IsEmail},
    {"hexcolor", formats::IsHexColor},
    {"hostname", formats::IsHostname},
    {"ipv4", formats::IsIpv4},
    {"ipv6", formats::IsIpv6},
    {"isbn", formats::IsIsbn},
    {"isbn10", formats::IsIsbn10},
    {"isbn13", formats::IsIsbn13},
    {"k8slongname", formats::IsLongName},
    {"k8sshortname", formats::IsShortName},
    {"mac", formats::IsMac},
    {"password", formats::IsPassword},
    {"rgbcolor", formats::IsRgbColor},
    {"ssn", formats::IsSsn},
    {"uri", formats::IsUri},
    {"uuid", formats::IsUuid},
    {"uuid3", formats::IsUuid3},
    {"uuid4", formats::IsUuid4},
    {"uuid5", formats::IsUuid5},
};

}  // namespace

const Format* FindFormat(std::string_view name) {
  if (name.empty()) return nullptr;
  std::string plain(name);
  std::erase(plain, '-');
  const auto* found = std::ranges::lower_bound(kFormats, plain, {}, &Format::name);
  return found == std::end(kFormats) || found->name != plain ? nullptr : found;
}

}  // namespace structural::kubernetes
