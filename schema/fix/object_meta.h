// What Kubernetes itself sees to in the metadata of every object.
#pragma once

#include <string_view>

#include "schema/fix/work.h"

namespace structural::fix {

// Whether every object that the server accepts fits a schema for this field of ObjectMeta: it says
// no more than the field's Go type does.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta (v0.37.2).
bool SaysNoMore(std::string_view field, const json& schema);

}  // namespace structural::fix
