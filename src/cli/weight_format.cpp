#include "cli/weight_format.hpp"

#include "cli/rows.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>

namespace sizer {
namespace {

/// The row of a format that the catalogue does not have; the deployment keeps its name.
FormatRow own_row(std::string name, Deployment& deployment) {
    deployment.own_format_name = std::make_shared<const std::string>(std::move(name));
    FormatRow row;
    row.id = *deployment.own_format_name;
    return row;
}

/// "4.5bpw": so many bits for each weight, the same for every tensor.
bool set_uniform_width(const std::string& name, Deployment& deployment) {
    constexpr std::string_view k_suffix = "bpw";
    constexpr std::uint64_t k_bits_in_byte = 8;
    constexpr std::uint64_t k_most_bits = 64;
    constexpr std::size_t k_most_digits = 6;
    constexpr std::uint64_t k_ten = 10;
    if (!name.ends_with(k_suffix)) { return false; }
    std::uint64_t digits = 0;
    std::uint64_t scale = 1;
    bool fraction = false;
    const std::string number = name.substr(0, name.size() - k_suffix.size());
    if (number.empty() || number.size() > k_most_digits) { return false; }
    for (const char c : number) {
        if (c == '.' && !fraction) {
            fraction = true;
        } else if (c >= '0' && c <= '9') {
            digits = digits * k_ten + static_cast<std::uint64_t>(c - '0');
            scale *= fraction ? k_ten : 1;
        } else {
            return false;
        }
    }
    if (digits == 0 || digits > k_most_bits * scale) { return false; }
    FormatRow row = own_row(name, deployment);
    row.packing = Packing::uniform;
    row.width = {static_cast<std::uint32_t>(scale * k_bits_in_byte), static_cast<std::uint32_t>(digits)};
    row.nominal_bits_tenths = static_cast<std::uint32_t>(digits * k_ten / scale);
    deployment.weight_format = row;
    return true;
}

/// "UD-Q4_K_XL": Unsloth's dynamic mixtures, picked tensor by tensor for each model.
bool set_hand_picked(const std::string& name, Deployment& deployment) {
    constexpr std::uint32_t k_ten = 10;
    std::string upper = name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const auto digit = upper.find_first_of("123456789");
    if (!upper.starts_with("UD-") || digit == std::string::npos) { return false; }
    FormatRow row = own_row(upper, deployment);
    row.packing = Packing::hand_picked;
    row.nominal_bits_tenths = static_cast<std::uint32_t>(upper[digit] - '0') * k_ten;
    deployment.weight_format = row;
    return true;
}

void set_named(const std::string& name, const Catalogue& catalogue, const Place& where, Deployment& deployment) {
    if (set_uniform_width(name, deployment) || set_hand_picked(name, deployment)) { return; }
    deployment.weight_format = format_row(name, catalogue, where);
    if (deployment.weight_format.packing == Packing::cache_only) {
        throw InputError(
            Problem{{Message::format_not_for_weights, {{"name", name}}}, where, {Message::mend_list_formats}});
    }
}

}  // namespace

void set_weight_format(const Options& options, const Model& model, const Catalogue& catalogue, Deployment& deployment) {
    const auto* of_file = model.file ? catalogue.find_format(model.file->type) : nullptr;
    if (options.format) {
        set_named(*options.format, catalogue, {"--format"}, deployment);
        deployment.file_format = of_file != nullptr && of_file->id == deployment.weight_format.id;
    } else if (model.file) {
        // A file's own mixture need not be one that the catalogue knows: its bytes are summed, not derived.
        deployment.weight_format = of_file != nullptr ? *of_file : own_row(model.file->type, deployment);
        deployment.file_format = true;
    } else if (!model.default_format.empty()) {
        set_named(model.default_format, catalogue, {model.source, "/format"}, deployment);
    } else {
        const auto* native = catalogue.find_format(model.native_dtype);
        deployment.weight_format = native != nullptr ? *native : format_row("bf16", catalogue, {"--format"});
    }
}

}  // namespace sizer
