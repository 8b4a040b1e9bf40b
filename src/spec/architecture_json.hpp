#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include "spec/object_reader.hpp"

#include <sizer/architecture.hpp>

#include <nlohmann/json.hpp>

namespace sizer {

/// reads into `architecture` every field that the reader's object has under its member name; absent ones keep their
/// value. Mistakes (types, absurd numbers, per-layer lists that are not one for each layer) are collected by the
/// reader.
void read_architecture(ObjectReader& reader, Architecture& architecture);

/// the same fields written: the basic dimensions that are known, and of the rest what differs from the default.
/// read_architecture of the result gives the same architecture.
[[nodiscard]] nlohmann::ordered_json architecture_json(const Architecture& architecture);

}  // namespace sizer
