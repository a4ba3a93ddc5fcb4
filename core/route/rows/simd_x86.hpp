// The loops of simd.hpp for AVX2 (8 cells at a time) and AVX-512 (16).
#pragma once

#include "route/rows/simd.hpp"

#include <bit>
#include <immintrin.h>
#include <string_view>

#ifdef _MSC_VER
#include <intrin.h>
#define HUBBUB_TARGET(features)
#else
#define HUBBUB_TARGET(features) __attribute__((target(features)))
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" // GCC 12 warns about undefined lanes in its own header
#endif

namespace hubbub::route::rows {

// ---- AVX2 ----

HUBBUB_TARGET("avx2") inline __m256i load8(const std::int32_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
HUBBUB_TARGET("avx2") inline void store8(std::int32_t* at, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), x);
}

// Broadcasts the lane that is last in the direction of the row.
template <Side side> HUBBUB_TARGET("avx2") inline __m256i last8(__m256i x) {
    if constexpr (side == Side::behind) return _mm256_broadcastd_epi32(_mm256_castsi256_si128(x));
    return _mm256_shuffle_epi32(_mm256_permute2x128_si256(x, x, 0x11), 0xff);
}
// The previous cell of each, in the direction of the row; `old` are the eight cells before these.
template <Side side> HUBBUB_TARGET("avx2") inline __m256i before8(__m256i here, __m256i old) {
    if constexpr (side == Side::ahead)
        return _mm256_alignr_epi8(here, _mm256_permute2x128_si256(old, here, 0x21), 12);
    else
        return _mm256_alignr_epi8(_mm256_permute2x128_si256(here, old, 0x21), here, 4);
}
// The running minimum of the lanes: within the halves, then from one half to the other.
template <Side side> HUBBUB_TARGET("avx2") inline __m256i least8(__m256i x, __m256i none) {
    if constexpr (side == Side::ahead) {
        x = _mm256_min_epi32(x, _mm256_alignr_epi8(x, none, 12));
        x = _mm256_min_epi32(x, _mm256_alignr_epi8(x, none, 8));
        return _mm256_min_epi32(x, _mm256_permute2x128_si256(_mm256_shuffle_epi32(x, 0xff), none, 0x02));
    } else {
        x = _mm256_min_epi32(x, _mm256_alignr_epi8(none, x, 4));
        x = _mm256_min_epi32(x, _mm256_alignr_epi8(none, x, 8));
        return _mm256_min_epi32(x, _mm256_permute2x128_si256(_mm256_shuffle_epi32(x, 0x00), none, 0x21));
    }
}

// The loop-carried dependency is a single minimum, `least`: everything else of a vector is computed before it.
template <Side side>
HUBBUB_TARGET("avx2")
inline void push_avx2(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    constexpr bool ahead = side == Side::ahead;
    const __m256i none = _mm256_set1_epi32(far), deletion = _mm256_set1_epi32(steps.deletion);
    const __m256i match = _mm256_set1_epi32(steps.match), mismatch = _mm256_set1_epi32(steps.mismatch);
    const __m256i wanted = _mm256_set1_epi32(word);
    Value& start = cells[ahead ? 0 : width - 1];
    __m256i old = _mm256_set1_epi32(start);
    start += steps.deletion;
    __m256i least = _mm256_set1_epi32(start);
    std::int32_t done = 1;
    for (; done + 8 <= width; done += 8) {
        const std::int32_t at = ahead ? done : width - 8 - done;
        const __m256i here = load8(cells + at),
                      equal = _mm256_cmpeq_epi32(load8(words + (ahead ? at - 1 : at)), wanted);
        const __m256i pair = _mm256_blendv_epi8(mismatch, match, equal);
        __m256i x =
            _mm256_min_epi32(_mm256_add_epi32(here, deletion), _mm256_add_epi32(before8<side>(here, old), pair));
        if (!_mm256_testz_si256(equal, equal)) x = least8<side>(x, none);
        store8(cells + at, _mm256_min_epi32(x, least));
        least = _mm256_min_epi32(least, last8<side>(x));
        old = here;
    }
    push_from<side>(done, _mm256_cvtsi256_si32(last8<side>(old)), cells[ahead ? done - 1 : width - done], cells, width,
                    steps.deletion, [&](std::int32_t k) { return steps.pair(word, words[k]); });
}

