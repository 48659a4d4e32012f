// Functions for the requests and answers of FakeTransport.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kube/transport/transport.h"

namespace structural::test {

// The functions from here to Bookmark return answers and events as an API server sends them.
kube::Response StatusObject(int code, const std::string& reason, const std::string& message);
kube::Response Expired();
kube::Response NotFound(const std::string& path);
std::string EventLine(const std::string& type, const nlohmann::json& object);
std::string Bookmark(long version, const nlohmann::json& annotations);

// PathOf returns the path of the request without the query, QueryOf returns the query.
std::string PathOf(const kube::Request& request);
std::string QueryOf(const kube::Request& request);
// Returns the value of a query parameter, or "" if it is missing. Does not decode escapes.
std::string Parameter(const std::string& query, const std::string& name);

// Returns the path of the collection of the object at `path`.
std::string Collection(const std::string& path);
// Returns the value of a decimal number, or 0 for the empty text.
long Number(const std::string& text);
std::string VersionOf(const nlohmann::json& object);

}  // namespace structural::test
