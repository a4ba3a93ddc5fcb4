#include "simd.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__) || defined(_M_X64)
#define HUBBUB_X86 1
#include <immintrin.h>
#ifdef _MSC_VER
#include <intrin.h>
#define HUBBUB_TARGET(features)
#else
#define HUBBUB_TARGET(features) __attribute__((target(features)))
#endif
#elif defined(__aarch64__) || defined(_M_ARM64)
#define HUBBUB_NEON 1
#include <arm_neon.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" // GCC 12 warns of its own header's undefined lanes
#endif

namespace hubbub::orc {
namespace {

// ---- plain ----

void encode_from(std::size_t start, std::span<const Value> row, std::span<Rises> cells) {
    for (std::size_t k = start; k + 1 < row.size(); ++k) {
        const Value change = row[k] - row[k + 1]; // 0, 1 or 2
        cells[k / 64].up |= std::uint64_t{change == 0} << (k % 64);
        cells[k / 64].down |= std::uint64_t{change == 2} << (k % 64);
    }
}

void encode_plain(std::span<const Value> row, std::span<Rises> cells) {
    std::fill(cells.begin(), cells.end(), Rises{0, 0});
    encode_from(0, row, cells);
}

void decode_from(std::size_t start, std::span<const Rises> cells, std::span<Value> row) {
    Value value = row[start];
    for (std::size_t k = start; k + 1 < row.size(); ++k) {
        const Rises& bits = cells[k / 64];
        value += static_cast<Value>(bits.up >> (k % 64) & 1) - static_cast<Value>(bits.down >> (k % 64) & 1) - 1;
        row[k + 1] = value;
    }
}

void decode_plain(std::span<const Rises> cells, std::span<Value> row) { decode_from(0, cells, row); }

// From cell `start` on; `diagonal` is the old value of the cell before it, `best` the new one.
void push_from(std::size_t start, Value diagonal, Value best, std::span<Value> row, std::span<const Token> tokens,
               Token word, const Steps& steps) {
    for (std::size_t k = start; k < row.size(); ++k) {
        const Value above = row[k];
        best = std::min(best, above + steps.deletion);
        if (k > 0) best = std::min(best, diagonal + steps.pair(word, tokens[k - 1]));
        row[k] = best;
        diagonal = above;
    }
}

void push_plain_word(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps) {
    push_from(0, far, far, row, tokens, word, steps);
}

constexpr RowOps plain_ops{"plain", encode_plain, decode_plain, push_plain_word};

#ifdef HUBBUB_X86

// ---- AVX2: 8 cells ----

HUBBUB_TARGET("avx2") void encode_avx2(std::span<const Value> row, std::span<Rises> cells) {
    std::fill(cells.begin(), cells.end(), Rises{0, 0});
    const __m256i two = _mm256_set1_epi32(2);
    std::size_t k = 0;
    for (; k + 9 <= row.size(); k += 8) {
        const auto* at = reinterpret_cast<const __m256i*>(row.data() + k);
        const auto* after = reinterpret_cast<const __m256i*>(row.data() + k + 1);
        const __m256i change = _mm256_sub_epi32(_mm256_loadu_si256(at), _mm256_loadu_si256(after));
        const auto mask = [](__m256i equal) HUBBUB_TARGET("avx2") {
            return static_cast<std::uint64_t>(static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(equal))));
        };
        cells[k / 64].up |= mask(_mm256_cmpeq_epi32(change, _mm256_setzero_si256())) << (k % 64);
        cells[k / 64].down |= mask(_mm256_cmpeq_epi32(change, two)) << (k % 64);
    }
    encode_from(k, row, cells);
}

// Lanes moved up by one, two or four; what comes in from below is `low`.
HUBBUB_TARGET("avx2") inline __m256i up1(__m256i x, __m256i low) {
    return _mm256_blend_epi32(_mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6)), low, 0x01);
}
HUBBUB_TARGET("avx2") inline __m256i up2(__m256i x, __m256i low) {
    return _mm256_blend_epi32(_mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 0, 0, 1, 2, 3, 4, 5)), low, 0x03);
}
HUBBUB_TARGET("avx2") inline __m256i up4(__m256i x, __m256i low) {
    return _mm256_blend_epi32(_mm256_permute2x128_si256(x, x, 0x00), low, 0x0f);
}
HUBBUB_TARGET("avx2") inline __m256i last8(__m256i x) { return _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7)); }

