#include "http/message.h"

#include <sstream>

namespace structural::http {

bool HasParameter(const std::string& query, const std::string& name) {
  std::stringstream parameters(query);
  for (std::string parameter; std::getline(parameters, parameter, '&');) {
    if (parameter.substr(0, parameter.find('=')) == name) return true;
  }
  return false;
}

}  // namespace structural::http
