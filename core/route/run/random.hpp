// A small generator with a fixed seed: the same problem gives the same run on every machine.
#pragma once

#include <cstdint>

namespace hubbub::route {

struct Random {
    std::uint64_t state = 0x9e3779b97f4a7c15u;

    std::uint64_t next() { // splitmix64
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; } // 0 .. 1
    bool flip() { return (next() >> 63) != 0; }
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32); }
};

} // namespace hubbub::route
