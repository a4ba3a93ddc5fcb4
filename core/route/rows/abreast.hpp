// The hot loops over tables (see table.hpp): sixteen lines of cells are carried through an utterance side by side. All
// levels give the same results.
#pragma once

#include <algorithm>
#include <cstdint>

namespace hubbub::route::rows {

using Small = std::int16_t; // a cost in a table

inline constexpr std::int32_t abreast = 16;

// A way through an utterance along one axis of a table.
struct Along {
    const Small* from; // the table before; `abreast` cells beyond its end may be read
    Small* to;         // the table after, in the same layout: becomes the least of what it is and what is found
    std::int32_t cells, stride;
    const Small* pairs; // of word p with what stands between cells k and k + 1: pairs[p * (cells - 1) + k]
    std::int32_t words;
    Small deletion;
    Small* buffer; // for (cells + 8) * abreast values
};

struct LineOps {
    // Lines that begin at first, first + 1, .. first + count - 1; at most `abreast`.
    void (*together)(const Along& along, std::int32_t first, std::int32_t count);
    // Lines that begin anywhere; at most `abreast`.
    void (*apart)(const Along& along, const std::int32_t* first, std::int32_t count);
};

// Lines that begin anywhere, cell by cell into the buffer, and back from it.
inline void gather(const Along& along, const std::int32_t* first, std::int32_t count) {
    for (std::int32_t l = 0; l < count; ++l) {
        const Small* from = along.from + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k) along.buffer[k * abreast + l] = from[k * along.stride];
    }
}
inline void scatter(const Along& along, const std::int32_t* first, std::int32_t count) {
    for (std::int32_t l = 0; l < count; ++l) {
        Small* to = along.to + first[l];
        for (std::int32_t k = 0; k < along.cells; ++k)
            to[k * along.stride] = std::min(to[k * along.stride], along.buffer[k * abreast + l]);
    }
}

// For the level of row_ops(), or without vectors.
const LineOps& line_ops(bool plain);

} // namespace hubbub::route::rows
