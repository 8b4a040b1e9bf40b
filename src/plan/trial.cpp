#include "plan/trial.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace sizer {
namespace {

constexpr std::uint64_t k_most_halvings = 6;
constexpr std::uint64_t k_least_context = 512;  // below it no session is served
constexpr std::uint32_t k_most_devices = 8;     // of one machine

/// A cache format's bytes for an element, as a number to compare.
bool narrower(BlockWidth a, BlockWidth b) {
    return std::uint64_t{a.bytes} * b.block < std::uint64_t{b.bytes} * a.block;
}

LeverStep step_of(LeverKind kind, std::string value) {
    LeverStep step;
    step.kind = kind;
    step.value = std::move(value);
    return step;
}

LeverStep format_step(LeverKind kind, const FormatRow& row) {
    LeverStep step = step_of(kind, std::string(row.id));
    step.nominal_bits_tenths = row.nominal_bits_tenths;
    step.perplexity_permille = row.perplexity_permille;
    return step;
}

std::vector<Change> cache_formats(const Trial& request, const Catalogue& catalogue) {
    std::vector<const FormatRow*> rows;
    for (const auto& row : catalogue.formats()) {
        const bool narrows = narrower(row.cache_width, request.deployment.k_format.cache_width);
        if (row.cache_lever != 0 && row.cache_width.bytes != 0 && narrows) { rows.push_back(&row); }
    }
    std::sort(rows.begin(), rows.end(), [](const FormatRow* a, const FormatRow* b) {
        return std::tuple(b->nominal_bits_tenths, a->cache_lever) < std::tuple(a->nominal_bits_tenths, b->cache_lever);
    });
    std::vector<Change> all;
    for (const auto* row : rows) {
        all.push_back({format_step(LeverKind::kv_format, *row),
                       [row](Trial& trial) { trial.deployment.k_format = trial.deployment.v_format = *row; }});
    }
    return all;
}

/// The course's models have only the rule's table; a GGUF file is made again as a GGUF file, whatever it is now else.
bool can_become(const Trial& request, const FormatRow& row) {
    if (!row.weight_lever) { return false; }
    if (request.model.archetype) { return row.rule.has_value(); }
    return request.deployment.weight_format.packing != Packing::gguf || row.packing == Packing::gguf;
}

std::vector<Change> weight_formats(const Trial& request, const Catalogue& catalogue) {
    const auto now = request.deployment.weight_format.nominal_bits_tenths;
    std::vector<const FormatRow*> rows;
    for (const auto& row : catalogue.formats()) {
        if (row.nominal_bits_tenths < now && can_become(request, row)) { rows.push_back(&row); }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const FormatRow* a, const FormatRow* b) {
        return a->nominal_bits_tenths > b->nominal_bits_tenths;
    });
    std::vector<Change> all;
    for (const auto* row : rows) {
        all.push_back({format_step(LeverKind::weight_format, *row), [row](Trial& trial) {
                           trial.deployment.weight_format = *row;
                           trial.deployment.file_format = false;
                       }});
    }
    return all;
}

/// The value halved again and again; `set` puts it into the request.
std::vector<Change> halvings(LeverKind kind, std::uint64_t value, std::uint64_t least,
                             void (*set)(Deployment&, std::uint64_t)) {
    std::vector<Change> all;
    for (std::uint64_t i = 0; i < k_most_halvings && value / 2 >= least; ++i) {
        value /= 2;
        all.push_back(
            {step_of(kind, std::to_string(value)), [set, value](Trial& trial) { set(trial.deployment, value); }});
    }
    return all;
}

