# cmake -D SOURCE_DIR=… -D OUTPUT=… -P source_version.cmake: writes a source file with the output of hack/ship/version
# for the sources, and does not touch an unchanged file. VERSION and COMMIT, if set, replace that output.
function(ask variable)
  if(NOT ${variable})
    execute_process(COMMAND ${SOURCE_DIR}/hack/ship/version ${ARGN} OUTPUT_VARIABLE answer
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(${variable} ${answer} PARENT_SCOPE)
  endif()
endfunction()

ask(VERSION)
ask(COMMIT --commit)
string(SUBSTRING ${COMMIT} 0 7 COMMIT)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"cli/shared/command.h\"

namespace structural::cli {

std::string VersionNumber() { return \"${VERSION}\"; }

std::string Commit() { return \"${COMMIT}\"; }

}  // namespace structural::cli
")
