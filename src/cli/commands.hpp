#pragma once

#include "cli/options.hpp"
#include "report/number.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/run.hpp>

#include <iosfwd>

namespace sizer {

// Exit statuses; 1 is an answer, not a failure.
inline constexpr int k_done = 0;
inline constexpr int k_answer_no = 1;
inline constexpr int k_bad_input = 2;
inline constexpr int k_cannot_say = 3;
inline constexpr int k_not_written = 74;

/// How the answer is to be shown.
struct Manner {
    bool json = false;
    Units units = Units::gb;
    Terminal terminal = {};
};

// One file each; all return the exit status and throw InputError.

/// `sizer [options]`: the inference budget.
int budget_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out);

/// `sizer models | hardware | formats | engines [NAME]`.
int list_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::ostream& out);

/// `sizer inspect FILE`: what a model file says of itself.
int inspect_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::ostream& out);

/// `sizer train`: the training budget.
int train_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                  std::ostream& out);

/// `sizer --engine all`: the same request by every engine, lowest to highest.
int spread_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out);

/// `sizer solve FIELD`: the value that fits, and the one beside it that does not.
int solve_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                  std::ostream& out);

/// `sizer verify LOG`: the budget held against what an engine says it allocated.
int verify_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out);

/// `sizer schema`: the contract's JSON Schema.
int schema_command(std::ostream& out);

}  // namespace sizer
