# cmake -D FOLDER=… -D OUTPUT=… -P embed_examples.cmake: writes the C++ file OUTPUT, which defines
# rules::Examples() as the files FOLDER/RULE.wrong.yaml and FOLDER/RULE.right.yaml.
file(GLOB wrong_files ${FOLDER}/*.wrong.yaml)
list(SORT wrong_files)
set(table "")
foreach(wrong_file IN LISTS wrong_files)
  cmake_path(GET wrong_file FILENAME name)
  string(REPLACE ".wrong.yaml" "" rule ${name})
  file(READ ${wrong_file} wrong)
  file(READ ${FOLDER}/${rule}.right.yaml right)
  string(APPEND table "    {\"${rule}\", R\"example(${wrong})example\", R\"example(${right})example\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by hack/cmake/embed_examples.cmake.
#include \"cli/report/rules/examples.h\"

namespace structural::rules {
namespace {

constexpr Example kExamples[] = {
${table}};

}  // namespace

std::span<const Example> Examples() { return kExamples; }

}  // namespace structural::rules
")
