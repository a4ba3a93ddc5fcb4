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
