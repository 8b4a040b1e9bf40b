#pragma once

#include <sizer/model.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sizer {

/// Collects the tensors of a model. Names are given without the block's prefix and without the suffix.
class TensorList {
public:
    /// tensors added from here on belong to block `layer` ("blk.3."), to the vision tower's or to no block.
    void enter_block(std::uint32_t layer);
    void enter_vision_block(std::uint32_t layer);
    void leave_block();

    /// every tensor added from here on is of that class, whatever it is for; nothing: back to its own.
    void override_class(std::optional<TensorClass> cls) { m_override = cls; }

    /// `in` columns (the row length) by `out` rows, named `stem`.weight.
    void matrix(TensorClass cls, std::string_view stem, std::uint64_t in, std::uint64_t out);

    /// `count` matrices in one tensor, as GGUF stacks experts and heads.
    void stack(TensorClass cls, std::string_view stem, std::uint64_t in, std::uint64_t out, std::uint64_t count);

    /// a vector named `stem`.weight: a norm, or another tensor that every format leaves wide.
    void vector(std::string_view stem, std::uint64_t length) { matrix(TensorClass::norm, stem, length, 1); }

    /// a vector (or, with `rows`, one of each expert) named `stem`.bias.
    void bias(std::string_view stem, std::uint64_t length, std::uint64_t rows = 1);

    /// `stem` as it is, without a suffix.
    void bare(std::string_view stem, std::uint64_t length, std::uint64_t rows = 1);

    [[nodiscard]] TensorInventory take() { return std::move(m_tensors); }

private:
    void add(TensorClass cls, std::string name, std::array<std::uint64_t, 4> ne);

    TensorInventory m_tensors;
    std::string m_prefix;
    std::int32_t m_layer = -1;
    std::optional<TensorClass> m_override;
};

}  // namespace sizer
