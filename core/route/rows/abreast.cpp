#include "route/rows/abreast.hpp"

#include "route/rows/simd.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#include "route/rows/abreast_x86.hpp"
#endif

namespace hubbub::route::rows {
namespace {

// One cell of each line.
struct PlainLanes {
    Small at[abreast];

    void add(Small cost) {
        for (Small& value : at) value = static_cast<Small>(value + cost);
    }
    void lower(const PlainLanes& other) {
        for (std::int32_t l = 0; l < abreast; ++l) at[l] = std::min(at[l], other.at[l]);
    }
};

#ifdef __GNUC__ // and Clang: vectors of whatever size the processor is sure to have
struct Lanes {
    using Vector = Small __attribute__((vector_size(abreast * sizeof(Small)), aligned(sizeof(Small)), may_alias));
    Vector at;

    void add(Small cost) { at += cost; }
    void lower(const Lanes& other) { at = other.at < at ? other.at : at; }
};
#else
using Lanes = PlainLanes;
#endif

template <class L> L load(const Small* from) {
    L lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    return lanes;
}

template <class L> void store(const L& lanes, Small* to) { std::memcpy(to, &lanes, sizeof(lanes)); }

template <class L> void carry(const Along& along) {
    const Small* pairs = along.pairs;
    for (std::int32_t p = 0; p < along.words; ++p, pairs += along.cells - 1) {
        L before = load<L>(along.buffer), least = before;
        least.add(along.deletion);
        store(least, along.buffer);
        for (std::int32_t k = 1; k < along.cells; ++k) {
            const L here = load<L>(along.buffer + k * abreast);
            L deleted = here;
            deleted.add(along.deletion);
            before.add(pairs[k - 1]);
            least.lower(deleted);
            least.lower(before);
            store(least, along.buffer + k * abreast);
            before = here;
        }
    }
}

template <class L> void together(const Along& along, std::int32_t first, std::int32_t count) {
    for (std::int32_t k = 0; k < along.cells; ++k)
        store(load<L>(along.from + first + k * along.stride), along.buffer + k * abreast);
    carry<L>(along);
    for (std::int32_t k = 0; k < along.cells; ++k) {
        Small* to = along.to + first + k * along.stride;
        L best = load<L>(to);
        best.lower(load<L>(along.buffer + k * abreast));
        if (count == abreast) {
            store(best, to);
        } else { // what is not one of the lines stays as it is
            std::memcpy(to, &best, count * sizeof(Small));
        }
    }
}

template <class L> void apart(const Along& along, const std::int32_t* first, std::int32_t count) {
    for (std::int32_t l = 0; l < count; ++l) {
        const Small* from = along.from + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k) along.buffer[k * abreast + l] = from[k * along.stride];
    }
    carry<L>(along);
    for (std::int32_t l = 0; l < count; ++l) {
        Small* to = along.to + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k)
            to[k * along.stride] = std::min(to[k * along.stride], along.buffer[k * abreast + l]);
    }
}

constexpr LineOps plain_ops{together<PlainLanes>, apart<PlainLanes>};
constexpr LineOps usual_ops{together<Lanes>, apart<Lanes>};

} // namespace

const LineOps& line_ops(bool plain) {
    if (plain) return plain_ops;
#if defined(__x86_64__) || defined(_M_X64)
    const std::string_view level = row_ops().name;
    if (level == "avx2" || level == "avx512") return avx2_lines;
#endif
    return usual_ops;
}

} // namespace hubbub::route::rows
