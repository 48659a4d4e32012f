// Problem: why a text is no document, and where.
#pragma once

#include <string>

#include "document/position.h"

namespace structural::document {

// The message says what is wrong and what to do, in one sentence or two.
struct Problem {
  Position at;
  std::string message;
  // "while parsing a block mapping", and where that begins. Empty: nothing to add.
  std::string context = {};
  Position context_at = {};
};

}  // namespace structural::document
