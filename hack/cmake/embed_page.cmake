# cmake -D ROOM=cli/cluster/scan -D FOLDER=… -D OUTPUT=… -P embed_page.cmake: writes the C++ file OUTPUT, which
# defines the texts of ROOM/page.h as the files of FOLDER: kPageCss is page.css.
get_filename_component(namespace ${ROOM} NAME)
file(GLOB files ${FOLDER}/*)
set(texts "")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  string(REPLACE "." ";" words ${name})
  set(constant k)
  foreach(word ${words})
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND constant ${first}${rest})
  endforeach()
  file(READ ${file} text)
  string(APPEND texts "const std::string_view ${constant} = R\"page(${text})page\";\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by hack/cmake/embed_page.cmake.
#include \"${ROOM}/page.h\"

namespace structural::${namespace} {

${texts}
}  // namespace structural::${namespace}
")
