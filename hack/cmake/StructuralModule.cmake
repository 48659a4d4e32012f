# structural_module(NAME ROOM SOURCES... [DEPENDS modules...] [PRIVATE libraries...])
#
# Adds a static library. ROOM is the folder of its sources; its headers are included by paths that begin with ROOM.
# structural_room, below, calls this function.
function(structural_module name room)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  cmake_path(GET room PARENT_PATH parent)
  file(MAKE_DIRECTORY ${root}/${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${room} ${root}/${room} SYMBOLIC)

  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${root}>)
  target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:structural_options> ${arg_DEPENDS} PRIVATE ${arg_PRIVATE})
  structural_use_precompiled(${name})
  structural_small_code(${name} ${room})
  if(room MATCHES "^schema/")
    set_property(GLOBAL APPEND PROPERTY STRUCTURAL_SCHEMA_ROOMS ${name})
  endif()
endfunction()

# structural_headers_compile_alone(NAME HEADERS...): the target verify_headers fails unless each of the headers compiles
# alone.
function(structural_headers_compile_alone name)
  get_target_property(root ${name} INTERFACE_INCLUDE_DIRECTORIES)
  set(sources)
  foreach(header IN LISTS ARGN)
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    string(MAKE_C_IDENTIFIER ${path} id)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${id}.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${path}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(${name}_headers OBJECT EXCLUDE_FROM_ALL ${sources})
  set_target_properties(${name}_headers PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(${name}_headers PRIVATE ${name})
  add_dependencies(verify_headers ${name}_headers)
endfunction()

# structural_room([PUBLIC libraries...] [PRIVATE libraries...] [EXCEPT sources...] [NOT_IN_WASM regular expressions...])
#
# Makes the folder that calls it a room, a folder with a library and limited includes. All its sources, also those of
# subfolders that are not rooms, become one static library that is named after the folder (schema/json: schema_json).
# hack/layers.txt lists the rooms that each room may include. This function links them: PUBLIC the rooms that the room's
# headers include, PRIVATE those that only its sources include. So an include of a room that hack/layers.txt does not
# allow does not compile. The headers are reached through an include root of the room, a folder of links in the build
# tree. The source folder itself never becomes an include directory.
#
# The sources in the room's folder wasm/ are only in the build for WebAssembly. wasm/NAME.cc replaces the room's other
# source NAME.cc. NOT_IN_WASM names further sources that this build does not have.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/hack/layers.txt)
file(STRINGS ${CMAKE_SOURCE_DIR}/hack/layers.txt structural_layers REGEX "^[a-z/]+:")

# A unity build compiles up to CMAKE_UNITY_BUILD_BATCH_SIZE sources of a folder as one. It never combines sources of two
# folders, so names in anonymous namespaces must be unique only in a folder.
function(structural_unity_by_folder name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    set(folder own)
    if(source MATCHES "^([^/]+)/")
      set(folder ${CMAKE_MATCH_1})
    endif()
    list(LENGTH in_${folder} count)
    list(APPEND in_${folder} ${source})
    math(EXPR batch "${count} / ${CMAKE_UNITY_BUILD_BATCH_SIZE}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
endfunction()

# Removes from the variable `list` the sources that the build for this system does not compile. Further arguments:
# NOT_IN_WASM of structural_room.
function(structural_sources_of_system list)
  set(sources ${${list}})
  if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
    list(FILTER sources EXCLUDE REGEX "^wasm/")
  else()
    foreach(source IN LISTS sources)
      if(source MATCHES "^wasm/(.*)[.]cc$")
        list(APPEND ARGN "^(.*/)?${CMAKE_MATCH_1}[.]cc$")
      endif()
    endforeach()
    foreach(left_out IN LISTS ARGN)
      foreach(source IN LISTS sources)
        if(source MATCHES "${left_out}" AND NOT source MATCHES "^wasm/")
          list(REMOVE_ITEM sources ${source})
        endif()
      endforeach()
    endforeach()
  endif()
  set(${list} ${sources} PARENT_SCOPE)
endfunction()

function(structural_room)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE;EXCEPT;NOT_IN_WASM" ${ARGN})
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE room)
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cc)
  file(GLOB_RECURSE headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.h)
  list(REMOVE_ITEM sources "" ${arg_EXCEPT})
  structural_sources_of_system(sources ${arg_NOT_IN_WASM})
  set(found FALSE)
  foreach(line IN LISTS structural_layers)
    string(REGEX MATCH "^([a-z/]+):([^|]*)[|]?(.*)$" line "${line}")
    if(CMAKE_MATCH_1 STREQUAL room)
      set(found TRUE)
      string(REPLACE "/" "_" public "${CMAKE_MATCH_2}")
      string(REPLACE "/" "_" private "${CMAKE_MATCH_3}")
      separate_arguments(public)
      separate_arguments(private)
    elseif(CMAKE_MATCH_1 MATCHES "^${room}/(.*)$")
      list(FILTER sources EXCLUDE REGEX "^${CMAKE_MATCH_1}/")
      list(FILTER headers EXCLUDE REGEX "^${CMAKE_MATCH_1}/")
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "${room} is no room of hack/layers.txt")
  endif()
  string(REPLACE "/" "_" name ${room})
  structural_module(${name} ${room} SOURCES ${sources} DEPENDS ${public} ${arg_PUBLIC} PRIVATE ${private} ${arg_PRIVATE})
  structural_unity_by_folder(${name} ${sources})
  if(headers)
    structural_headers_compile_alone(${name} ${headers})
  endif()
endfunction()

# structural_embed_page(NAME FOLDER): adds the files in FOLDER/page/ to the library NAME, as the texts that
# FOLDER/page.h declares.
function(structural_embed_page name room)
  file(GLOB page_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/page/*)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/page_parts.cc)
  set(embed ${CMAKE_SOURCE_DIR}/hack/cmake/embed_page.cmake)
  add_custom_command(OUTPUT ${page} DEPENDS ${page_files} ${embed}
                     COMMAND ${CMAKE_COMMAND} -D ROOM=${room} -D FOLDER=${CMAKE_SOURCE_DIR}/${room}/page
                             -D OUTPUT=${page} -P ${embed})
  target_sources(${name} PRIVATE ${page})
endfunction()
