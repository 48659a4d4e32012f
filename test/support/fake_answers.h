// The parts of FakeTransport's requests and answers.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kube/transport/transport.h"

namespace structural::test {

// Return answers as a server sends them.
kube::Response StatusObject(int code, const std::string& reason, const std::string& message);
kube::Response Expired();
kube::Response NotFound(const std::string& path);
std::string EventLine(const std::string& type, const nlohmann::json& object);
std::string Bookmark(long version, const nlohmann::json& annotations);

// Return parts of requests.
std::string PathOf(const kube::Request& request);
std::string QueryOf(const kube::Request& request);
// Returns the value of a query parameter, or "". Escapes stay.
std::string Parameter(const std::string& query, const std::string& name);

// Returns the path of the collection that has the object at a path.
std::string Collection(const std::string& path);
// Returns 0 for the empty text.
long Number(const std::string& text);
std::string VersionOf(const nlohmann::json& object);

}  // namespace structural::test