HUBBUB_TARGET("avx2") void decode_avx2(std::span<const Rises> cells, std::span<Value> row) {
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), zero = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi32(row[0]);
    std::size_t k = 0;
    for (; k + 9 <= row.size(); k += 8) {
        const int up = static_cast<int>(cells[k / 64].up >> (k % 64) & 0xff);
        const int down = static_cast<int>(cells[k / 64].down >> (k % 64) & 0xff);
        const __m256i rises = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(up), lane), lane);
        const __m256i falls = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(down), lane), lane);
        __m256i x = _mm256_sub_epi32(_mm256_add_epi32(_mm256_set1_epi32(-1), falls), rises);
        x = _mm256_add_epi32(x, up1(x, zero));
        x = _mm256_add_epi32(x, up2(x, zero));
        x = _mm256_add_epi32(x, up4(x, zero));
        x = _mm256_add_epi32(x, before);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row.data() + k + 1), x);
        before = last8(x);
    }
    decode_from(k, cells, row);
}

HUBBUB_TARGET("avx2")
void push_avx2(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps) {
    Value diagonal = row[0];
    row[0] += steps.deletion;
    const __m256i none = _mm256_set1_epi32(far), deletion = _mm256_set1_epi32(steps.deletion);
    const __m256i match = _mm256_set1_epi32(steps.match), mismatch = _mm256_set1_epi32(steps.mismatch);
    const __m256i said = _mm256_set1_epi32(word);
    __m256i best = _mm256_set1_epi32(row[0]), old = _mm256_set1_epi32(diagonal);
    std::size_t k = 1;
    for (; k + 8 <= row.size(); k += 8) {
        auto* at = reinterpret_cast<__m256i*>(row.data() + k);
        const __m256i above = _mm256_loadu_si256(at);
        const __m256i heard = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(tokens.data() + k - 1));
        const __m256i pair = _mm256_blendv_epi8(mismatch, match, _mm256_cmpeq_epi32(heard, said));
        __m256i x = _mm256_min_epi32(_mm256_add_epi32(above, deletion), _mm256_add_epi32(up1(above, last8(old)), pair));
        x = _mm256_min_epi32(x, up1(x, none));
        x = _mm256_min_epi32(x, up2(x, none));
        x = _mm256_min_epi32(x, up4(x, none));
        x = _mm256_min_epi32(x, best);
        _mm256_storeu_si256(at, x);
        best = last8(x);
        old = above;
    }
    diagonal = _mm256_cvtsi256_si32(last8(old));
    push_from(k, diagonal, _mm256_cvtsi256_si32(best), row, tokens, word, steps);
}

constexpr RowOps avx2_ops{"avx2", encode_avx2, decode_avx2, push_avx2};

// ---- AVX-512: 16 cells ----

HUBBUB_TARGET("avx512f") void encode_avx512(std::span<const Value> row, std::span<Rises> cells) {
    std::fill(cells.begin(), cells.end(), Rises{0, 0});
    const __m512i two = _mm512_set1_epi32(2);
    std::size_t k = 0;
    for (; k + 17 <= row.size(); k += 16) {
        const __m512i change =
            _mm512_sub_epi32(_mm512_loadu_si512(row.data() + k), _mm512_loadu_si512(row.data() + k + 1));
        const std::uint64_t up = _mm512_testn_epi32_mask(change, change), down = _mm512_cmpeq_epi32_mask(change, two);
        cells[k / 64].up |= up << (k % 64);
        cells[k / 64].down |= down << (k % 64);
    }
    encode_from(k, row, cells);
}

HUBBUB_TARGET("avx512f") void decode_avx512(std::span<const Rises> cells, std::span<Value> row) {
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi32(1), fall = _mm512_set1_epi32(-1);
    const __m512i last = _mm512_set1_epi32(15);
    __m512i before = _mm512_set1_epi32(row[0]);
    std::size_t k = 0;
    for (; k + 17 <= row.size(); k += 16) {
        const auto up = static_cast<__mmask16>(cells[k / 64].up >> (k % 64));
        const auto down = static_cast<__mmask16>(cells[k / 64].down >> (k % 64));
        __m512i x = _mm512_mask_add_epi32(fall, up, fall, one);
        x = _mm512_mask_sub_epi32(x, down, x, one);
        x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 15));
        x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 14));
        x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 12));
        x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 8));
        x = _mm512_add_epi32(x, before);
        _mm512_storeu_si512(row.data() + k + 1, x);
        before = _mm512_permutexvar_epi32(last, x);
    }
    decode_from(k, cells, row);
}

