// The room `rows`: rows of cells carried through the words of an utterance, which all else is made of, on every level
// of vectors with the same values. The doors are Carrier (carry.hpp) and line_ops() (abreast.hpp).
//
// What the rows of both routers are made of: values, and the costs of the steps between cells.
//
// Costs are counted from the state in which every word of every stream is an insertion. In this shifted measure an
// insertion is free, a pair costs its own cost less an insertion, and a deletion costs a deletion. So a row never rises
// in the direction in which it is carried, and insertion is a running minimum.
#pragma once

#include "match.hpp"

#include <cstddef>
#include <cstdint>

namespace hubbub::route::rows {

using Value = std::int32_t; // a cost, in units of 1 / scale

inline constexpr Value far = 1 << 29; // more than any value; sums of two still fit

enum class Side { ahead, behind }; // rows from the start of a stream, and from its end

struct Steps {
    Value deletion = 1;
    Value match = -1;
    Value mismatch = 0;

    Steps times(Value scale) const { return {deletion * scale, match * scale, mismatch * scale}; }
    Value pair(Token reference, Token hypothesis) const { return reference == hypothesis ? match : mismatch; }
};

} // namespace hubbub::route::rows
