// The errors of servers about a fieldsV1 that cannot be decoded.
#pragma once

#include <string>

#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/set.h"

namespace structural::merge {

// Returns the text with which a server reports the error `found` of ReadFieldsV1, which has also set `key`. In kV7,
// the text for some kinds of invalid JSON in a key contains the message of `found`, which differs from that of servers.
//
// Upstream: fieldpath/serialize.go Set.FromJSON (v6.4.2).
std::string DecodingError(const json::Value& fields, const UnreadableKey& key, const base::Error& found,
                          FieldsFormat format);

}  // namespace structural::merge
