// Random rows carried through an utterance at once (WordOps) and word by word without SIMD. Usage: words_random [rows]
// [seed]
#include "route/rows/simd.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>

using namespace hubbub;
using namespace hubbub::route::rows;

namespace {

struct Spoken {
    std::vector<Token> words;
    std::vector<Span> spans;
    TimedWords timed(bool times) const {
        return {words, times ? std::span<const Span>(spans) : std::span<const Span>()};
    }
};

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

    // In an untidy sequence words are at random times.
    Spoken spoken(int words, int vocabulary, bool messy, int collar) {
        Spoken made;
        for (int k = 0; k < words; ++k) {
            const std::int64_t start = messy ? upto(words) : k;
            made.words.push_back(upto(vocabulary));
            made.spans.push_back({start - collar, start + upto(2) + collar});
        }
        return made;
    }

    std::vector<Value> row(int width) {
        std::vector<Value> cells;
        Value value = -upto(1000);
        for (int k = 0; k < width; ++k) cells.push_back(value += upto(2) == 0 ? upto(100) : 0);
        return cells;
    }

  private:
    std::mt19937_64 random_;
};

} // namespace

int main(int count, char** arguments) {
    const long rows = count > 1 ? std::atol(arguments[1]) : 20000;
    Maker maker(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    const RowOps* ops = row_ops("avx512");
    if (ops == nullptr) {
        std::printf("no such processor\n");
        return 0;
    }
    for (long k = 0; k < rows; ++k) {
        const bool times = maker.upto(3) > 0, messy = maker.upto(3) == 0;
        const int width = 2 + maker.upto(62), before = maker.upto(5), vocabulary = 1 + maker.upto(30);
        const Spoken reference = maker.spoken(1 + maker.upto(12), vocabulary, messy, 0);
        const Spoken hypothesis = maker.spoken(before + width - 1 + maker.upto(5), vocabulary, messy, maker.upto(20));
        const Carrier quick({reference.timed(times)}, {hypothesis.timed(times)}, ops);
        const Carrier plain({reference.timed(times)}, {hypothesis.timed(times)}, row_ops("plain"));
        const Steps steps{maker.upto(3) * 64, (maker.upto(4) - 3) * 64, (maker.upto(4) - 3) * 64};
        std::vector<Value> one = maker.row(width), other = one;
        std::vector<Pairs> pairs(reference.words.size());
        quick.pair_up(0, before, width, 0, pairs);
        quick.word_ops()->behind(one.data(), width, pairs, steps);
        plain.behind(0, before, other, 0, steps);
        if (one == other) continue;
        std::printf("row %ld differs, %d cells\n", k, width);
        return 1;
    }
    std::printf("%ld rows agree\n", rows);
    return 0;
}
