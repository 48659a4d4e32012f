# cmake -D FOLDER=… -D OUTPUT=… -P embed_page.cmake: writes the C++ file OUTPUT, which defines the
# texts of cli/scan/page.h as the files of FOLDER.
file(READ ${FOLDER}/page.css style)
file(READ ${FOLDER}/page.js script)
file(READ ${FOLDER}/controls.html controls)
file(WRITE ${OUTPUT} "// Made by hack/cmake/embed_page.cmake.
#include \"cli/scan/page.h\"

namespace structural::scan {

const std::string_view kPageStyle = R\"page(${style})page\";
const std::string_view kPageScript = R\"page(${script})page\";
const std::string_view kPageControls = R\"page(${controls})page\";

}  // namespace structural::scan
")
