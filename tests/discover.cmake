# After every link of the tests: one ctest test for each Catch2 test case. Catch2's own catch_discover_tests would split
# names at semicolons.
execute_process(COMMAND ${tests} --list-test-names-only OUTPUT_VARIABLE names)
set(script "")
while(names MATCHES "^([^\n]+)\n(.*)$")
  set(name "${CMAKE_MATCH_1}")
  set(names "${CMAKE_MATCH_2}")
  # What Catch2 would take for a list, a tag, an exclusion, a quotation or an escape.
  string(REGEX REPLACE "([][,~\"\\\\])" "\\\\\\1" pattern "${name}")
  # A leading dash would make it an option.
  string(REGEX REPLACE "^-" "\\\\-" pattern "${pattern}")
  # NoTests: a pattern that matches nothing would otherwise pass. One test at a time in the scratch folder: tests use
  # fixed file names there.
  string(APPEND script "add_test([==[${name}]==] [==[${tests}]==] [==[${pattern}]==] --warn NoTests)\n"
    "set_tests_properties([==[${name}]==] PROPERTIES TIMEOUT 300 RESOURCE_LOCK scratch "
    "ENVIRONMENT [==[TMPDIR=${scratch}]==])\n")
endwhile()
if(script STREQUAL "" OR NOT names STREQUAL "")
  message(FATAL_ERROR "${tests} does not list its tests: ${names}")
endif()
file(WRITE ${list} "${script}")
