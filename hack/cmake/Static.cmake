# STRUCTURAL_STATIC: the program that ships. Only glibc stays a shared library, for its name
# resolution is made of loadable parts; all else is linked in, and what is not used is left out.
# A shared library would cost its pages, its relocations and its constructors in every process.
option(STRUCTURAL_STATIC "Link everything but glibc statically" OFF)

# structural_shipped(TARGET): the program without its symbols, which are kept beside it as
# TARGET.debug. A debugger finds them by the name in the program.
function(structural_shipped target)
  if(STRUCTURAL_STATIC)
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
      COMMAND ${CMAKE_OBJCOPY} --only-keep-debug $<TARGET_FILE:${target}> $<TARGET_FILE:${target}>.debug
      COMMAND ${CMAKE_STRIP} $<TARGET_FILE:${target}>
      COMMAND ${CMAKE_OBJCOPY} --add-gnu-debuglink=$<TARGET_FILE:${target}>.debug $<TARGET_FILE:${target}>)
  endif()
endfunction()

if(NOT STRUCTURAL_STATIC)
  return()
endif()

if(CMAKE_CROSSCOMPILING)
  set(STRUCTURAL_PROCESSOR arm64)
endif()
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/hack/static-libraries ${STRUCTURAL_PROCESSOR} OUTPUT_VARIABLE STRUCTURAL_STATIC_LIBRARIES
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
list(APPEND CMAKE_FIND_ROOT_PATH ${STRUCTURAL_STATIC_LIBRARIES}) # of use where CMAKE_SYSROOT is another one
# The modules there come before Debian's, which know the shared libraries only.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/hack/cmake/static)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS TRUE)
# Packed, the relocations of a program that may lie anywhere take 10 kB in place of 600; mold of this
# age packs them in a way that glibc refuses, so Options.cmake leaves the linker alone. For arm64 the
# linker of this age knows no such thing.
target_link_options(structural_options INTERFACE
  -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-z,relro,-z,now
  $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-Wl,-z,pack-relative-relocs>)
