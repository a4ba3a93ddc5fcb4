// A small generator with a fixed seed: the same problem gives the same run on every machine (the distributions of the
// standard library do not).
#pragma once

#include <cstdint>

namespace hubbub::route {

struct Random {
    std::uint64_t state = 0x9e3779b97f4a7c15u;

    std::uint32_t next() { // 31 bits
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state >> 33);
    }
    double unit() { return next() / 2147483648.0; } // 0 .. 1
    bool flip() { return (next() & 1) != 0; }
};

} // namespace hubbub::route
