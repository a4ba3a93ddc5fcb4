#include "route/rows/simd.hpp"

#include <cstdlib>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#include "route/rows/simd_x86.hpp"
#elif defined(__aarch64__) || defined(_M_ARM64)
#include "route/rows/simd_neon.hpp"
#endif

namespace hubbub::route::rows {
namespace {

void ahead_plain(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    ahead_from(0, far, far, cells, width, words, word, steps);
}

void behind_plain(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps) {
    behind_from(width - 1, far, far, cells, width, words, word, steps);
}

constexpr RowOps plain_ops{"plain", ahead_plain, behind_plain};
#if defined(__x86_64__) || defined(_M_X64)
constexpr RowOps avx512_ops{"avx512", ahead_avx512, behind_avx512, &avx512_words};
#elif defined(__aarch64__) || defined(_M_ARM64)
constexpr RowOps neon_ops{"neon", ahead_neon, behind_neon};
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

} // namespace hubbub::route::rows
