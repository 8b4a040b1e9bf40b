#include "model/readers/mapped_file.hpp"
#include "model/readers/printable.hpp"
#include "model/readers/safetensors.hpp"
#include "model/readers/safetensors_dtype.hpp"
#include "model/readers/safetensors_index.hpp"
#include "model/readers/sha256.hpp"
#include "model/readers/tensor_class.hpp"
#include "model/readers/tensor_sums.hpp"

#include <sizer/error.hpp>

#include <algorithm>

namespace sizer {
namespace {

constexpr std::string_view k_extension = ".safetensors";
constexpr std::string_view k_index_name = "model.safetensors.index.json";

bool is_index(const std::filesystem::path& path) { return path.extension() == ".json"; }

/// the shards of a folder without an index, by name. Mistral's repositories hold the same weights once more as
/// "consolidated"; adapters are no part of the model.
std::vector<std::filesystem::path> shards_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> shards;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const auto& path = entry.path();
        const auto name = path.filename().string();
        if (path.extension() == k_extension && !name.starts_with("adapter_")) { shards.push_back(path); }
    }
    std::ranges::sort(shards);
    const auto is_copy = [](const auto& path) { return path.filename().string().starts_with("consolidated"); };
    if (!std::ranges::all_of(shards, is_copy)) { std::erase_if(shards, is_copy); }
    return shards;
}

/// Sums tensors of one file after another.
class CheckpointSums {
public:
    explicit CheckpointSums(std::optional<std::uint32_t> layers) : m_layers(layers) {}

    void add(const SafetensorsTensor& tensor) {
        const bool scales = is_quantisation_data(tensor.name);
        const auto cls = class_of(tensor.name, scales);
        m_sums.add(cls, tensor.dtype, tensor.elements, tensor.end - tensor.begin);
        m_packed = m_packed || is_packed_weight(tensor.name, tensor.dtype);
        if (cls != TensorClass::mtp && !scales) { m_parameters += Params(tensor.elements); }
    }

    void finish(Checkpoint& checkpoint) const {
        checkpoint.file.sums = m_sums.sums();
        checkpoint.file.type = m_sums.dominant_type();
        if (!m_packed) { checkpoint.parameters = m_parameters; }
    }

private:
    [[nodiscard]] TensorClass class_of(std::string_view name, bool scales) const {
        const auto layer = hf_layer(name);
        const auto cls = hf_tensor_class(name);
        const bool behind = m_layers && layer >= 0 && static_cast<std::uint32_t>(layer) >= *m_layers;
        if (behind && cls != TensorClass::vision) { return TensorClass::mtp; }
        return scales && cls != TensorClass::vision && cls != TensorClass::mtp ? TensorClass::norm : cls;
    }

    std::optional<std::uint32_t> m_layers;
    TensorSums m_sums;
    Params m_parameters;
    bool m_packed = false;
};

/// Without all shards the index's own total is exact, though not broken down.
void take_total(Checkpoint& checkpoint) {
    checkpoint.parameters.reset();
    if (!checkpoint.total_size) { return; }
    checkpoint.file.sums = {{.cls = TensorClass::other, .type = checkpoint.file.type, .bytes = *checkpoint.total_size}};
    checkpoint.file.data_missing = true;
}

void read_files(Checkpoint& checkpoint, std::optional<std::uint32_t> layers) {
    CheckpointSums sums(layers);
    for (const auto& path : checkpoint.files) {
        const MappedFile map(path);
        const auto header = read_safetensors_header(map.bytes(), path.string());
        for (const auto& tensor : header.tensors) { sums.add(tensor); }
        checkpoint.file.data_missing = checkpoint.file.data_missing || header.data_missing;
    }
    sums.finish(checkpoint);
}

void find_files(const std::filesystem::path& path, Checkpoint& checkpoint) {
    if (!is_index(path)) {
        checkpoint.files = {path};
        return;
    }
    const auto index = read_safetensors_index(path);
    checkpoint.total_size = index.total_size;
    for (const auto& name : index.files) {
        const auto shard = path.parent_path() / name;
        if (stands_at(shard)) {
            checkpoint.files.push_back(shard);
        } else {
            checkpoint.missing_parts.push_back(printable(name));
        }
    }
}

}  // namespace

bool holds_safetensors(const std::filesystem::path& folder) {
    return stands_at(folder / k_index_name) || !shards_in(folder).empty();
}

Checkpoint read_checkpoint(const std::filesystem::path& path, std::optional<std::uint32_t> layers) {
    Checkpoint checkpoint;
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
        find_files(path, checkpoint);
    } else if (stands_at(path / k_index_name)) {
        find_files(path / k_index_name, checkpoint);
    } else {
        checkpoint.files = shards_in(path);
    }
    if (checkpoint.files.empty() && checkpoint.missing_parts.empty()) {
        throw InputError(Problem{{Message::no_tensors}, {.name = path.string()}, {Message::mend_give_file}});
    }
    read_files(checkpoint, layers);
    if (!checkpoint.missing_parts.empty()) { take_total(checkpoint); }
    return checkpoint;
}

std::string checkpoint_header_sha256(const Checkpoint& checkpoint) {
    Sha256 hash;
    for (const auto& path : checkpoint.files) {
        const MappedFile map(path);
        hash.add(map.bytes().first(read_safetensors_header(map.bytes(), path.string()).header_bytes));
    }
    return hash.hexadecimal();
}

void require_sizable(const Checkpoint& checkpoint, const std::filesystem::path& path) {
    if (checkpoint.missing_parts.empty() || checkpoint.total_size) { return; }
    const std::string names = joined(checkpoint.missing_parts);
    throw InputError(Problem{{Message::missing_parts, {{"names", names}}},
                             {.name = path.string()},
                             {Message::mend_give_parts, {{"names", names}}}});
}

}  // namespace sizer
