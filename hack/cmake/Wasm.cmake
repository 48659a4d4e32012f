# The preset wasm: the commands that need no cluster, as one WebAssembly module.
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  return()
endif()
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/hack/cmake/wasm)
set(STRUCTURAL_ARCH wasm)
