#pragma once

#include <sizer/architecture.hpp>
#include <sizer/format.hpp>
#include <sizer/quantity.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// The tensors' bytes of a published file whose mixture of types follows no recipe.
struct PublishedFile {
    std::string_view format;  ///< "UD-Q4_K_XL"
    Bytes bytes = {};
};

/// One model of the catalogue: static text and numbers.
struct ModelRow {
    std::string_view id;
    std::span<const std::string_view> aliases = {};
    std::string_view json = {};  ///< the whole row as it stands in data/models.json, source included
    std::string_view family = {};
    std::string_view architecture = {};  ///< general.architecture of its GGUF files
    std::string_view native_dtype = {};
    std::string_view default_format = {};  ///< weight format when none is asked for; empty: the native dtype
    Params parameters = {};                ///< unique; vision towers included, MTP layers not
    Params active_parameters = {};         ///< computed for each token; equal to parameters for dense models
    bool archetype = false;                ///< the course's model: a round parameter count, rule basis only
    bool low_confidence = false;           ///< it rests on weak sources
    std::string_view license = {};         ///< empty: not sourced
    std::span<const PublishedFile> published_files = {};
    Dimensions dims = {};
    std::string_view layer_types = {};
    std::span<const std::uint32_t> heads_per_layer = {};
    std::span<const std::uint32_t> kv_heads_per_layer = {};
    std::span<const std::uint32_t> intermediate_per_layer = {};
    std::span<const std::uint32_t> compress_ratios = {};
};

/// What a tensor is for: what a weight format's rule asks of it.
enum class TensorClass : std::uint8_t {
    token_embedding,
    output,  ///< the language-model head
    attention_q,
    attention_k,
    attention_v,
    attention_qkv,  ///< fused
    attention_output,
    attention_other,  ///< MLA's down and up projections, gates
    ffn_up,           ///< fused gate and up too
    ffn_gate,
    ffn_down,
    expert_up,
    expert_gate,
    expert_down,
    router,
    ssm,   ///< Mamba, delta-net and short-convolution matrices
    norm,  ///< norms, biases, scalars: what every format leaves wide
    vision,
    mtp,
    other
};

/// One tensor, or `count` equal ones of different layers or experts. `ne` are its dimensions as GGUF gives them: the
/// row length first; unused ones are 1.
struct Tensor {
    std::string name;  ///< GGUF's name: "blk.3.attn_v.weight"
    TensorClass cls = TensorClass::other;
    std::int32_t layer = -1;  ///< -1: not in a block
    std::array<std::uint64_t, 4> ne = {1, 1, 1, 1};
};

/// elements of a tensor; throws Overflow.
[[nodiscard]] inline std::uint64_t elements(const Tensor& tensor) {
    std::uint64_t product = 1;
    for (const auto n : tensor.ne) { product = checked_mul(product, n); }
    return product;
}

using TensorInventory = std::vector<Tensor>;

/// Tensors of one class and one storage type, summed.
struct TensorSum {
    TensorClass cls = TensorClass::other;
    std::string type;  ///< "Q6_K", "F32", "BF16"
    std::uint64_t tensors = 0;
    std::uint64_t elements = 0;
    Bytes bytes = {};
    friend bool operator==(const TensorSum&, const TensorSum&) = default;
};

/// What a model file says of its weights.
struct FileWeights {
    std::vector<TensorSum> sums;  ///< MTP tensors are a class of their own
    std::string type;             ///< the file type by name: "Q4_K_M"
    std::string header_sha256;    ///< of the header alone
    bool data_missing = false;    ///< the file holds less data than its header lists
};

enum class KvKind : std::uint8_t {
    full,    ///< keeps every token
    window,  ///< keeps the last `window` tokens
    chunk,   ///< keeps the current chunk of at most `window` tokens
    state,   ///< constant in the context: `state_elements` for each sequence
    image,   ///< cross-attention: `window` image tokens for each sequence
    index    ///< sparse-attention indexer keys, for every token
};

/// Layers that keep the same thing.
struct KvGroup {
    KvKind kind = KvKind::full;
    std::uint32_t layers = 0;
    std::uint64_t k_elements = 0;           ///< of one layer for one token
    std::uint64_t v_elements = 0;           ///< 0: V is read from the same row (MLA's latent)
    std::uint64_t window = 0;               ///< tokens
    std::uint64_t conv_state_elements = 0;  ///< of one layer for one sequence
    std::uint64_t state_elements = 0;       ///< of one layer for one sequence, beside the convolution's
    std::uint32_t tokens_per_entry = 1;     ///< compressed caches keep one entry for so many tokens
    std::uint32_t kv_heads = 0;  ///< how far a tensor-parallel split can go; 0: it is replicated (latent, state)
    friend bool operator==(const KvGroup&, const KvGroup&) = default;
};

using KvLayout = std::vector<KvGroup>;

enum class ModelOrigin : std::uint8_t { catalogue, file, spec, flags };

/// A model as resolved: what it is, whatever it was read from.
struct Model {
    std::string name;
    ModelOrigin origin = ModelOrigin::flags;
    std::string source;  ///< catalogue id, file name
    Params parameters = {};
    Params active_parameters = {};
    Architecture architecture;
    std::string native_dtype;
    std::string default_format;
    bool archetype = false;
    bool low_confidence = false;
    std::vector<PublishedFile> published_files = {};  ///< of the catalogue's row
    std::optional<FileWeights> file = {};             ///< basis `file`
    std::string uncounted = {};  ///< not empty: a part of the checkpoint that parameters leave out, by its key
    std::string unknown_architecture = {};  ///< not empty: the cache cannot be known; the name met in the file
};

/// a catalogue row's architecture, and the row as a model.
[[nodiscard]] Architecture architecture_of(const ModelRow& row);
[[nodiscard]] Model model_of(const ModelRow& row);

}  // namespace sizer
