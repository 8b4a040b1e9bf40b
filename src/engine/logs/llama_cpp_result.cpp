#include "engine/logs/scans.hpp"

#include <algorithm>
#include <set>

namespace sizer {
namespace {

constexpr std::string_view k_mapped = "_Mapped";

/// Page-locked memory of the host bears its device's name: "CUDA_Host".
bool is_host(std::string_view where) {
    return where.starts_with("CPU") || where.ends_with("_Host") || where == "BLAS" || where == "AMX";
}

bool is_repacked(std::string_view where) { return where.starts_with("CPU_REPACK") || where.starts_with("CPU_AARCH64"); }

/// "Metal_Mapped" lies on the device "Metal".
std::string device_of(std::string_view where) {
    for (const std::string_view suffix : {k_mapped, std::string_view("_Split"), std::string_view("_Private")}) {
        if (where.ends_with(suffix)) { where.remove_suffix(suffix.size()); }
    }
    return std::string(where);
}

template <class Wanted>
LogNumber total(const LogBuffers& buffers, Wanted&& wanted) {
    LogNumber all;
    for (const auto& [where, number] : buffers) {
        if (wanted(where)) { all = sum(all, number); }
    }
    return all;
}

std::uint32_t devices_in(const LlamaCppBuffers& start) {
    std::set<std::string> devices;
    for (const auto* buffers : {&start.weights, &start.cache, &start.compute}) {
        for (const auto& [where, number] : *buffers) {
            if (!is_host(where) && number.value != 0) { devices.insert(device_of(where)); }
        }
    }
    return static_cast<std::uint32_t>(devices.size());
}

std::vector<LogObservation> observations(const LlamaCppBuffers& start, const LogBuffers& output, bool gpu) {
    std::vector<LogObservation> all;
    const auto add = [&](LogTerm term, const LogNumber& number) {
        if (number.line != 0) { all.push_back({term, number}); }
    };
    const auto plain_host = [](std::string_view where) { return is_host(where) && !is_repacked(where); };
    // On a CPU alone the host is the device.
    const auto device = [&](std::string_view where) { return gpu ? !is_host(where) : plain_host(where); };
    const auto host = [&](std::string_view where) { return gpu && plain_host(where); };
    add(LogTerm::weights, total(start.weights, device));
    add(LogTerm::kv_cache, total(start.cache, device));
    add(LogTerm::compute, total(start.compute, device));
    add(LogTerm::output, total(output, [](std::string_view) { return true; }));
    add(LogTerm::host_weights, total(start.weights, host));
    add(LogTerm::host_kv_cache, total(start.cache, host));
    add(LogTerm::host_compute, total(start.compute, host));
    add(LogTerm::host_repacked, total(start.weights, is_repacked));
    return all;
}

}  // namespace

std::optional<EngineLog> LlamaCppScan::result() const {
    const auto find = [&](auto&& wanted) { return std::find_if(m_starts.rbegin(), m_starts.rend(), wanted); };
    auto found = find([](const LlamaCppStart& start) { return start.complete() && !start.draft; });
    if (found == m_starts.rend()) {
        found = find(
            [](const LlamaCppStart& start) { return (start.allocated() || start.is_projected()) && !start.draft; });
    }
    if (found == m_starts.rend()) { return std::nullopt; }
    EngineLog log{.engine = engine(), .version = m_version, .settings = found->settings};
    log.projected = found->is_projected();
    const LlamaCppBuffers& buffers = log.projected ? found->projected : *found;
    log.devices = devices_in(buffers);
    log.observed = observations(buffers, found->output, log.devices != 0);
    log.mapped = std::any_of(found->weights.begin(), found->weights.end(), [](const auto& buffer) {
        return buffer.first.starts_with("CPU") && buffer.first.ends_with(k_mapped);
    });
    auto& settings = log.settings;
    if (log.devices == 0) { set_option(settings, "backend", "cpu"); }
    const auto& options = settings.engine_options;
    const bool says_cache =
        std::any_of(options.begin(), options.end(), [](const auto& one) { return one.first == "kv"; });
    // Before the engine said so, it had one pool for all sequences, and kept the logits of a whole micro-batch.
    if (!says_cache && settings.sequences) { set_option(settings, "kv", "unified"); }
    if (!found->outputs_capped) { set_option(settings, "logits", "all"); }
    return log;
}

}  // namespace sizer
