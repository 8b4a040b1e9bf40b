#include "training/model_states.hpp"
#include "training/sharding.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace sizer;

namespace {

double bytes_each(Optimizer optimizer, TrainingPrecision precision) {
    const auto number = [](Ratio r) { return static_cast<double>(r.numerator) / static_cast<double>(r.denominator); };
    const StateWidths w = state_widths(optimizer, precision);
    return number(w.weights) + number(w.gradients) + number(w.master) + number(w.moments);
}

/// 16 bytes a parameter, divided over 64 devices.
Bytes zero_paper(std::uint32_t stage) {
    const Bytes parameters(7'500'000'000);
    const ModelStates whole{parameters * 2, parameters * 2, parameters * 12};
    const ModelStates mine = sharded(whole, stage, 64);
    return mine.weights + mine.gradients + mine.optimizer;
}

/// GiB with two decimals, as DeepSpeed prints them.
long hundredths(Bytes bytes) { return std::lround(static_cast<double>(bytes.count()) / 1073741824.0 * 100.0); }

// t5-3b of DeepSpeed's documentation: 2,851,598,336 parameters, the largest layer its embedding of 32,128 x 1,024.
const Params k_t5_3b{2'851'598'336};
const Params k_t5_3b_largest{32'128ULL * 1'024};

}  // namespace

TEST_CASE("mixed-precision Adam keeps 16 bytes for each parameter", "[training]") {
    // ZeRO (arXiv:1910.02054) section 3.1: fp16 parameters 2, fp16 gradients 2, fp32 copy, momentum and variance 12.
    CHECK(bytes_each(Optimizer::adamw, TrainingPrecision::mixed_fp16) == 16);
    CHECK(bytes_each(Optimizer::adamw, TrainingPrecision::mixed_bf16) == 16);
    CHECK(bytes_each(Optimizer::adamw, TrainingPrecision::fp32) == 16);  // 4 + 4 + 8
    // torchtune memory_optimizations.rst: all in bf16, 2 + 2 + 4.
    CHECK(bytes_each(Optimizer::adamw, TrainingPrecision::bf16) == 8);
    // bitsandbytes: two moments of 1 byte and 4/256 of scale: 2.03125, on 2 + 2.
    CHECK(bytes_each(Optimizer::adamw_8bit, TrainingPrecision::bf16) == 6.03125);
    // LOMO (arXiv:2306.09782) section 2: neither master nor moments.
    CHECK(bytes_each(Optimizer::lomo, TrainingPrecision::mixed_fp16) == 4);
    CHECK(bytes_each(Optimizer::sgd, TrainingPrecision::mixed_fp16) == 8);
}

TEST_CASE("the ZeRO paper's 7.5B model on 64 devices", "[training]") {
    // Figure 1: 120 GB, 31.4, 16.6 and 1.9. 4 P + 12 P / 64 = 31.40625e9; 2 P + 14 P / 64 = 16.640625e9; 16 P / 64.
    CHECK(zero_paper(0).count() == 120'000'000'000);
    CHECK(zero_paper(1).count() == 31'406'250'000);
    CHECK(zero_paper(2).count() == 16'640'625'000);
    CHECK(zero_paper(3).count() == 1'875'000'000);
}

TEST_CASE("DeepSpeed's documented ZeRO-2 example", "[training]") {
    // docs/code-docs/source/memory.rst, t5-3b on 8 devices: 127.48 | 5.31 offloaded, 127.48 | 15.93 not.
    const auto offloaded = deepspeed_zero2(k_t5_3b, 8, Offload::optimizer, DeepSpeedRelease::documented);
    CHECK(hundredths(offloaded.host) == 12748);
    CHECK(hundredths(offloaded.device) == 531);
    const auto kept = deepspeed_zero2(k_t5_3b, 8, Offload::none, DeepSpeedRelease::documented);
    CHECK(hundredths(kept.host) == 12748);
    CHECK(hundredths(kept.device) == 1593);
}

TEST_CASE("DeepSpeed's ZeRO-2 estimate today is 2 P + 18 P / N", "[training]") {
    // 8e9 x 2 + 8e9 x 18 / 8 = 34e9.
    CHECK(deepspeed_zero2(Params(8'000'000'000), 8, Offload::none).device.count() == 34'000'000'000);
}

TEST_CASE("DeepSpeed's documented ZeRO-3 example", "[training]") {
    // The same page: 71.71 | 0.12, 63.74 | 0.79, 1.47 | 6.10.
    const auto all = deepspeed_zero3(k_t5_3b, k_t5_3b_largest, 8, Offload::parameters);
    CHECK(hundredths(all.host) == 7171);
    CHECK(hundredths(all.device) == 12);
    const auto optimizer = deepspeed_zero3(k_t5_3b, k_t5_3b_largest, 8, Offload::optimizer);
    CHECK(hundredths(optimizer.host) == 6374);
    CHECK(hundredths(optimizer.device) == 79);
    const auto none = deepspeed_zero3(k_t5_3b, k_t5_3b_largest, 8, Offload::none);
    CHECK(hundredths(none.host) == 147);
    CHECK(hundredths(none.device) == 610);
}
