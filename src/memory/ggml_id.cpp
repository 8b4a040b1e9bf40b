#include "memory/ggml_id.hpp"

#include <algorithm>
#include <stdexcept>

namespace sizer {

const GgmlType& ggml_type(GgmlId id) {
    const auto types = ggml_types();
    const auto found = std::find_if(types.begin(), types.end(),
                                    [&](const GgmlType& type) { return type.id == static_cast<std::int32_t>(id); });
    if (found == types.end()) { throw std::out_of_range("a storage type without a width"); }
    return *found;
}

}  // namespace sizer
