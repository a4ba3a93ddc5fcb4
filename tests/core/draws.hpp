// Random draws for random meetings.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace hubbub {

struct Spoken {
    std::vector<Token> words;
    std::vector<Span> spans;
};

class Draws {
  public:
    explicit Draws(std::uint64_t seed) : random_(seed) {}

    int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
    bool chance(int in) { return upto(in - 1) == 0; }

  private:
    std::mt19937_64 random_;
};

} // namespace hubbub