std::vector<Change> siblings(const Trial& request, const Catalogue& catalogue) {
    const auto* own = catalogue.find_model(request.model.source);
    if (own == nullptr || request.model.origin != ModelOrigin::catalogue) { return {}; }
    std::vector<const ModelRow*> rows;
    for (const auto& row : catalogue.models()) {
        if (row.family == own->family && row.parameters < own->parameters) { rows.push_back(&row); }
    }
    std::sort(rows.begin(), rows.end(), [](const ModelRow* a, const ModelRow* b) {
        return std::tuple(b->parameters, a->id) < std::tuple(a->parameters, b->id);
    });
    std::vector<Change> all;
    for (const auto* row : rows) {
        all.push_back(
            {step_of(LeverKind::model, std::string(row->id)), [row](Trial& trial) { trial.model = model_of(*row); }});
    }
    return all;
}

bool split_is_given(const Trial& request) {
    return request.deployment.tensor_parallel || request.deployment.pipeline_parallel;
}

Change on_machine(LeverKind kind, const HardwareRow& device, std::uint32_t count) {
    const Machine machine{.device = device, .count = count};
    return {step_of(kind, typed_machine(machine)), [machine](Trial& trial) { trial.machine = machine; }};
}

std::vector<Change> more_devices(const Trial& request) {
    std::vector<Change> all;
    const auto& device = request.machine.device;
    const std::uint32_t most = std::min(device.most_in_a_machine, k_most_devices);
    for (std::uint32_t count = request.machine.count * 2; count <= most && !split_is_given(request); count *= 2) {
        all.push_back(on_machine(LeverKind::devices, device, count));
    }
    return all;
}

/// Devices of the same maker and kind with more memory, the smallest first.
std::vector<Change> larger_devices(const Trial& request, const Catalogue& catalogue) {
    const auto& own = request.machine.device;
    std::vector<const HardwareRow*> rows;
    for (const auto& row : catalogue.hardware()) {
        const bool larger = row.usable_bytes > own.usable_bytes && request.machine.count <= row.most_in_a_machine;
        const bool alike = row.rung == own.rung && row.device_class == own.device_class && row.vendor == own.vendor;
        if (larger && alike) { rows.push_back(&row); }
    }
    std::sort(rows.begin(), rows.end(), [](const HardwareRow* a, const HardwareRow* b) {
        return std::tuple(a->usable_bytes, a->id) < std::tuple(b->usable_bytes, b->id);
    });
    std::vector<Change> all;
    for (const auto* row : rows) { all.push_back(on_machine(LeverKind::device, *row, request.machine.count)); }
    return all;
}

}  // namespace

std::string typed_machine(const Machine& machine) {
    return (machine.count == 1 ? "" : std::to_string(machine.count) + "x") + std::string(machine.device.id);
}

std::optional<Lever> recomputed(std::vector<LeverStep> steps, const Trial& trial, Bytes before) {
    try {
        const Budget budget = memory_budget(trial.model, trial.deployment);
        if (!budget.total) { return std::nullopt; }
        const Fit judged = fit(trial.model, trial.deployment, budget, trial.machine);
        const Bytes saves = *budget.total < before ? before - *budget.total : Bytes{};
        return Lever{std::move(steps), *budget.total, saves, *judged.verdict, trial.machine};
    } catch (const InputError&) { return std::nullopt; } catch (const Overflow&) {
        return std::nullopt;
    }
}

std::vector<Change> changes(LeverKind kind, const Trial& request, const Catalogue& catalogue) {
    const auto& deployment = request.deployment;
    switch (kind) {
    case LeverKind::kv_format: return cache_formats(request, catalogue);
    case LeverKind::sessions:
        return halvings(kind, deployment.sessions, 1, [](Deployment& d, std::uint64_t value) { d.sessions = value; });
    case LeverKind::batch:
        return halvings(kind, deployment.batch, 1, [](Deployment& d, std::uint64_t value) { d.batch = value; });
    case LeverKind::context:
        return halvings(kind, deployment.context.count(), k_least_context,
                        [](Deployment& d, std::uint64_t value) { d.context = Tokens{value}; });
    case LeverKind::weight_format: return weight_formats(request, catalogue);
    case LeverKind::model: return siblings(request, catalogue);
    case LeverKind::devices: return more_devices(request);
    case LeverKind::device: break;
    }
    return larger_devices(request, catalogue);
}

}  // namespace sizer
