#include "cli/report/rules/release_flag.h"

#include <utility>

namespace structural::cli {

Argument* AddReleaseFlag(Command& command, const std::string& flag, std::function<void(validate::Release)> set,
                         const std::string& text) {
  const auto check = [](const std::string& name) {
    const bool known = validate::Release::Named(name).has_value();
    return known ? std::string() : "'" + name + "' is not a release from 1.16 to " + validate::Release().Name();
  };
  const auto parse = [set = std::move(set)](const std::string& name) {
    set(validate::Release::Named(name).value_or(validate::Release()));
  };
  return command.OnValue(flag, parse, text)->Check(check)->TypeName("1.N");
}

}  // namespace structural::cli
