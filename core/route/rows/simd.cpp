#include "route/rows/simd.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#include "route/rows/simd_x86.hpp"
#elif defined(__aarch64__) || defined(_M_ARM64)
#include "route/rows/simd_neon.hpp"
#endif

#ifdef _MSC_VER
#define HUBBUB_INLINE __forceinline
#else
#define HUBBUB_INLINE inline __attribute__((always_inline))
#endif

namespace hubbub::route::rows {
namespace {

template <Side side>
void push_plain(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    push_from<side>(0, far, far, cells, width, steps.deletion,
                    [&](std::int32_t k) { return steps.pair(word, words[k]); });
}

constexpr RowOps plain_ops{"plain", push_plain<Side::ahead>, push_plain<Side::behind>};
#if defined(__x86_64__) || defined(_M_X64)
constexpr RowOps avx2_ops{"avx2", push_avx2<Side::ahead>, push_avx2<Side::behind>};
constexpr RowOps avx512_ops{"avx512", push_avx512<Side::ahead>, push_avx512<Side::behind>, &avx512_words};
#elif defined(__aarch64__) || defined(_M_ARM64)
constexpr RowOps neon_ops{"neon", push_neon<Side::ahead>, push_neon<Side::behind>};
#endif

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
    const std::string_view wanted(name);
    if (wanted == "plain") return &plain_ops;
#if defined(__x86_64__) || defined(_M_X64)
    if (wanted == "avx512" && has("avx512f")) return &avx512_ops;
    if (wanted == "avx2" && has("avx2")) return &avx2_ops;
#elif defined(__aarch64__) || defined(_M_ARM64)
    if (wanted == "neon") return &neon_ops;
#endif
    return nullptr;
}

const RowOps& row_ops() {
    static const RowOps& ops = choose();
    return ops;
}

namespace {

// One cell of each line, in vectors of the size of the level for which this is compiled; inlined into the functions at
// the end.
struct Lanes {
#ifdef _MSC_VER
    Small at[abreast];
    HUBBUB_INLINE Lanes plus(Small cost) const {
        Lanes sum;
        for (std::int32_t l = 0; l < abreast; ++l) sum.at[l] = static_cast<Small>(at[l] + cost);
        return sum;
    }
    HUBBUB_INLINE void lower(const Lanes& other) {
        for (std::int32_t l = 0; l < abreast; ++l) at[l] = std::min(at[l], other.at[l]);
    }
#else
    typedef Small Vector __attribute__((vector_size(abreast * sizeof(Small))));
    Vector at;
    HUBBUB_INLINE Lanes plus(Small cost) const { return {at + cost}; }
    HUBBUB_INLINE void lower(const Lanes& other) { at = at < other.at ? at : other.at; }
#endif
    HUBBUB_INLINE static Lanes load(const Small* from) {
        Lanes lanes;
        std::memcpy(&lanes.at, from, sizeof(lanes.at));
        return lanes;
    }
    HUBBUB_INLINE void store(Small* to) const { std::memcpy(to, &at, sizeof(at)); }
};

// Two words at a time: each cell of the first word's result is used at once by the second.
HUBBUB_INLINE void carry(const Along& along) {
    const std::int32_t stream_words = along.cells - 1;
    const Small* pairs = along.pairs;
    std::int32_t p = 0;
    for (; p + 2 <= along.words; p += 2, pairs += 2 * stream_words) {
        Lanes old = Lanes::load(along.buffer), first = old.plus(along.deletion), second = first.plus(along.deletion);
        second.store(along.buffer);
        for (std::int32_t k = 1; k < along.cells; ++k) {
            const Lanes here = Lanes::load(along.buffer + k * abreast), between = first;
            first.lower(old.plus(pairs[k - 1]));
            first.lower(here.plus(along.deletion));
            second.lower(between.plus(pairs[stream_words + k - 1]));
            second.lower(first.plus(along.deletion));
            second.store(along.buffer + k * abreast);
            old = here;
        }
    }
    if (p == along.words) return;
    Lanes old = Lanes::load(along.buffer), least = old.plus(along.deletion);
    least.store(along.buffer);
    for (std::int32_t k = 1; k < along.cells; ++k) {
        const Lanes here = Lanes::load(along.buffer + k * abreast);
        least.lower(old.plus(pairs[k - 1]));
        least.lower(here.plus(along.deletion));
        least.store(along.buffer + k * abreast);
        old = here;
    }
}

HUBBUB_INLINE void carry_together(const Along& along, std::int32_t first, std::int32_t count) {
    for (std::int32_t k = 0; k < along.cells; ++k)
        Lanes::load(along.from + first + k * along.stride).store(along.buffer + k * abreast);
    carry(along);
    for (std::int32_t k = 0; k < along.cells; ++k) {
        Small* to = along.to + first + k * along.stride;
        Lanes best = Lanes::load(to);
        best.lower(Lanes::load(along.buffer + k * abreast));
        if (count == abreast)
            best.store(to);
        else
            std::memcpy(to, &best.at, count * sizeof(Small)); // the other lanes are not stored
    }
}

HUBBUB_INLINE void carry_apart(const Along& along, const std::int32_t* first, std::int32_t count) {
    for (std::int32_t l = 0; l < count; ++l) {
        const Small* from = along.from + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k) along.buffer[k * abreast + l] = from[k * along.stride];
    }
    carry(along);
    for (std::int32_t l = 0; l < count; ++l) {
        Small* to = along.to + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k)
            to[k * along.stride] = std::min(to[k * along.stride], along.buffer[k * abreast + l]);
    }
}

void together(const Along& along, std::int32_t first, std::int32_t count) { carry_together(along, first, count); }
void apart(const Along& along, const std::int32_t* first, std::int32_t count) { carry_apart(along, first, count); }
constexpr LineOps plain_lines{together, apart};

#if defined(__x86_64__) || defined(_M_X64)
HUBBUB_TARGET("avx2") void together_avx2(const Along& along, std::int32_t first, std::int32_t count) {
    carry_together(along, first, count);
}
HUBBUB_TARGET("avx2") void apart_avx2(const Along& along, const std::int32_t* first, std::int32_t count) {
    carry_apart(along, first, count);
}
constexpr LineOps avx2_lines{together_avx2, apart_avx2};
#endif

} // namespace

const LineOps& line_ops([[maybe_unused]] bool plain) {
#if defined(__x86_64__) || defined(_M_X64)
    const std::string_view level = row_ops().name;
    if (!plain && (level == "avx2" || level == "avx512")) return avx2_lines;
#endif
    return plain_lines;
}

} // namespace hubbub::route::rows
