# Two precompiled headers serve all targets: one with the standard library for the product, and one that also has
# GoogleTest and nlohmann/json for the tests. The shipped program has a third one, compiled for size, for the commands:
# they read flags and write reports, and with -O2 they would be a sixth of the program.
#
# ccache by default hashes a precompiled header by its bytes, which have absolute paths, so sources in a second checkout
# would never be found in the cache. Therefore a file beside the header has a checksum of its sources
# (CCACHE_PCH_EXTSUM), and equal sources in another folder are a hit.
function(structural_precompiled target header)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${target}.cc CONTENT "")
  add_library(${target} OBJECT ${CMAKE_BINARY_DIR}/${target}.cc)
  target_link_libraries(${target} PRIVATE structural_options ${ARGN})
  target_precompile_headers(${target} PRIVATE ${header})
  file(READ ${header} text)
  if(target STREQUAL structural_small_pch)
    target_compile_options(${target} PRIVATE -Os)
    string(APPEND text " -Os")
  endif()
  string(SHA256 sum "${text} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_BUILD_TYPE} ${ARGN} ${STRUCTURAL_SANITIZE}")
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch.sum CONTENT "${sum}\n")
endfunction()

set(STRUCTURAL_SMALL "^cli")
# STRUCTURAL_SMALL matches the libraries that are compiled for size. In the build for WebAssembly, these are all except
# those that use most of the time, since a web page loads the module.
if(CMAKE_SYSTEM_NAME STREQUAL WASI)
  string(APPEND STRUCTURAL_SMALL "|^document|^files|^kube|^schema_(admission|compare|example|fix|generate|merge|publish|suite|unions|values)$")
endif()
function(structural_use_precompiled target)
  if(TARGET structural_small_pch AND target MATCHES "${STRUCTURAL_SMALL}")
    target_compile_options(${target} PRIVATE -Os)
    target_precompile_headers(${target} REUSE_FROM structural_small_pch)
  else()
    target_precompile_headers(${target} REUSE_FROM structural_pch)
  endif()
endfunction()
