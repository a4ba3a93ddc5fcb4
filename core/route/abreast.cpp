#include "abreast.hpp"

#include "simd.hpp"

#include <limits>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#include "abreast_x86.hpp"
#endif

namespace hubbub::rows {
namespace {

// Written so that a compiler finds vectors in it: what is read and what is written are never the same memory.
void carry(const Along& along) {
    const Small* pairs = along.pairs;
    for (std::int32_t p = 0; p < along.words; ++p, pairs += along.cells - 1) {
        Small before[abreast], least[abreast];
        for (std::int32_t l = 0; l < abreast; ++l) {
            before[l] = along.buffer[l];
            along.buffer[l] = least[l] = static_cast<Small>(before[l] + along.deletion);
        }
        for (std::int32_t k = 1; k < along.cells; ++k) {
            Small* here = along.buffer + k * abreast;
            Small old[abreast];
            std::copy_n(here, abreast, old);
            const Small pair = pairs[k - 1];
            for (std::int32_t l = 0; l < abreast; ++l) {
                const auto deleted = static_cast<Small>(old[l] + along.deletion);
                const auto paired = static_cast<Small>(before[l] + pair);
                least[l] = std::min(least[l], std::min(deleted, paired));
                before[l] = old[l];
            }
            std::copy_n(least, abreast, here);
        }
    }
}

void together_plain(const Along& along, std::int32_t first, std::int32_t count) {
    for (std::int32_t k = 0; k < along.cells; ++k)
        std::copy_n(along.from + first + k * along.stride, count, along.buffer + k * abreast);
    carry(along);
    for (std::int32_t k = 0; k < along.cells; ++k) {
        const Small* found = along.buffer + k * abreast;
        Small* to = along.to + first + k * along.stride;
        for (std::int32_t l = 0; l < count; ++l) to[l] = std::min(to[l], found[l]);
    }
}

void apart_plain(const Along& along, const std::int32_t* first, std::int32_t count) {
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

constexpr LineOps plain_ops{together_plain, apart_plain};

} // namespace

const LineOps& line_ops(bool plain) {
#if defined(__x86_64__) || defined(_M_X64)
    const std::string_view level = row_ops().name;
    if (!plain && (level == "avx2" || level == "avx512")) return avx2_lines;
#endif
    static_cast<void>(plain);
    return plain_ops;
}

} // namespace hubbub::rows
