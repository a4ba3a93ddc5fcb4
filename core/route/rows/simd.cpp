#include "route/rows/simd.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#include "route/rows/simd_x86.hpp"
#elif defined(__aarch64__) || defined(_M_ARM64)
#include "route/rows/simd_neon.hpp"
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

// One cell of each line. Loops of a fixed number of lanes become vectors of whatever size the processor is sure to
// have.
struct Lanes {
    Small at[abreast];

    static Lanes load(const Small* from) {
        Lanes lanes;
        std::memcpy(&lanes, from, sizeof(lanes));
        return lanes;
    }
    void store(Small* to) const { std::memcpy(to, at, sizeof(at)); }
    void add(Small cost) {
        for (Small& value : at) value = static_cast<Small>(value + cost);
    }
    void lower(const Lanes& other) {
        for (std::int32_t l = 0; l < abreast; ++l) at[l] = std::min(at[l], other.at[l]);
    }
};

void carry(const Along& along) {
    const Small* pairs = along.pairs;
    for (std::int32_t p = 0; p < along.words; ++p, pairs += along.cells - 1) {
        Lanes before = Lanes::load(along.buffer), least = before;
        least.add(along.deletion);
        least.store(along.buffer);
        for (std::int32_t k = 1; k < along.cells; ++k) {
            const Lanes here = Lanes::load(along.buffer + k * abreast);
            Lanes deleted = here;
            deleted.add(along.deletion);
            before.add(pairs[k - 1]);
            least.lower(deleted);
            least.lower(before);
            least.store(along.buffer + k * abreast);
            before = here;
        }
    }
}

void together(const Along& along, std::int32_t first, std::int32_t count) {
    for (std::int32_t k = 0; k < along.cells; ++k)
        Lanes::load(along.from + first + k * along.stride).store(along.buffer + k * abreast);
    carry(along);
    for (std::int32_t k = 0; k < along.cells; ++k) {
        Small* to = along.to + first + k * along.stride;
        Lanes best = Lanes::load(to);
        best.lower(Lanes::load(along.buffer + k * abreast));
        std::memcpy(to, best.at, count * sizeof(Small)); // what is not one of the lines stays as it is
    }
}

void apart(const Along& along, const std::int32_t* first, std::int32_t count) {
    gather(along, first, count);
    carry(along);
    scatter(along, first, count);
}

constexpr LineOps plain_lines{together, apart};

} // namespace

const LineOps& line_ops(bool plain) {
#if defined(__x86_64__) || defined(_M_X64)
    const std::string_view level = row_ops().name;
    if (!plain && (level == "avx2" || level == "avx512")) return avx2_lines;
#endif
    return plain_lines;
}

} // namespace hubbub::route::rows
