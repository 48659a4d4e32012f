# Debian's static glog, with stack_trace.cc in the place of libunwind.
find_library(GLOG_STATIC NAMES libglog.a REQUIRED)
find_library(GFLAGS_STATIC NAMES libgflags.a REQUIRED)
set(glog_FOUND TRUE)
if(TARGET glog::glog)  # an earlier find_package has defined it
  return()
endif()
if(NOT TARGET structural_stack_trace)
  add_library(structural_stack_trace STATIC ${CMAKE_SOURCE_DIR}/hack/cmake/static/stack_trace.cc)
  target_link_libraries(structural_stack_trace PRIVATE structural_options)
endif()
add_library(glog::glog STATIC IMPORTED)
set_target_properties(glog::glog PROPERTIES
  IMPORTED_LOCATION ${GLOG_STATIC}
  INTERFACE_COMPILE_DEFINITIONS GLOG_CUSTOM_PREFIX_SUPPORT
  INTERFACE_LINK_LIBRARIES "structural_stack_trace;${GFLAGS_STATIC}")
