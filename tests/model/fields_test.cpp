#include "model/fields.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace sizer;

namespace {

/// Stands for a value of any type, to try with how many a struct can be initialised.
struct Anything {
    template <class T>
    operator T() const;
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...> /*members*/) {
    return requires { T{(static_cast<void>(I), Anything{})...}; };
}

/// the number of members of the struct `T`.
template <class T, std::size_t N = 1>
constexpr std::size_t members() {
    if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
        return members<T, N + 1>();
    } else {
        return N;
    }
}

template <class T>
std::vector<std::string> names_of(const T& value) {
    std::vector<std::string> names;
    for_each_field(value, [&](std::string_view name, const auto&) { names.emplace_back(name); });
    return names;
}

template <class E>
void check_names(E last) {
    CHECK(k_enum_names<E>.size() == static_cast<std::size_t>(last) + 1);
    for (std::size_t i = 0; i < k_enum_names<E>.size(); ++i) {
        const auto value = static_cast<E>(i);
        CHECK(enum_from_name<E>(enum_name(value)) == value);
    }
}

}  // namespace

TEST_CASE("the list of fields leaves out no member of any struct", "[fields]") {
    const Dimensions dims;
    CHECK(names_of(dims).size() == members<Dimensions>());
    for_each_field(dims, [](std::string_view name, const auto& member) {
        using Member = std::remove_cvref_t<decltype(member)>;
        if constexpr (FieldGroup<Member>) {
            INFO(name);
            CHECK(names_of(member).size() == members<Member>());
        }
    });
}

TEST_CASE("a group lists its fields in the order of declaration", "[fields]") {
    const Dimensions dims;
    const auto names = names_of(dims);
    CHECK(names.front() == "design");
    CHECK(names.back() == "mtp");
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    CHECK(names_of(dims.indexer) == std::vector<std::string>{"heads", "head_dim", "top_k"});
    const std::byte* last = nullptr;
    for_each_field(dims, [&](std::string_view name, const auto& member) {
        INFO(name);
        const auto* at = reinterpret_cast<const std::byte*>(&member);
        CHECK((last == nullptr || at > last));
        last = at;
    });
}

TEST_CASE("fields are written through the walk that reads them", "[fields]") {
    Dimensions dims;
    for_each_field(dims, [](std::string_view name, auto& member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::uint32_t>) {
            if (name == "kv_heads") { member = 8; }
        }
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, Experts>) { member.experts = 128; }
    });
    CHECK(dims.kv_heads == 8);
    CHECK(dims.moe.experts == 128);
}

TEST_CASE("every enumerator has a name that leads back to it", "[fields]") {
    check_names(Design::rwkv);
    check_names(QkNorm::per_head);
    check_names(NormKind::layer_no_bias);
    check_names(MlpKind::two_matrix);
    check_names(VisionKind::count);
    check_names(MtpKind::nemotron);
    CHECK(enum_name(Design::granite_hybrid) == "granite_hybrid");
    CHECK(enum_name(VisionKind::siglip_gemma3) == "siglip_gemma3");
    CHECK_FALSE(enum_from_name<Design>("Standard").has_value());
    CHECK_FALSE(enum_from_name<Design>("").has_value());
}
