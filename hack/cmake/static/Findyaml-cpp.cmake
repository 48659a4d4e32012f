# Debian's static yaml-cpp.
set(yaml-cpp_FOUND TRUE)
if(TARGET yaml-cpp)  # this folder or its parent has called find_package before
  return()
endif()
find_library(YAML_CPP_STATIC NAMES libyaml-cpp.a REQUIRED)
add_library(yaml-cpp STATIC IMPORTED)
set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_STATIC})
