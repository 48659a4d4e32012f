#include "cli/program.h"

namespace structural::cli {

std::vector<AddCommand*> ClusterCommands() { return {}; }

}  // namespace structural::cli