HUBBUB_TARGET("avx512f")
void push_avx512(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps) {
    const Value first = row[0];
    row[0] += steps.deletion;
    const __m512i none = _mm512_set1_epi32(far), deletion = _mm512_set1_epi32(steps.deletion);
    const __m512i match = _mm512_set1_epi32(steps.match), mismatch = _mm512_set1_epi32(steps.mismatch);
    const __m512i said = _mm512_set1_epi32(word), last = _mm512_set1_epi32(15);
    __m512i best = _mm512_set1_epi32(row[0]), old = _mm512_set1_epi32(first);
    const std::size_t size = row.size();
    for (std::size_t k = 1; k < size; k += 16) {
        const auto cells = static_cast<__mmask16>(size - k >= 16 ? 0xffff : (1u << (size - k)) - 1);
        const __m512i above = _mm512_mask_loadu_epi32(none, cells, row.data() + k);
        const __m512i heard = _mm512_maskz_loadu_epi32(cells, tokens.data() + k - 1);
        const __m512i pair = _mm512_mask_blend_epi32(_mm512_cmpeq_epi32_mask(heard, said), mismatch, match);
        __m512i x = _mm512_min_epi32(_mm512_add_epi32(above, deletion),
                                     _mm512_add_epi32(_mm512_alignr_epi32(above, old, 15), pair));
        x = _mm512_min_epi32(x, _mm512_alignr_epi32(x, none, 15));
        x = _mm512_min_epi32(x, _mm512_alignr_epi32(x, none, 14));
        x = _mm512_min_epi32(x, _mm512_alignr_epi32(x, none, 12));
        x = _mm512_min_epi32(x, _mm512_alignr_epi32(x, none, 8));
        x = _mm512_min_epi32(x, best);
        _mm512_mask_storeu_epi32(row.data() + k, cells, x);
        best = _mm512_permutexvar_epi32(last, x);
        old = above;
    }
}

constexpr RowOps avx512_ops{"avx512", encode_avx512, decode_avx512, push_avx512};

bool has(const char* feature) {
#ifdef _MSC_VER
    int info[4];
    __cpuid(info, 1);
    if ((info[2] >> 27 & 1) == 0) return false; // the system saves no wide registers
    const auto saved = _xgetbv(0);
    __cpuidex(info, 7, 0);
    if (std::strcmp(feature, "avx512f") == 0) return (info[1] >> 16 & 1) != 0 && (saved & 0xe6) == 0xe6;
    return (info[1] >> 5 & 1) != 0 && (saved & 0x6) == 0x6;
#else
    return std::strcmp(feature, "avx512f") == 0 ? __builtin_cpu_supports("avx512f") != 0
                                                : __builtin_cpu_supports("avx2") != 0;
#endif
}

#endif // HUBBUB_X86

#ifdef HUBBUB_NEON

// ---- NEON: 4 cells ----

void push_neon(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps) {
    Value diagonal = row[0];
    row[0] += steps.deletion;
    const int32x4_t none = vdupq_n_s32(far), deletion = vdupq_n_s32(steps.deletion), said = vdupq_n_s32(word);
    const int32x4_t match = vdupq_n_s32(steps.match), mismatch = vdupq_n_s32(steps.mismatch);
    int32x4_t best = vdupq_n_s32(row[0]), old = vdupq_n_s32(diagonal);
    std::size_t k = 1;
    for (; k + 4 <= row.size(); k += 4) {
        const int32x4_t above = vld1q_s32(row.data() + k), heard = vld1q_s32(tokens.data() + k - 1);
        const int32x4_t pair = vbslq_s32(vceqq_s32(heard, said), match, mismatch);
        int32x4_t x = vminq_s32(vaddq_s32(above, deletion), vaddq_s32(vextq_s32(old, above, 3), pair));
        x = vminq_s32(x, vextq_s32(none, x, 3));
        x = vminq_s32(x, vextq_s32(none, x, 2));
        x = vminq_s32(x, best);
        vst1q_s32(row.data() + k, x);
        best = vdupq_laneq_s32(x, 3);
        old = above;
    }
    push_from(k, vgetq_lane_s32(old, 3), vgetq_lane_s32(best, 0), row, tokens, word, steps);
}

constexpr RowOps neon_ops{"neon", encode_plain, decode_plain, push_neon};

#endif // HUBBUB_NEON

const RowOps& choose() {
    const char* wish = std::getenv("HUBBUB_SIMD");
    if (wish != nullptr) {
        if (const RowOps* wished = row_ops(wish)) return *wished;
    }
    for (const char* name : {"avx512", "avx2", "neon"}) {
        if (const RowOps* best = row_ops(name)) return *best;
    }
    return plain_ops;
}

} // namespace

const RowOps* row_ops(const char* name) {
    if (std::strcmp(name, "plain") == 0) return &plain_ops;
#ifdef HUBBUB_X86
    if (std::strcmp(name, "avx512") == 0 && has("avx512f")) return &avx512_ops;
    if (std::strcmp(name, "avx2") == 0 && has("avx2")) return &avx2_ops;
#endif
#ifdef HUBBUB_NEON
    if (std::strcmp(name, "neon") == 0) return &neon_ops;
#endif
    return nullptr;
}

const RowOps& row_ops() {
    static const RowOps& ops = choose();
    return ops;
}

} // namespace hubbub::orc
