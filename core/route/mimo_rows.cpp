#include "mimo_rows.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HUBBUB_MIMO_X86 1
#include <immintrin.h>
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" // false, inside GCC 12's own header
#endif
#endif

namespace hubbub::mimo {

namespace {

// Cells first .. width - 1, with the old value and the new value of the cell before the first.
inline void ahead_from(Value* cells, std::int32_t first, std::int32_t width, const Token* words, Token word,
                       StepCosts costs, Value before, Value least) {
    for (std::int32_t t = first; t < width; ++t) {
        const Value here = cells[t];
        Value value = here + costs.deletion;
        if (t > 0) value = std::min(value, before + (words[t - 1] == word ? costs.match : costs.mismatch));
        least = std::min(least, value);
        cells[t] = least;
        before = here;
    }
}

// Cells last .. 0, with the old value and the new value of the cell after the last.
inline void behind_from(Value* cells, std::int32_t last, std::int32_t width, const Token* words, Token word,
                        StepCosts costs, Value after, Value least) {
    for (std::int32_t t = last; t >= 0; --t) {
        const Value here = cells[t];
        Value value = here + costs.deletion;
        if (t + 1 < width) value = std::min(value, after + (words[t] == word ? costs.match : costs.mismatch));
        least = std::min(least, value);
        cells[t] = least;
        after = here;
    }
}

void plain_ahead(Value* cells, std::int32_t width, const Token* words, Token word, StepCosts costs) {
    ahead_from(cells, 0, width, words, word, costs, unreachable, unreachable);
}

void plain_behind(Value* cells, std::int32_t width, const Token* words, Token word, StepCosts costs) {
    behind_from(cells, width - 1, width, words, word, costs, unreachable, unreachable);
}

constexpr RowKernel plain{plain_ahead, plain_behind, "plain"};

#ifdef HUBBUB_MIMO_X86

__attribute__((target("avx512f"))) void avx512_ahead(Value* cells, std::int32_t width, const Token* words, Token word,
                                                     StepCosts costs) {
    if (width == 0) return;
    const __m512i deletion = _mm512_set1_epi32(costs.deletion), none = _mm512_set1_epi32(unreachable);
    const __m512i match = _mm512_set1_epi32(costs.match), mismatch = _mm512_set1_epi32(costs.mismatch);
    const __m512i wanted = _mm512_set1_epi32(word), top = _mm512_set1_epi32(15);
    Value before = cells[0];
    cells[0] += costs.deletion;
    __m512i old = _mm512_set1_epi32(before), least = _mm512_set1_epi32(cells[0]);
    std::int32_t t = 1;
    for (; t + 16 <= width; t += 16) {
        const __m512i here = _mm512_loadu_si512(cells + t);
        const __m512i left = _mm512_alignr_epi32(here, old, 15);
        const __mmask16 equal = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(words + t - 1), wanted);
        __m512i value = _mm512_min_epi32(_mm512_add_epi32(here, deletion),
                                         _mm512_add_epi32(left, _mm512_mask_blend_epi32(equal, mismatch, match)));
        if (equal) {
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(value, none, 15));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(value, none, 14));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(value, none, 12));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(value, none, 8));
        }
        value = _mm512_min_epi32(value, least);
        least = _mm512_permutexvar_epi32(top, value);
        old = here;
        _mm512_storeu_si512(cells + t, value);
    }
    before = _mm512_cvtsi512_si32(_mm512_permutexvar_epi32(top, old));
    ahead_from(cells, t, width, words, word, costs, before, cells[t - 1]);
}

__attribute__((target("avx512f"))) void avx512_behind(Value* cells, std::int32_t width, const Token* words, Token word,
                                                      StepCosts costs) {
    if (width == 0) return;
    const __m512i deletion = _mm512_set1_epi32(costs.deletion), none = _mm512_set1_epi32(unreachable);
    const __m512i match = _mm512_set1_epi32(costs.match), mismatch = _mm512_set1_epi32(costs.mismatch);
    const __m512i wanted = _mm512_set1_epi32(word), bottom = _mm512_setzero_si512();
    Value after = cells[width - 1];
    cells[width - 1] += costs.deletion;
    __m512i old = _mm512_set1_epi32(after), least = _mm512_set1_epi32(cells[width - 1]);
    std::int32_t t = width - 2; // the highest cell not yet done
    for (; t >= 15; t -= 16) {
        const __m512i here = _mm512_loadu_si512(cells + t - 15);
        const __m512i right = _mm512_alignr_epi32(old, here, 1);
        const __mmask16 equal = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(words + t - 15), wanted);
        __m512i value = _mm512_min_epi32(_mm512_add_epi32(here, deletion),
                                         _mm512_add_epi32(right, _mm512_mask_blend_epi32(equal, mismatch, match)));
        if (equal) {
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(none, value, 1));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(none, value, 2));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(none, value, 4));
            value = _mm512_min_epi32(value, _mm512_alignr_epi32(none, value, 8));
        }
        value = _mm512_min_epi32(value, least);
        least = _mm512_permutexvar_epi32(bottom, value);
        old = here;
        _mm512_storeu_si512(cells + t - 15, value);
    }
    after = _mm512_cvtsi512_si32(old);
    behind_from(cells, t, width, words, word, costs, after, cells[t + 1]);
}