// ---- AVX-512 ----

// Shifts lanes in the direction of the row; the lanes shifted in come from the end of `old`.
template <Side side, int by> HUBBUB_TARGET("avx512f") inline __m512i moved16(__m512i x, __m512i old) {
    if constexpr (side == Side::ahead)
        return _mm512_alignr_epi32(x, old, 16 - by);
    else
        return _mm512_alignr_epi32(old, x, by);
}

template <Side side> HUBBUB_TARGET("avx512f") inline __m512i least16(__m512i x, __m512i none) {
    x = _mm512_min_epi32(x, moved16<side, 1>(x, none));
    x = _mm512_min_epi32(x, moved16<side, 2>(x, none));
    x = _mm512_min_epi32(x, moved16<side, 4>(x, none));
    return _mm512_min_epi32(x, moved16<side, 8>(x, none));
}

// Lanes beyond the row's end are masked off, so no scalar rest is needed. Elsewhere there is no mask: a masked store is
// slow to load again.
template <Side side>
HUBBUB_TARGET("avx512f")
inline void push_avx512(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    constexpr bool ahead = side == Side::ahead;
    const __m512i none = _mm512_set1_epi32(far), deletion = _mm512_set1_epi32(steps.deletion);
    const __m512i match = _mm512_set1_epi32(steps.match), mismatch = _mm512_set1_epi32(steps.mismatch);
    const __m512i wanted = _mm512_set1_epi32(word), last = _mm512_set1_epi32(ahead ? 15 : 0);
    Value& start = cells[ahead ? 0 : width - 1];
    __m512i old = _mm512_set1_epi32(start);
    start += steps.deletion;
    __m512i least = _mm512_set1_epi32(start);
    for (std::int32_t done = 1; done < width; done += 16) {
        const std::int32_t at = ahead ? done : width - 16 - done, beyond = std::max(0, done + 16 - width);
        const auto inside = static_cast<__mmask16>(ahead ? 0xffffu >> beyond : 0xffffu << beyond);
        const Token* there = words + (ahead ? at - 1 : at);
        const __m512i here =
            beyond == 0 ? _mm512_loadu_si512(cells + at) : _mm512_mask_loadu_epi32(none, inside, cells + at);
        const __m512i block = beyond == 0 ? _mm512_loadu_si512(there) : _mm512_maskz_loadu_epi32(inside, there);
        const __mmask16 equal = _mm512_mask_cmpeq_epi32_mask(inside, block, wanted);
        const __m512i pair = _mm512_mask_blend_epi32(equal, mismatch, match);
        __m512i x =
            _mm512_min_epi32(_mm512_add_epi32(here, deletion), _mm512_add_epi32(moved16<side, 1>(here, old), pair));
        if (equal != 0) x = least16<side>(x, none);
        const __m512i row = _mm512_min_epi32(x, least);
        if (beyond == 0) {
            _mm512_storeu_si512(cells + at, row);
        } else {
            _mm512_mask_storeu_epi32(cells + at, inside, row);
        }
        least = _mm512_min_epi32(least, _mm512_permutexvar_epi32(last, x));
        old = here;
    }
}

// A short row stays in registers through all words of an utterance. Costs are counted from all words deleted, so a
// deletion changes nothing: a word without allowed pairs is skipped, and one without a match needs no running minimum.
// Then only the cells that may be paired change, and those before them take the value of the first one if it is less.

HUBBUB_TARGET("avx512f") inline __mmask16 part(std::uint64_t bits, int v) {
    return static_cast<__mmask16>(bits >> (16 * v));
}

