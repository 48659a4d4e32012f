# prometheus-cpp's core as hack/ship/static-libraries builds it, with the headers of Debian's package.
set(prometheus-cpp_FOUND TRUE)
if(TARGET prometheus-cpp::core)  # an earlier find_package has defined it
  return()
endif()
add_library(prometheus-cpp::core STATIC IMPORTED)
set_target_properties(prometheus-cpp::core PROPERTIES
  IMPORTED_LOCATION ${STRUCTURAL_STATIC_LIBRARIES}/lib/libprometheus-cpp-core.a)
