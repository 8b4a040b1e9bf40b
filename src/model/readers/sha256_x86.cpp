#include "model/readers/sha256_blocks.hpp"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

namespace sizer {

bool has_sha_instructions() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    // Leaf 7, EBX bit 29: SHA; leaf 1, ECX bits 9 and 19: SSSE3 and SSE4.1. Source: Intel SDM, volume 2A, CPUID.
    const bool sha = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & (1U << 29U)) != 0;
    return sha && __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & (1U << 9U)) != 0 && (c & (1U << 19U)) != 0;
}

/// Four rounds for each four words; the schedule's next four are made as soon as their sources are used up. The
/// instructions want the state as ABEF and CDGH. Source: Gulley et al., "Intel SHA Extensions", 2013.
__attribute__((target("sha,sse4.1,ssse3"))) void compress_blocks_x86(Sha256State& state, const std::byte* data,
                                                                     std::size_t blocks) {
    const auto load = [](const void* at) __attribute__((target("sha,sse4.1,ssse3"))) {
        return _mm_loadu_si128(static_cast<const __m128i*>(at));
    };
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i cdab = _mm_shuffle_epi32(load(state.data()), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(load(state.data() + 4), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks != 0; --blocks, data += k_sha256_block) {
        const __m128i abef_before = abef;
        const __m128i cdgh_before = cdgh;
        __m128i words[4];
        for (std::size_t i = 0; i < 4; ++i) {
            words[i] = _mm_shuffle_epi8(load(data + 16 * i), swap);
        }
#pragma GCC unroll 16
        for (std::size_t group = 0; group < 16; ++group) {
            __m128i& now = words[group % 4];
            __m128i sum = _mm_add_epi32(now, load(k_sha256_constants.data() + 4 * group));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            sum = _mm_shuffle_epi32(sum, 0x0E);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, sum);
            const __m128i last = words[(group + 3) % 4];
            const __m128i middle = _mm_alignr_epi8(last, words[(group + 2) % 4], 4);
            now = _mm_add_epi32(_mm_sha256msg1_epu32(now, words[(group + 1) % 4]), middle);
            now = _mm_sha256msg2_epu32(now, last);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    const auto store = [](void* at, __m128i value) __attribute__((target("sha,sse4.1,ssse3"))) {
        _mm_storeu_si128(static_cast<__m128i*>(at), value);
    };
    store(state.data(), _mm_blend_epi16(feba, dchg, 0xF0));
    store(state.data() + 4, _mm_alignr_epi8(dchg, feba, 8));
}

}  // namespace sizer

#endif
