// The tables' loops for AVX2. See abreast.hpp.
#pragma once

#include "route/rows/abreast.hpp"
#include "route/rows/simd_x86.hpp"

#include <limits>

namespace hubbub::route::rows {

HUBBUB_TARGET("avx2") inline __m256i load16(const std::int16_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
HUBBUB_TARGET("avx2") inline void store16(Small* at, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), x);
}

// Two words at a time: what the first makes of a cell goes straight into the second.
HUBBUB_TARGET("avx2") inline void carry_avx2(const Along& along) {
    const __m256i deletion = _mm256_set1_epi16(along.deletion);
    const std::int32_t heard = along.cells - 1;
    const Small* pairs = along.pairs;
    std::int32_t p = 0;
    for (; p + 2 <= along.words; p += 2, pairs += 2 * heard) {
        __m256i old = load16(along.buffer), first = _mm256_add_epi16(old, deletion);
        __m256i second = _mm256_add_epi16(first, deletion);
        store16(along.buffer, second);
        for (std::int32_t k = 1; k < along.cells; ++k) {
            const __m256i here = load16(along.buffer + k * abreast), between = first;
            const __m256i paired = _mm256_add_epi16(old, _mm256_set1_epi16(pairs[k - 1]));
            first = _mm256_min_epi16(first, _mm256_min_epi16(paired, _mm256_add_epi16(here, deletion)));
            const __m256i again = _mm256_add_epi16(between, _mm256_set1_epi16(pairs[heard + k - 1]));
            second = _mm256_min_epi16(second, _mm256_min_epi16(again, _mm256_add_epi16(first, deletion)));
            store16(along.buffer + k * abreast, second);
            old = here;
        }
    }
    if (p == along.words) return;
    __m256i old = load16(along.buffer), least = _mm256_add_epi16(old, deletion);
    store16(along.buffer, least);
    for (std::int32_t k = 1; k < along.cells; ++k) {
        const __m256i here = load16(along.buffer + k * abreast);
        const __m256i paired = _mm256_add_epi16(old, _mm256_set1_epi16(pairs[k - 1]));
        least = _mm256_min_epi16(least, _mm256_min_epi16(paired, _mm256_add_epi16(here, deletion)));
        store16(along.buffer + k * abreast, least);
        old = here;
    }
}

HUBBUB_TARGET("avx2") inline void together_avx2(const Along& along, std::int32_t first, std::int32_t count) {
    for (std::int32_t k = 0; k < along.cells; ++k)
        store16(along.buffer + k * abreast, load16(along.from + first + k * along.stride));
    carry_avx2(along);
    // What is not one of the lines stays as it is.
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m256i inside = _mm256_cmpgt_epi16(_mm256_set1_epi16(static_cast<Small>(count)), lane);
    const __m256i none = _mm256_set1_epi16(std::numeric_limits<Small>::max());
    for (std::int32_t k = 0; k < along.cells; ++k) {
        Small* to = along.to + first + k * along.stride;
        const __m256i found = _mm256_blendv_epi8(none, load16(along.buffer + k * abreast), inside);
        store16(to, _mm256_min_epi16(load16(to), found));
    }
}

// Turns two squares of eight by eight, one in the lower and one in the upper halves.
HUBBUB_TARGET("avx2") inline void turn(__m256i x[8]) {
    __m256i y[8];
    for (int i = 0; i < 4; ++i) {
        y[2 * i] = _mm256_unpacklo_epi16(x[2 * i], x[2 * i + 1]);
        y[2 * i + 1] = _mm256_unpackhi_epi16(x[2 * i], x[2 * i + 1]);
    }
    for (int i = 0; i < 2; ++i) {
        x[4 * i] = _mm256_unpacklo_epi32(y[4 * i], y[4 * i + 2]);
        x[4 * i + 1] = _mm256_unpackhi_epi32(y[4 * i], y[4 * i + 2]);
        x[4 * i + 2] = _mm256_unpacklo_epi32(y[4 * i + 1], y[4 * i + 3]);
        x[4 * i + 3] = _mm256_unpackhi_epi32(y[4 * i + 1], y[4 * i + 3]);
    }
    for (int i = 0; i < 4; ++i) {
        y[2 * i] = _mm256_unpacklo_epi64(x[i], x[i + 4]);
        y[2 * i + 1] = _mm256_unpackhi_epi64(x[i], x[i + 4]);
    }
    for (int i = 0; i < 8; ++i) x[i] = y[i];
}

// Lines whose cells are neighbours: eight cells of sixteen lines are turned at a time.
HUBBUB_TARGET("avx2") inline void turned_avx2(const Along& along, const std::int32_t* first, std::int32_t count) {
    std::int32_t at[abreast];
    for (std::int32_t l = 0; l < abreast; ++l) at[l] = first[std::min(l, count - 1)]; // the last one several times
    const auto half = [](const Small* from)
                          HUBBUB_TARGET("avx2") { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
    __m256i x[8];
    for (std::int32_t k = 0; k < along.cells; k += 8) {
        for (int i = 0; i < 8; ++i)
            x[i] = _mm256_set_m128i(half(along.from + at[i + 8] + k), half(along.from + at[i] + k));
        turn(x);
        for (int i = 0; i < 8; ++i) store16(along.buffer + (k + i) * abreast, x[i]);
    }
    carry_avx2(along);
    const __m256i none = _mm256_set1_epi16(std::numeric_limits<Small>::max());
    for (std::int32_t k = along.cells; k % 8 != 0; ++k) store16(along.buffer + k * abreast, none);
    for (std::int32_t k = 0; k < along.cells; k += 8) {
        for (int i = 0; i < 8; ++i) x[i] = load16(along.buffer + (k + i) * abreast);
        turn(x);
        for (int i = 0; i < abreast; ++i) {
            Small* to = along.to + at[i] + k;
            const __m128i found = i < 8 ? _mm256_castsi256_si128(x[i]) : _mm256_extracti128_si256(x[i - 8], 1);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_min_epi16(half(to), found));
        }
    }
}

HUBBUB_TARGET("avx2") inline void apart_avx2(const Along& along, const std::int32_t* first, std::int32_t count) {
    if (along.stride == 1) return turned_avx2(along, first, count);
    gather(along, first, count);
    carry_avx2(along);
    scatter(along, first, count);
}

inline constexpr LineOps avx2_lines{together_avx2, apart_avx2};

} // namespace hubbub::route::rows
