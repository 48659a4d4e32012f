# CMake 3.25 does not know WASI.
set(UNIX TRUE)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
