#include "model/readers/gguf_tensors.hpp"

#include "model/readers/printable.hpp"
#include "spec/size_text.hpp"

#include <algorithm>
#include <numeric>

namespace sizer {
namespace {

/// Source: GGUF specification: tensor names are at most 64 bytes.
constexpr std::uint64_t k_longest_name = 64;
/// name length, one letter, number of dimensions, type, offset.
constexpr std::uint64_t k_smallest_entry = 8 + 1 + 4 + 4 + 8;
/// Source: ggml.h, GGML_MAX_DIMS.
constexpr std::uint32_t k_most_dimensions = 4;

Statement about(Message id, std::string_view name) { return {id, {{"name", printable(name)}}}; }

void read_name(GgufCursor& cursor, GgufTensor& tensor) {
    tensor.name = cursor.text();
    if (tensor.name.empty() || tensor.name.size() > k_longest_name) {
        cursor.refuse(about(Message::bad_name, tensor.name), tensor.info_offset);
    }
}

void read_dimensions(GgufCursor& cursor, GgufTensor& tensor) {
    const std::uint64_t start = cursor.offset();
    tensor.dimensions = cursor.number<std::uint32_t>();
    if (tensor.dimensions > k_most_dimensions) { cursor.refuse(about(Message::tensor_bad_shape, tensor.name), start); }
    tensor.elements = 1;
    for (std::uint32_t i = 0; i < tensor.dimensions; ++i) {
        const std::uint64_t here = cursor.offset();
        tensor.ne[i] = cursor.number<std::uint64_t>();
        // A product that overflows would pass for a small tensor.
        const bool overflow = __builtin_mul_overflow(tensor.elements, tensor.ne[i], &tensor.elements);
        if (tensor.ne[i] == 0 || overflow || tensor.elements > k_most_bytes) {
            cursor.refuse(about(Message::tensor_bad_shape, tensor.name), here);
        }
    }
}

void read_type(GgufCursor& cursor, GgufTensor& tensor) {
    const std::uint64_t start = cursor.offset();
    const auto number = cursor.number<std::uint32_t>();
    tensor.type = ggml_type(number);
    if (tensor.type != nullptr) { return; }
    Statement what = about(Message::tensor_bad_type, tensor.name);
    if (const auto removed = removed_ggml_type(number); !removed.empty()) {
        what.id = Message::tensor_removed_type;
        what.operands.push_back({"type", std::string(removed)});
    } else {
        what.operands.push_back({"type", std::uint64_t{number}});
    }
    cursor.refuse(std::move(what), start);
}

/// Source: ggml's ggml_row_size: rows are whole blocks.
void measure(GgufCursor& cursor, GgufTensor& tensor) {
    const BlockWidth width = tensor.type->width;
    if (tensor.ne[0] % width.block != 0) {
        cursor.refuse(about(Message::tensor_bad_shape, tensor.name), tensor.info_offset);
    }
    tensor.bytes = tensor.elements / width.block * width.bytes;
}

GgufTensor read_tensor(GgufCursor& cursor) {
    GgufTensor tensor;
    tensor.info_offset = cursor.offset();
    read_name(cursor, tensor);
    read_dimensions(cursor, tensor);
    read_type(cursor, tensor);
    tensor.data_offset = cursor.number<std::uint64_t>();
    measure(cursor, tensor);
    return tensor;
}

/// positions of the tensors in the order of what `projection` gives.
template <class Projection>
std::vector<std::uint32_t> order_by(const std::vector<GgufTensor>& tensors, Projection projection) {
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(projection(tensors[i]), i); });
    return order;
}

void refuse_duplicates(const GgufCursor& cursor, const std::vector<GgufTensor>& tensors) {
    const auto order = order_by(tensors, [](const GgufTensor& tensor) { return tensor.name; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const GgufTensor& tensor = tensors[order[i]];
        if (tensors[order[i - 1]].name == tensor.name) {
            cursor.refuse(about(Message::duplicate_tensor, tensor.name), tensor.info_offset);
        }
    }
}

}  // namespace

std::vector<GgufTensor> read_gguf_tensors(GgufCursor& cursor, std::uint64_t count) {
    std::vector<GgufTensor> tensors;
    // Never more than the file can hold, whatever it claims.
    tensors.reserve(std::min(count, cursor.left() / k_smallest_entry));
    for (std::uint64_t i = 0; i < count; ++i) { tensors.push_back(read_tensor(cursor)); }
    refuse_duplicates(cursor, tensors);
    return tensors;
}

void check_gguf_layout(const GgufCursor& cursor, const std::vector<GgufTensor>& tensors, std::uint64_t alignment) {
    const GgufTensor* before = nullptr;
    for (const auto i : order_by(tensors, [](const GgufTensor& tensor) { return tensor.data_offset; })) {
        const GgufTensor& tensor = tensors[i];
        if (tensor.data_offset % alignment != 0 || tensor.data_offset > k_most_bytes) {
            auto what = about(Message::tensor_bad_offset, tensor.name);
            what.operands.push_back({"offset", tensor.data_offset});
            cursor.refuse(std::move(what), tensor.info_offset);
        }
        // Both terms are below 2^54.
        if (before != nullptr && before->data_offset + before->bytes > tensor.data_offset) {
            auto what = about(Message::tensor_overlap, tensor.name);
            what.operands.push_back({"other", printable(before->name)});
            cursor.refuse(std::move(what), tensor.info_offset);
        }
        before = &tensor;
    }
}

}  // namespace sizer
