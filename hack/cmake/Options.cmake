# Flags that every target of the project shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# A preset with CMAKE_UNITY_BUILD compiles sources of a folder together, so names without linkage must be unique in a
# folder. The presets that ship compile each source alone.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)

option(STRUCTURAL_WERROR "Warnings are errors" ON)
set(STRUCTURAL_SANITIZE "" CACHE STRING "-fsanitize= argument, empty for none")

# The processor's name in Go and Debian.
string(REPLACE x86_64 amd64 STRUCTURAL_ARCH ${CMAKE_SYSTEM_PROCESSOR})
string(REPLACE aarch64 arm64 STRUCTURAL_ARCH ${STRUCTURAL_ARCH})

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND NOT STRUCTURAL_STATIC AND NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  add_link_options(-fuse-ld=mold)
endif()

add_library(structural_options INTERFACE)
# cpprestsdk's macro U breaks Boost, so it is off everywhere.
target_compile_definitions(structural_options INTERFACE _TURN_OFF_PLATFORM_STRING)
# --param=ggc-min-heapsize, in KiB: otherwise g++ collects garbage from 128 MiB on, without effect. -Warray-bounds,
# -Wrestrict, -Wstringop-overflow and -Wstringop-overread: g++ 12 has false reports for operator+ of std::string.
target_compile_options(structural_options INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-fpch-preprocess;--param=ggc-min-heapsize=1000000>
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. $<$<BOOL:${STRUCTURAL_WERROR}>:-Werror>)
# Some libraries require -pthread. All targets use it, so the precompiled headers always fit.
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  target_compile_options(structural_options INTERFACE -pthread)
  target_link_options(structural_options INTERFACE -pthread)
endif()
if(STRUCTURAL_SANITIZE)
  # -Wmaybe-uninitialized: g++ has false reports in sanitized code, for std::regex among others. -Wtsan: Asio uses a
  # memory fence, which TSan does not support; all code here also synchronizes by other means.
  target_compile_options(structural_options INTERFACE -fsanitize=${STRUCTURAL_SANITIZE} -fno-omit-frame-pointer
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-tsan>)
  target_link_options(structural_options INTERFACE -fsanitize=${STRUCTURAL_SANITIZE})
endif()
