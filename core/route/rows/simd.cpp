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

} // namespace hubbub::route::rows
