#include "cli/shell/scripts.h"

namespace structural::shell {

const std::string_view kFishScript = R"(# fish completion for structural
function __structural_complete
    set -l before (commandline -opc)
    set -l program $before[1]
    set -e before[1]
    set -l current (commandline -ct)
    for line in ($program __complete $before "$current" 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path "$current"
            case ':*'
            case '*'
                echo $line
        end
    end
end
complete -c structural -e
complete -c structural -f -k -a '(__structural_complete)'
)";

}  // namespace structural::shell
