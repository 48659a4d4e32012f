// What a rule is: an id, what it demands, why it matters, how to fix a schema that breaks it, and
// where it is written. catalog.h has them all.
#pragma once

#include <string_view>

#include "schema/rules/section.h"

namespace structural::rules {

// Static storage throughout.
struct Rule {
  std::string_view id;    // stable, lower case with dashes: users filter and suppress by it
  std::string_view what;  // what it demands, in a sentence
  std::string_view why;   // why the schema is worse off otherwise, in a sentence or two
  std::string_view fix;   // what to do about it
  const Section* section = nullptr;  // null: nobody else demands it
};

}  // namespace structural::rules
