#include "cli/objects/old_objects.h"

#include <variant>

#include "document/reader.h"
#include "schema/json/members.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using json::Value;

// Returns the kind, namespace, name and apiVersion of an object as text: "Machine team-a/one of example.com/v1".
std::string Identity(const Value& object) {
  const Value* metadata = object.Find("metadata");
  const std::string_view namespace_ = TextOf(Below(metadata, "namespace"));
  std::string identity(TextOf(object.Find("kind")));
  identity.append(" ").append(namespace_).append(namespace_.empty() ? "" : "/");
  identity.append(TextOf(Below(metadata, "name"))).append(" of ");
  return identity.append(TextOf(object.Find("apiVersion")));
}

}  // namespace

base::Status OldObjects::Add(const Value& object) {
  const Value* items = object.Find("items");
  if (TextOf(object.Find("kind")).ends_with("List") && items != nullptr && items->is_array()) {
    for (const Value& item : items->elements()) {
      auto added = Add(item);
      if (!added.ok()) return added;
    }
    return base::Ok();
  }
  if (object.is_null() || objects_.emplace(Identity(object), object).second) return base::Ok();
  return {ErrorCode::kInvalidInput, Identity(object) + " occurs twice in the old objects"};
}

base::Status OldObjects::ReadFile(const Input& file) {
  const std::string& path = file.path;
  const auto text = ReadInput(file);
  if (!text.ok()) return text.error().In(path);
  document::Reader reader(*text);
  while (auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      return {ErrorCode::kInvalidInput, document::PlaceText(path, problem->at) + ": " + problem->message};
    }
    auto& document = std::get<document::Document>(*next);
    const std::string place = document::PlaceText(path, document.begin);
    const auto value = json::Parser(arena_).Parse(texts_.emplace_back(std::move(document.json)));
    if (!value.ok()) return value.error().In(place);
    const base::Status added = Add(*value);
    if (!added.ok()) return added.error().In(place);
  }
  return base::Ok();
}

base::Status OldObjects::Read(const std::vector<std::string>& paths) {
  Files files(paths, {});
  while (const auto file = files.Next()) {
    auto read = ReadFile(*file);
    if (!read.ok()) return read;
  }
  if (!files.errors().empty()) return {ErrorCode::kInvalidInput, files.errors().front()};
  return base::Ok();
}

const Value* OldObjects::Find(const Value& object) const {
  const auto found = objects_.find(Identity(object));
  return found == objects_.end() ? nullptr : &found->second;
}

}  // namespace structural::cli
