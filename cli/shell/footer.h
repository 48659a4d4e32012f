// What a command's help says besides its flags.
#pragma once

#include <string>

namespace structural::shell {

// Plain data. Both without empty lines around them.
struct Footer {
  std::string examples;  // the lines below "Examples:"
  std::string notes;     // the rest
};

Footer SplitFooter(const std::string& footer);

}  // namespace structural::shell
