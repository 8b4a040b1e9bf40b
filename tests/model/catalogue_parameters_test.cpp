#include "model/inventory.hpp"

#include <sizer/catalogue.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace sizer;

// The published counts stand in data/models.json with their sources; what is computed here comes from the dimensions.

namespace {

/// The row's count was compared with a published one and is the same to the last parameter.
bool is_verified_exact(const ModelRow& row) { return row.json.find("verified-exact") != std::string_view::npos; }

double relative_difference(std::uint64_t computed, std::uint64_t published) {
    return std::abs(static_cast<double>(computed) / static_cast<double>(published) - 1.0);
}

}  // namespace

TEST_CASE("Every catalogue row's parameters follow from its dimensions") {
    const Catalogue catalogue;
    int exact = 0;
    for (const auto& row : catalogue.models()) {
        if (row.archetype) { continue; }
        CAPTURE(row.id);
        const auto inventory = tensor_inventory(architecture_of(row));
        REQUIRE(inventory.has_value());
        const std::uint64_t computed = parameter_count(*inventory).count();
        CHECK(relative_difference(computed, row.parameters.count()) < 0.005);
        if (is_verified_exact(row)) {
            CHECK(computed == row.parameters.count());
            ++exact;
        }
    }
    CHECK(exact >= 184);
}

TEST_CASE("Every catalogue row's active parameters follow from its dimensions") {
    const Catalogue catalogue;
    for (const auto& row : catalogue.models()) {
        if (row.archetype) { continue; }
        CAPTURE(row.id);
        const auto active = active_parameter_count(architecture_of(row));
        REQUIRE(active.has_value());
        CHECK(relative_difference(active->count(), row.active_parameters.count()) < 0.005);
    }
}
