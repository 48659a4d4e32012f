# Debian's static yaml-cpp.
find_library(YAML_CPP_STATIC NAMES libyaml-cpp.a REQUIRED)
add_library(yaml-cpp STATIC IMPORTED)
set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_STATIC})
set(yaml-cpp_FOUND TRUE)
