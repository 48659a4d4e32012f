// What names a CRD, held against what Kubernetes allows.
#pragma once

#include <cstddef>
#include <string_view>

#include "schema/base/result.h"
#include "schema/crd/meta.h"

namespace structural::controller {

// Upstream: apimachinery/pkg/util/validation DNS1123SubdomainMaxLength (v0.37.2). A uid has 36
// bytes, a resourceVersion is a number.
inline constexpr std::size_t kMaxNameBytes = 253;
inline constexpr std::size_t kMaxUidBytes = 128;
inline constexpr std::size_t kMaxVersionBytes = 64;

// crd::ReadMeta. kInvalidInput also where a name, uid or resourceVersion is longer than that: they
// are kept for every CRD.
base::Result<crd::Meta> ReadSoundMeta(std::string_view json, crd::ApiVersion asked_for);

base::Error TooLong(std::string_view member);

}  // namespace structural::controller
