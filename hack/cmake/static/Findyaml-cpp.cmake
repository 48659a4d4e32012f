# Debian's static yaml-cpp.
set(yaml-cpp_FOUND TRUE)
if(TARGET yaml-cpp)  # an earlier find_package has defined it
  return()
endif()
find_library(YAML_CPP_STATIC NAMES libyaml-cpp.a REQUIRED)
add_library(yaml-cpp STATIC IMPORTED)
set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_STATIC})
