// JsonSlicer: reads an envelope (a list, a watch event) and takes the objects in it as raw bytes,
// without decoding them.
//
// Over simdjson's on-demand parser, which is the reason for this wrapper: it reads up to 64 bytes
// beyond the text and bounds the nesting at 1,024 unless told otherwise. Not thread-safe.
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

  // Starts on a new text, whose root must be an object. May enlarge the text's capacity.
  // The text stays unchanged, and in place, until the walk is over.
  base::Result<Object> Start(std::string& text);

  // To be called when every member of the root was walked: nothing may follow it.
  base::Status Finish();

 private:
  simdjson::ondemand::parser parser_;
  simdjson::error_code allocated_;
  simdjson::ondemand::document document_;
};

// kInvalidInput: "WHAT: the parser's words".
base::Error MalformedJson(std::string_view what, simdjson::error_code code);

// Members of a JSON object that the server has answered: one that is missing, null or of another
// type counts as not there. For whole objects, which are few; what a list says is pulled.

// Empty where there is no such text.
std::string TextAt(const nlohmann::json& object, const char* member);

// 0 where there is no such integer.
int NumberAt(const nlohmann::json& object, const char* member);

// An empty object where there is no such object.
nlohmann::json ObjectAt(const nlohmann::json& object, const char* member);

}  // namespace structural::kube
