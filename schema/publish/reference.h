// References to definitions.
#pragma once

#include <string>
#include <string_view>

#include "schema/publish/open_api.h"

namespace structural::publish {

// Whether a name can be a part of a URL: of one that cannot, a server's builder ends itself. No
// name of a CRD that a server has accepted is one.
bool IsReferable(std::string_view name);

// Appends what stands behind "$ref", without quotes: "#/definitions/com.example.v1.Machine".
//
// Upstream: kube-openapi spec.MustCreateRef, go-openapi jsonreference NormalizeURL, Go net/url
// Parse, EscapedFragment.
void AppendReference(OpenApi format, std::string_view name, std::string& to);

// The part of it that the name makes.
std::string InReference(std::string_view name);

// The name as a part of a JSON pointer, which definitions stand under.
//
// Upstream: kube-openapi common.EscapeJsonPointer.
std::string EscapeJsonPointer(std::string_view name);

}  // namespace structural::publish
