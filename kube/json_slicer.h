// JsonSlicer: reads a list or a watch event, and returns the objects in it as JSON bytes without decoding them.
//
// It uses simdjson's on-demand parser, which reads up to 64 bytes beyond the text, and accepts at most 1,024 levels.
// Not thread-safe.
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

  // Begins a new text, and returns its root, which must be an object. May enlarge the capacity of `text`. The text must
  // stay unchanged and at its address until Finish is called.
  base::Result<Object> Start(std::string& text);

  // Returns an error if text follows the root. Must be called after all members of the root were read.
  base::Status Finish();

 private:
  simdjson::ondemand::parser parser_;
  simdjson::error_code allocation_error_;  // SUCCESS, or the failure to allocate the parser's memory
  simdjson::ondemand::document document_;
};

// Returns a kInvalidInput error: "WHAT: the parser's message".
base::Error MalformedJson(std::string_view what, simdjson::error_code code);

// TextAt, IntegerAt and ObjectAt return a member of an object. They return an empty text, 0 or an empty object if the
// member is missing, null or of another type. They are for single objects; JsonSlicer reads the items of lists.
std::string TextAt(const nlohmann::json& object, const char* member);
int IntegerAt(const nlohmann::json& object, const char* member);
nlohmann::json ObjectAt(const nlohmann::json& object, const char* member);

}  // namespace structural::kube
