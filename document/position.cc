#include "document/position.h"

namespace structural::document {

std::string PlaceText(std::string_view file, Position at) {
  return std::string(file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace structural::document
