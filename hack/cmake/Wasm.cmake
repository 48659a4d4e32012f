# The preset wasm: the commands that need no cluster, as one WebAssembly module.
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  function(structural_small_code name room)
  endfunction()
  return()
endif()

# The rooms that do little work for each file of `lint` are compiled for size, because browsers load the module.
set(structural_small_rooms "^(cli(/.*)?|files|kube|controller|schema/(compare|example|fix|generate|publish|suite|unions))$")
function(structural_small_code name room)
  if(room MATCHES "${structural_small_rooms}")
    target_compile_options(${name} PRIVATE -Oz)
  endif()
endfunction()

# The module has one thread, and its instance never ends.
add_compile_options(-fno-threadsafe-statics -fno-c++-static-destructors)
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/hack/cmake/wasm)
set(STRUCTURAL_ARCH wasm)
