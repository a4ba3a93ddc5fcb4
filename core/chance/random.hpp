// Counter-based random numbers: a resample's numbers depend on the seed and its index, not on the threads.
#pragma once

#include <cstdint>

namespace hubbub::chance {

inline std::uint64_t mixed(std::uint64_t z) { // the finalizer of splitmix64
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

class Draws {
  public:
    Draws(std::uint64_t seed, std::uint64_t resample)
        : state_(mixed(mixed(seed + step) ^ (resample + 1) * 0xd1342543de82ef95u)) {}

    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(((mixed(state_ += step) >> 32) * count) >> 32);
    }

  private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
    std::uint64_t state_;
};

} // namespace hubbub::chance
