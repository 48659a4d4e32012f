#include "kube/json_slicer.h"

#include <nlohmann/json.hpp>

namespace structural::kube {
namespace {

using nlohmann::json;

constexpr size_t kMaxDepth = 10'000;
constexpr size_t kFirstCapacity = 16'384;

// Returns the value of the member; nullptr if the object does not have the member.
const json* Find(const json& object, const char* member) {
  const auto found = object.find(member);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

base::Error MalformedJson(std::string_view what, simdjson::error_code code) {
  return {base::ErrorCode::kInvalidInput, std::string(what) + ": malformed JSON: " + simdjson::error_message(code)};
}

JsonSlicer::JsonSlicer() : allocation_error_(parser_.allocate(kFirstCapacity, kMaxDepth)) {}

base::Result<JsonSlicer::Object> JsonSlicer::Start(std::string& text) {
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  const simdjson::padded_string_view padded(text.data(), text.size(), text.capacity());
  Object root;
  simdjson::error_code code = allocation_error_;
  if (code == simdjson::SUCCESS) code = parser_.iterate(padded).get(document_);
  if (code == simdjson::SUCCESS) code = document_.get_object().get(root);
  if (code != simdjson::SUCCESS) return MalformedJson("expected an object", code);
  return root;
}

base::Status JsonSlicer::Finish() {
  // OUT_OF_BOUNDS: the parser has reached the end of the text.
  if (document_.current_location().error() == simdjson::OUT_OF_BOUNDS) return base::Ok();
  return base::Error(base::ErrorCode::kInvalidInput, "unexpected text after the object");
}

std::string TextAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

int IntegerAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_number_integer() ? found->get<int>() : 0;
}

json ObjectAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_object() ? *found : json::object();
}

}  // namespace structural::kube
