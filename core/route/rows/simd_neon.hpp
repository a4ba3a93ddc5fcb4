// The loops of simd.hpp for NEON, 4 cells at a time.
#pragma once

#include "route/rows/simd.hpp"

#include <arm_neon.h>

namespace hubbub::route::rows {

// Shifts lanes in the direction of the row; the lanes shifted in come from the end of `old`.
template <Side side, int by> inline int32x4_t moved4(int32x4_t x, int32x4_t old) {
    if constexpr (side == Side::ahead)
        return vextq_s32(old, x, 4 - by);
    else
        return vextq_s32(x, old, by);
}

template <Side side>
inline void push_neon(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    constexpr bool ahead = side == Side::ahead;
    constexpr int last = ahead ? 3 : 0;
    const int32x4_t none = vdupq_n_s32(far), deletion = vdupq_n_s32(steps.deletion), wanted = vdupq_n_s32(word);
    const int32x4_t match = vdupq_n_s32(steps.match), mismatch = vdupq_n_s32(steps.mismatch);
    Value& start = cells[ahead ? 0 : width - 1];
    int32x4_t old = vdupq_n_s32(start);
    start += steps.deletion;
    int32x4_t least = vdupq_n_s32(start);
    std::int32_t done = 1;
    for (; done + 4 <= width; done += 4) {
        const std::int32_t at = ahead ? done : width - 4 - done;
        const int32x4_t here = vld1q_s32(cells + at);
        const uint32x4_t equal = vceqq_s32(vld1q_s32(words + (ahead ? at - 1 : at)), wanted);
        const int32x4_t pair = vbslq_s32(equal, match, mismatch);
        int32x4_t x = vminq_s32(vaddq_s32(here, deletion), vaddq_s32(moved4<side, 1>(here, old), pair));
        if (vmaxvq_u32(equal) != 0) {
            x = vminq_s32(x, moved4<side, 1>(x, none));
            x = vminq_s32(x, moved4<side, 2>(x, none));
        }
        vst1q_s32(cells + at, vminq_s32(x, least));
        least = vminq_s32(least, vdupq_laneq_s32(x, last));
        old = here;
    }
    push_from<side>(done, vgetq_lane_s32(old, last), cells[ahead ? done - 1 : width - done], cells, width,
                    steps.deletion, [&](std::int32_t k) { return steps.pair(word, words[k]); });
}

} // namespace hubbub::route::rows
