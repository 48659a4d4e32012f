// The scripts that make shells ask the program itself what may stand where Tab is pressed.
#pragma once

#include <string_view>

namespace structural::shell {

// Each runs `structural __complete WORDS…` and reads complete.h's CompletionText.
extern const std::string_view kBashScript;  // bash 3.2 and later
extern const std::string_view kZshScript;
extern const std::string_view kFishScript;

}  // namespace structural::shell
