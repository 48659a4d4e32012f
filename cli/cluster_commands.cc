#include "cli/program.h"

namespace structural::cli {

std::vector<AddCommand*> ClusterCommands() { return {AddScan, AddController, AddCleanup, AddWebhook}; }

}  // namespace structural::cli
