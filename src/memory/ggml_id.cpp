#include "memory/ggml_id.hpp"

#include "catalog/ggml_types.hpp"

#include <stdexcept>

namespace sizer {
namespace {

const GgmlType& row(GgmlId id) {
    const GgmlType* type = ggml_type(static_cast<std::uint32_t>(id));
    if (type == nullptr) { throw std::out_of_range("a storage type without a width"); }
    return *type;
}

}  // namespace

BlockWidth width_of(GgmlId id) { return row(id).width; }

std::string_view name_of(GgmlId id) { return row(id).name; }

}  // namespace sizer
