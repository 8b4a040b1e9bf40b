#pragma once

#include <sizer/deployment.hpp>
#include <sizer/model.hpp>
#include <sizer/quantity.hpp>
#include <sizer/statement.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sizer {

/// How a number was obtained, from the weakest to the strongest; `given` is the user's own.
enum class Basis : std::uint8_t { rule, shape, engine, file, given };

enum class TermName : std::uint8_t { weights, kv_cache, activations, overhead };
inline constexpr std::array k_terms = {TermName::weights, TermName::kv_cache, TermName::activations,
                                       TermName::overhead};

/// One term of the equation. `bytes` is absent where the term cannot be known; `formula` is the arithmetic with its
/// numbers.
struct Term {
    std::optional<Bytes> bytes = {};
    Basis basis = Basis::rule;
    Statement formula;
};

struct WeightsTerm : Term {
    Bytes not_loaded = {};             ///< MTP layers, which no engine loads unless asked
    std::vector<TensorSum> sums = {};  ///< by class and type, for the shape and file bases
    std::optional<Bytes> rule = {};    ///< what the rule of thumb gives, where another basis was used
};

/// bytes = bytes_per_token x tokens + window + state + index + padding. Tokens are the cells that an engine really
/// holds.
struct KvCacheTerm : Term {
    Bytes bytes_per_token = {};  ///< what one more token of one session adds beyond every window
    Tokens tokens = {};
    Bytes window = {};
    Bytes state = {};
    Bytes index = {};
    Bytes padding = {};  ///< an engine's odd bytes beside its cells
    KvLayout groups = {};
};

struct ActivationsTerm : Term {
    std::uint64_t sequences = 0;
    std::optional<Bytes> compute = {};  ///< with an engine: its compute buffer on the device
    std::optional<Bytes> output = {};   ///< logits and embeddings that it hands out
    std::optional<Bytes> host = {};     ///< in the host's memory, outside the total
    bool approximate = false;           ///< the engine's allocator scatters around the formula here
};

struct OverheadTerm : Term {
    std::uint32_t devices = 1;
};

/// The closed account of one unsharded instance.
struct Budget {
    WeightsTerm weights;
    KvCacheTerm kv_cache;
    ActivationsTerm activations;
    OverheadTerm overhead;
    std::optional<Bytes> total = {};          ///< absent when a term is
    std::optional<Bytes> required_low = {};   ///< total x (1 + lower margin)
    std::optional<Bytes> required_high = {};  ///< total x (1 + upper margin)
    std::optional<TermName> dominant = {};
};

/// the term of that name.
[[nodiscard]] const Term& term(const Budget& budget, TermName name);

/// the term's name, the same in every language: "kv_cache".
[[nodiscard]] std::string_view term_key(TermName name);

/// the account of `model` served as `deployment` says by the engine it names. Pure; throws Overflow, and InputError for
/// what the engine refuses.
[[nodiscard]] Budget memory_budget(const Model& model, const Deployment& deployment);

}  // namespace sizer
