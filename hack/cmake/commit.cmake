# cmake -D SOURCE_DIR=… -D OUTPUT=… -P commit.cmake: writes a source file with the checkout's commit, and
# leaves it alone where nothing has changed. A build without git sets COMMIT.
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE COMMIT ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
string(SUBSTRING ${COMMIT} 0 7 COMMIT)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"cli/version.h\"

namespace structural::cli {

std::string Commit() { return \"${COMMIT}\"; }

}  // namespace structural::cli
")
