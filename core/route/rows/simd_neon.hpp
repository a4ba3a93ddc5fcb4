// The rows' loops for NEON, 4 cells at a time. See simd.hpp.
#pragma once

#include "route/rows/simd.hpp"

#include <arm_neon.h>

namespace hubbub::route::rows {

inline void ahead_neon(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    const int32x4_t none = vdupq_n_s32(far), deletion = vdupq_n_s32(steps.deletion), said = vdupq_n_s32(word);
    const int32x4_t match = vdupq_n_s32(steps.match), mismatch = vdupq_n_s32(steps.mismatch);
    Value before = cells[0];
    cells[0] += steps.deletion;
    int32x4_t least = vdupq_n_s32(cells[0]), old = vdupq_n_s32(before);
    std::int32_t k = 1;
    for (; k + 4 <= width; k += 4) {
        const int32x4_t here = vld1q_s32(cells + k);
        const uint32x4_t equal = vceqq_s32(vld1q_s32(words + k - 1), said);
        const int32x4_t pair = vbslq_s32(equal, match, mismatch);
        int32x4_t x = vminq_s32(vaddq_s32(here, deletion), vaddq_s32(vextq_s32(old, here, 3), pair));
        if (vmaxvq_u32(equal) != 0) {
            x = vminq_s32(x, vextq_s32(none, x, 3));
            x = vminq_s32(x, vextq_s32(none, x, 2));
        }
        vst1q_s32(cells + k, vminq_s32(x, least));
        least = vminq_s32(least, vdupq_laneq_s32(x, 3));
        old = here;
    }
    before = vgetq_lane_s32(old, 3);
    ahead_from(k, before, cells[k - 1], cells, width, words, word, steps);
}

inline void behind_neon(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    const int32x4_t none = vdupq_n_s32(far), deletion = vdupq_n_s32(steps.deletion), said = vdupq_n_s32(word);
    const int32x4_t match = vdupq_n_s32(steps.match), mismatch = vdupq_n_s32(steps.mismatch);
    Value after = cells[width - 1];
    cells[width - 1] += steps.deletion;
    int32x4_t least = vdupq_n_s32(cells[width - 1]), old = vdupq_n_s32(after);
    std::int32_t k = width - 2; // the highest cell that is not done
    for (; k >= 3; k -= 4) {
        const int32x4_t here = vld1q_s32(cells + k - 3);
        const uint32x4_t equal = vceqq_s32(vld1q_s32(words + k - 3), said);
        const int32x4_t pair = vbslq_s32(equal, match, mismatch);
        int32x4_t x = vminq_s32(vaddq_s32(here, deletion), vaddq_s32(vextq_s32(here, old, 1), pair));
        if (vmaxvq_u32(equal) != 0) {
            x = vminq_s32(x, vextq_s32(x, none, 1));
            x = vminq_s32(x, vextq_s32(x, none, 2));
        }
        vst1q_s32(cells + k - 3, vminq_s32(x, least));
        least = vminq_s32(least, vdupq_laneq_s32(x, 0));
        old = here;
    }
    after = vgetq_lane_s32(old, 0);
    behind_from(k, after, cells[k + 1], cells, width, words, word, steps);
}

} // namespace hubbub::route::rows
