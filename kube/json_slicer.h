// JsonSlicer: reads an envelope (a list, a watch event) and returns the objects in it as raw bytes,
// without decoding them.
//
// Wraps simdjson's on-demand parser, which reads up to 64 bytes beyond the text and has a default
// limit of 1,024 levels. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>
#include <simdjson.h>

#include "schema/base/result.h"

namespace structural::kube {

class JsonSlicer {
 public:
  using Object = simdjson::ondemand::object;
  using Value = simdjson::ondemand::value;

  JsonSlicer();

  // Begins a new text, whose root must be an object. May enlarge the text's capacity. The text must
  // stay unchanged and at its address until Finish.
  base::Result<Object> Start(std::string& text);

  // Checks that no text follows the root. Must be called after all members of the root were read.
  base::Status Finish();

 private:
  simdjson::ondemand::parser parser_;
  simdjson::error_code allocated_;
  simdjson::ondemand::document document_;
};

// Returns a kInvalidInput error: "WHAT: the parser's message".
base::Error MalformedJson(std::string_view what, simdjson::error_code code);

// Returns a text member, or an empty text if it is missing, null or of another type. These
// functions are for single objects; the items of a list are read by JsonSlicer.
std::string TextAt(const nlohmann::json& object, const char* member);

// Returns an integer member, or 0.
int NumberAt(const nlohmann::json& object, const char* member);

// Returns an object member, or an empty object.
nlohmann::json ObjectAt(const nlohmann::json& object, const char* member);

}  // namespace structural::kube
