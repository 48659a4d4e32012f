# simdjson as hack/ship/static-libraries builds it.
set(simdjson_FOUND TRUE)
if(TARGET simdjson::simdjson)  # an earlier find_package has defined it
  return()
endif()
add_library(simdjson::simdjson STATIC IMPORTED)
set_target_properties(simdjson::simdjson PROPERTIES
  IMPORTED_LOCATION ${STRUCTURAL_STATIC_LIBRARIES}/lib/libsimdjson.a
  INTERFACE_INCLUDE_DIRECTORIES ${STRUCTURAL_STATIC_LIBRARIES}/include
  INTERFACE_COMPILE_DEFINITIONS SIMDJSON_THREADS_ENABLED=1)
