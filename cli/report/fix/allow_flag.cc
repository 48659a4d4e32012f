#include "cli/report/fix/allow_flag.h"

#include <string>

namespace structural::cli {

Argument* AddAllowFlag(Command& command, fix::ChangeImpact& most) {
  const auto allow = [&most](const std::string& name) { most = *fix::ParseImpact(name); };
  return command.OnValue("--allow", allow, "Class of changes to make; includes the classes before it")
      ->OneOf({"same", "typed", "wider"})
      ->DefaultText("same");
}

}  // namespace structural::cli
