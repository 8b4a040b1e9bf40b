#include "plan/proposals.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <optional>
#include <tuple>

namespace sizer {
namespace {

constexpr std::uint32_t k_rungs = 3;
constexpr std::uint32_t k_most_devices = 1024;  // 128 nodes of eight: beyond that nobody asks a calculator

/// Smaller machines first; among equals the one with fewer devices, then by name, so that the choice never depends on
/// the order of the catalogue.
auto size_order(const Fit& fit) { return std::tuple(fit.usable, fit.machine.count, fit.machine.device.id); }

Bytes missing(const Fit& fit) { return *fit.required_high > fit.usable ? *fit.required_high - fit.usable : Bytes{}; }

bool allowed(const Deployment& deployment, std::uint32_t devices) {
    const std::uint64_t asked =
        std::uint64_t{deployment.tensor_parallel.value_or(1)} * deployment.pipeline_parallel.value_or(1);
    const bool given = deployment.tensor_parallel || deployment.pipeline_parallel;
    return !given || devices == asked;
}

/// The machines of one rung, judged.
class Rung {
public:
    Rung(const Judge& judge, std::uint32_t number) : m_judge(judge), m_number(number) {}

    void consider(const HardwareRow& device, std::uint32_t devices) {
        auto judged = m_judge({.device = device, .count = devices});
        if (!judged) { return; }
        Fit result = *std::move(judged);
        result.proposed = true;
        result.rung = m_number;
        if (result.verdict == Verdict::fits) {
            if (!m_smallest || size_order(result) < size_order(*m_smallest)) { m_smallest = result; }
        } else if (!m_nearest || std::tuple(missing(result), size_order(result)) <
                                     std::tuple(missing(*m_nearest), size_order(*m_nearest))) {
            m_nearest = result;
        }
    }

    [[nodiscard]] bool found() const { return m_smallest.has_value(); }

    void report(std::vector<Fit>& fits) const {
        if (m_smallest) { fits.push_back(*m_smallest); }
        if (m_nearest) { fits.push_back(*m_nearest); }
    }

private:
    const Judge& m_judge;
    std::uint32_t m_number;
    std::optional<Fit> m_smallest;
    std::optional<Fit> m_nearest;
};

}  // namespace

std::vector<Fit> proposals(std::span<const HardwareRow> catalogue, const Judge& judge) {
    std::vector<Fit> fits;
    for (std::uint32_t number = 1; number <= k_rungs; ++number) {
        Rung rung(judge, number);
        const auto each = [&](std::uint32_t devices, auto&& wanted) {
            for (const auto& device : catalogue) {
                if (device.rung == number && device.usable_bytes.count() != 0 && wanted(device)) {
                    rung.consider(device, devices);
                }
            }
        };
        const std::uint32_t most = number == k_rungs ? k_most_devices : 2;
        // One machine first; several nodes of full machines only when no single one is enough.
        for (std::uint32_t devices = 1; devices <= most && (devices <= 8 || !rung.found()); devices *= 2) {
            each(devices, [&](const HardwareRow& device) {
                return number == k_rungs ? device.most_in_a_machine > 1 || devices == 1
                                         : devices <= device.most_in_a_machine;
            });
        }
        rung.report(fits);
    }
    return fits;
}

std::vector<Fit> propose(const Model& model, const Deployment& deployment, const Budget& budget,
                         std::span<const HardwareRow> catalogue) {
    if (!budget.total) { return {}; }
    return proposals(catalogue, [&](const Machine& machine) -> std::optional<Fit> {
        if (!allowed(deployment, machine.count)) { return std::nullopt; }
        try {
            return fit(model, deployment, budget, machine);
        } catch (const InputError&) {
            return std::nullopt;  // a machine that the model cannot be split over is no proposal
        }
    });
}

}  // namespace sizer
