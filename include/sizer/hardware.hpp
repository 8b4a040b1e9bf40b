#pragma once

#include <sizer/quantity.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace sizer {

enum class HardwareClass : std::uint8_t { laptop, desktop, workstation, server, soc, node, cpu };
enum class MemoryKind : std::uint8_t { discrete, unified };

/// Where a device's usable memory comes from.
enum class UsableBasis : std::uint8_t {
    driver,         ///< what the driver reports
    nominal,        ///< nominal GB x 1e9: no driver figure is known
    default_limit,  ///< unified memory: what the GPU may take by default (macOS 2/3 of up to 36 GiB, 3/4 above)
    given,          ///< the user's own figure (NAME:64GB)
    unknown         ///< the row has no memory size (a CPU's memory channels)
};

/// One device of the catalogue. Absent numbers are 0.
struct HardwareRow {
    std::string_view id;
    std::span<const std::string_view> aliases = {};
    std::string_view name = {};
    std::string_view vendor = {};
    std::string_view json = {};  ///< the whole row as it stands in data/hardware.json, source included
    HardwareClass device_class = HardwareClass::desktop;
    MemoryKind memory_kind = MemoryKind::discrete;
    Bytes nominal_bytes = {};
    Bytes usable_bytes = {};
    UsableBasis usable_basis = UsableBasis::unknown;
    Bytes torch_total_bytes = {};  ///< what torch sees, a little less than the driver's figure
    double bandwidth_gb_s = 0;     ///< memory bandwidth, 1e9 bytes a second
    double fp16_tflops = 0;        ///< dense
    double fp8_tflops = 0;         ///< dense
    double int8_tops = 0;          ///< dense
    double link_gb_s = 0;          ///< fast link between devices, one direction; 0: PCIe only
    std::uint32_t power_watts = 0;
    std::uint32_t price_usd = 0;
    std::uint32_t rung = 0;               ///< proposed when no machine is asked for: 1, 2 or 3; 0: never
    std::uint32_t most_in_a_machine = 1;  ///< devices that one proposed machine may have
};

}  // namespace sizer
