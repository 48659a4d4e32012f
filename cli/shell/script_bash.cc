#include "cli/shell/scripts.h"

namespace structural::shell {

// bash takes --output=json apart, and wants back what follows the sign.
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

}  // namespace structural::shell
