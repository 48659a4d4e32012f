// What FakeTransport's requests and answers are made of.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kube/transport/transport.h"

namespace structural::test {

// Answers.
kube::Response StatusObject(int code, const std::string& reason, const std::string& message);
kube::Response Expired();
kube::Response NotFound(const std::string& path);
std::string EventLine(const std::string& type, const nlohmann::json& object);
std::string Bookmark(long version, const nlohmann::json& annotations);

// Requests.
std::string PathOf(const kube::Request& request);
std::string QueryOf(const kube::Request& request);
// The value of a query parameter, empty when missing. Escapes stay.
std::string Parameter(const std::string& query, const std::string& name);

// The path of the collection that the object at a path is in.
std::string Collection(const std::string& path);
// 0 for the empty text.
long Number(const std::string& text);
std::string VersionOf(const nlohmann::json& object);

}  // namespace structural::test
