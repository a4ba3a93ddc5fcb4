// A short row carried through all words of an utterance at once, in AVX-512 registers: nothing is stored between words.
// See simd.hpp.
//
// Costs are counted from all words deleted, so that a deletion changes nothing: a word that may pair with nothing is
// passed over, and one that matches nothing needs no running minimum. Then the cells that may pair are one by
// themselves already, and those before them take the value of the first where it is less.
#pragma once

#include "route/rows/simd_x86.hpp"

#include <bit>

namespace hubbub::route::rows {

HUBBUB_TARGET("avx512f") inline __mmask16 part(std::uint64_t bits, int v) {
    return static_cast<__mmask16>(bits >> (16 * v));
}

HUBBUB_TARGET("avx512f") inline std::uint64_t same_avx512(const Token* words, std::int32_t count, Token word) {
    const __m512i said = _mm512_set1_epi32(word);
    std::uint64_t same = 0;
    for (std::int32_t k = 0; k < count; k += 16) {
        const auto inside = static_cast<__mmask16>(count - k >= 16 ? 0xffff : (1u << (count - k)) - 1);
        const __m512i heard = _mm512_maskz_loadu_epi32(inside, words + k);
        same |= std::uint64_t{_mm512_mask_cmpeq_epi32_mask(inside, heard, said)} << k;
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
        for (int v = 0; v < vectors; ++v) { // the next vector is still as it was
            const __m512i after = _mm512_alignr_epi32(v + 1 < vectors ? row[v + 1] : none, row[v], 1);
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
            row[v] = _mm512_min_epi32(row[v], _mm512_alignr_epi32(none, row[v], 1));
            row[v] = _mm512_min_epi32(row[v], _mm512_alignr_epi32(none, row[v], 2));
            row[v] = _mm512_min_epi32(row[v], _mm512_alignr_epi32(none, row[v], 4));
            row[v] = _mm512_min_epi32(row[v], _mm512_alignr_epi32(none, row[v], 8));
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

} // namespace hubbub::route::rows
