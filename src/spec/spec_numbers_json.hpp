#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace sizer {

/// how a person's number reads as text, for the parsers of size_text.hpp: a string as it is, 70e9 as its digits.
[[nodiscard]] std::string number_text(const nlohmann::ordered_json& value);

/// the problem of a value that is not of the type `wanted`, in words: "a text".
[[nodiscard]] Problem wrong_type(const Place& where, const std::string& wanted);

/// whether the value can be a number as a person writes it: a number, or a string such as "70B".
[[nodiscard]] inline bool may_be_number(const nlohmann::ordered_json& value) {
    return value.is_number() || value.is_string();
}

}  // namespace sizer