HUBBUB_TARGET("avx512f") inline std::uint64_t same_avx512(const Token* words, std::int32_t count, Token word) {
    const __m512i wanted = _mm512_set1_epi32(word);
    std::uint64_t same = 0;
    for (std::int32_t k = 0; k < count; k += 16) {
        const auto inside = static_cast<__mmask16>(count - k >= 16 ? 0xffff : (1u << (count - k)) - 1);
        const __m512i block = _mm512_maskz_loadu_epi32(inside, words + k);
        same |= std::uint64_t{_mm512_mask_cmpeq_epi32_mask(inside, block, wanted)} << k;
    }
    return same;
}

template <int vectors>
HUBBUB_TARGET("avx512f")
inline void behind_vectors(Value* cells, std::int32_t width, std::span<const Pairs> words, const Steps& steps) {
    const __m512i none = _mm512_set1_epi32(far), first = _mm512_setzero_si512();
    const __m512i match = _mm512_set1_epi32(steps.match - steps.deletion);
    const __m512i mismatch = _mm512_set1_epi32(steps.mismatch - steps.deletion);
    const std::uint64_t inside = ~std::uint64_t{0} >> (64 - width);
    __m512i row[vectors];
    for (int v = 0; v < vectors; ++v) row[v] = _mm512_mask_loadu_epi32(none, part(inside, v), cells + 16 * v);
    for (std::size_t p = words.size(); p-- > 0;) {
        const auto [may, same] = words[p];
        if (may == 0) continue;
        for (int v = 0; v < vectors; ++v) { // the next vector still has its old values
            const __m512i after = moved16<Side::behind, 1>(row[v], v + 1 < vectors ? row[v + 1] : none);
            const __m512i pair = _mm512_mask_blend_epi32(part(same, v), mismatch, match);
            row[v] = _mm512_mask_min_epi32(row[v], part(may, v), row[v], _mm512_add_epi32(after, pair));
        }
        const std::uint64_t lowest = may & (~may + 1);
        if (same == 0 && ((may + lowest) & may) == 0) {
            const int at = std::countr_zero(may);
            __m512i leaving = none;
            for (int v = 0; v < vectors; ++v)
                if (at / 16 == v) leaving = _mm512_permutexvar_epi32(_mm512_set1_epi32(at % 16), row[v]);
            for (int v = 0; v < vectors; ++v)
                row[v] = _mm512_mask_min_epi32(row[v], part(lowest - 1, v), row[v], leaving);
            continue;
        }
        for (int v = 0; v < vectors; ++v) {
            row[v] = least16<Side::behind>(row[v], none);
        }
        for (int v = vectors - 1; v-- > 0;)
            row[v] = _mm512_min_epi32(row[v], _mm512_permutexvar_epi32(first, row[v + 1]));
    }
    const __m512i deleted = _mm512_set1_epi32(steps.deletion * static_cast<Value>(words.size()));
    for (int v = 0; v < vectors; ++v)
        _mm512_mask_storeu_epi32(cells + 16 * v, part(inside, v), _mm512_add_epi32(row[v], deleted));
}

HUBBUB_TARGET("avx512f")
inline void behind_words_avx512(Value* cells, std::int32_t width, std::span<const Pairs> words, const Steps& steps) {
    if (width <= 16) return behind_vectors<1>(cells, width, words, steps);
    if (width <= 32) return behind_vectors<2>(cells, width, words, steps);
    if (width <= 48) return behind_vectors<3>(cells, width, words, steps);
    behind_vectors<4>(cells, width, words, steps);
}

inline constexpr WordOps avx512_words{same_avx512, behind_words_avx512};

inline bool has(const char* feature) {
    const bool wide = std::string_view(feature) == "avx512f";
#ifdef _MSC_VER
    int info[4];
    __cpuid(info, 1);
    if ((info[2] >> 27 & 1) == 0) return false; // the operating system does not save wide registers
    const auto saved = _xgetbv(0);
    __cpuidex(info, 7, 0);
    if (wide) return (info[1] >> 16 & 1) != 0 && (saved & 0xe6) == 0xe6;
    return (info[1] >> 5 & 1) != 0 && (saved & 0x6) == 0x6;
#else
    return wide ? __builtin_cpu_supports("avx512f") != 0 : __builtin_cpu_supports("avx2") != 0;
#endif
}

} // namespace hubbub::route::rows
