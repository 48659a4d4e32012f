#include "cli/shell/complete.h"

namespace structural::shell {

// bash splits --output=json, and expects only the part after the sign.
const std::string_view kBashScript = R"(# bash completion for structural
_structural() {
  local word line glued='' i n=0
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ($word == '=' || -n $glued) && $n -gt 0 ]]; then
      words[n - 1]+=$word
      if [[ $word == '=' ]]; then glued=1; else glued=''; fi
    else
      words[n]=$word
      n=$((n + 1))
    fi
  done
  local files=''
  while IFS= read -r line; do
    case $line in
      :0) files=1 ;;
      :*) ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
  if [[ ${words[n - 1]} == -*=* ]]; then COMPREPLY=("${COMPREPLY[@]#*=}"); fi
  if [[ -z $files ]]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _structural structural
)";

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

const std::string_view kZshScript = R"(#compdef structural
# zsh completion for structural
_structural() {
  local line files=''
  local -a described
  for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      (:0) files=1 ;;
      (:*|'') ;;
      (*$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      (*) described+=("${line//:/\\:}") ;;
    esac
  done
  if (( $#described )); then _describe structural described; fi
  if [[ -n $files ]]; then _files; fi
}
if [[ $funcstack[1] == _structural ]]; then
  _structural "$@"
else
  compdef _structural structural
fi
)";

}  // namespace structural::shell
