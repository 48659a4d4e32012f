# The toolchain of the preset wasm: WebAssembly with WASI, from hack/ship/wasm-sdk.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # for Platform/WASI.cmake
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/../ship/wasm-sdk OUTPUT_VARIABLE sdk OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(CMAKE_C_COMPILER ${sdk}/bin/clang)
set(CMAKE_CXX_COMPILER ${sdk}/bin/clang++)
set(CMAKE_AR ${sdk}/bin/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${sdk}/bin/ranlib CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH ${sdk})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# Links with wasm-ld directly: clang++ cannot start it, because wasm-ld is a command of zig, not a program.
set(CMAKE_CXX_LINK_EXECUTABLE "${sdk}/bin/wasm-ld --stack-first --error-limit=0 <LINK_FLAGS> ${sdk}/lib/crt1-reactor.o <OBJECTS> \
<LINK_LIBRARIES> -L${sdk}/lib -lyaml -lz -lc++ -lc -lzigc -lcompiler_rt -o <TARGET>")
