#include "cli/shell/scripts.h"

namespace structural::shell {

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