constexpr RowKernel avx512{avx512_ahead, avx512_behind, "avx512"};

__attribute__((target("avx2"))) void avx2_ahead(Value* cells, std::int32_t width, const Token* words, Token word,
                                                StepCosts costs) {
    if (width == 0) return;
    const __m256i deletion = _mm256_set1_epi32(costs.deletion), none = _mm256_set1_epi32(unreachable);
    const __m256i match = _mm256_set1_epi32(costs.match), mismatch = _mm256_set1_epi32(costs.mismatch);
    const __m256i wanted = _mm256_set1_epi32(word), top = _mm256_set1_epi32(7);
    const __m256i up1 = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6), up2 = _mm256_setr_epi32(0, 0, 0, 1, 2, 3, 4, 5);
    Value before = cells[0];
    cells[0] += costs.deletion;
    __m256i old = _mm256_set1_epi32(before), least = _mm256_set1_epi32(cells[0]);
    std::int32_t t = 1;
    for (; t + 8 <= width; t += 8) {
        const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cells + t));
        const __m256i left =
            _mm256_blend_epi32(_mm256_permutevar8x32_epi32(here, up1), _mm256_permutevar8x32_epi32(old, top), 1);
        const __m256i equal =
            _mm256_cmpeq_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + t - 1)), wanted);
        __m256i value = _mm256_min_epi32(_mm256_add_epi32(here, deletion),
                                         _mm256_add_epi32(left, _mm256_blendv_epi8(mismatch, match, equal)));
        if (!_mm256_testz_si256(equal, equal)) {
            value = _mm256_min_epi32(value, _mm256_blend_epi32(_mm256_permutevar8x32_epi32(value, up1), none, 1));
            value = _mm256_min_epi32(value, _mm256_blend_epi32(_mm256_permutevar8x32_epi32(value, up2), none, 3));
            value = _mm256_min_epi32(value, _mm256_permute2x128_si256(value, none, 0x02));
        }
        value = _mm256_min_epi32(value, least);
        least = _mm256_permutevar8x32_epi32(value, top);
        old = here;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(cells + t), value);
    }
    before = _mm256_extract_epi32(old, 7);
    ahead_from(cells, t, width, words, word, costs, before, cells[t - 1]);
}

__attribute__((target("avx2"))) void avx2_behind(Value* cells, std::int32_t width, const Token* words, Token word,
                                                 StepCosts costs) {
    if (width == 0) return;
    const __m256i deletion = _mm256_set1_epi32(costs.deletion), none = _mm256_set1_epi32(unreachable);
    const __m256i match = _mm256_set1_epi32(costs.match), mismatch = _mm256_set1_epi32(costs.mismatch);
    const __m256i wanted = _mm256_set1_epi32(word), bottom = _mm256_setzero_si256();
    const __m256i down1 = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7), down2 = _mm256_setr_epi32(2, 3, 4, 5, 6, 7, 7, 7);
    Value after = cells[width - 1];
    cells[width - 1] += costs.deletion;
    __m256i old = _mm256_set1_epi32(after), least = _mm256_set1_epi32(cells[width - 1]);
    std::int32_t t = width - 2;
    for (; t >= 7; t -= 8) {
        const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cells + t - 7));
        const __m256i right = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(here, down1),
                                                 _mm256_permutevar8x32_epi32(old, bottom), 0x80);
        const __m256i equal =
            _mm256_cmpeq_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + t - 7)), wanted);
        __m256i value = _mm256_min_epi32(_mm256_add_epi32(here, deletion),
                                         _mm256_add_epi32(right, _mm256_blendv_epi8(mismatch, match, equal)));
        if (!_mm256_testz_si256(equal, equal)) {
            value = _mm256_min_epi32(value, _mm256_blend_epi32(_mm256_permutevar8x32_epi32(value, down1), none, 0x80));
            value = _mm256_min_epi32(value, _mm256_blend_epi32(_mm256_permutevar8x32_epi32(value, down2), none, 0xC0));
            value = _mm256_min_epi32(value, _mm256_permute2x128_si256(value, none, 0x21));
        }
        value = _mm256_min_epi32(value, least);
        least = _mm256_permutevar8x32_epi32(value, bottom);
        old = here;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(cells + t - 7), value);
    }
    after = _mm256_extract_epi32(old, 0);
    behind_from(cells, t, width, words, word, costs, after, cells[t + 1]);
}

constexpr RowKernel avx2{avx2_ahead, avx2_behind, "avx2"};

#endif

RowKernel choose() {
    const char* asked = std::getenv("HUBBUB_SIMD");
    const auto may = [&](const char* name) { return asked == nullptr || std::strcmp(asked, name) == 0; };
#ifdef HUBBUB_MIMO_X86
    if (may("avx512") && __builtin_cpu_supports("avx512f")) return avx512;
    if (may("avx2") && __builtin_cpu_supports("avx2")) return avx2;
#endif
    (void)may;
    return plain;
}

} // namespace

const RowKernel& row_kernel() {
    static const RowKernel kernel = choose();
    return kernel;
}

} // namespace hubbub::mimo
