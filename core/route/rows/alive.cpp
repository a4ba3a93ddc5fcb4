#include "route/rows/alive.hpp"

#include <algorithm>

namespace hubbub::route::rows {

Alive::Alive(const Problem& problem)
    : utterances(problem.utterance_count()), streams(problem.stream_count()),
      bands(static_cast<std::size_t>(utterances + 1) * streams),
      mays(static_cast<std::size_t>(utterances) * streams, May::either) {
    for (int j = 0; j < streams; ++j) {
        if (!problem.timed()) {
            for (int n = 0; n <= utterances; ++n) band(n, j) = {0, problem.words_in(j)};
            continue;
        }
        std::int32_t last = 0, first = problem.words_in(j);
        band(0, j).high = last;
        for (int n = 0; n < utterances; ++n)
            band(n + 1, j).high = last = std::max(last, problem.carrier.reach(j, n).end);
        for (int n = utterances; n >= 0; --n) {
            if (n < utterances && problem.carrier.reaches(j, n))
                first = std::min(first, problem.carrier.reach(j, n).first);
            band(n, j).low = first;
            if (first > band(n, j).high) std::swap(band(n, j).low, band(n, j).high);
        }
    }
}

bool Alive::settle(int utterance) {
    int possible = 0, certain = 0, last = 0;
    for (int j = 0; j < streams; ++j) {
        possible += may(utterance, j) != May::never;
        certain += may(utterance, j) == May::always;
        if (may(utterance, j) != May::never) last = j;
    }
    if (possible == 0 || certain > 1) return false;
    if (possible == 1) may(utterance, last) = May::always;
    if (certain == 1) {
        for (int j = 0; j < streams; ++j) {
            if (may(utterance, j) == May::either) may(utterance, j) = May::never;
        }
    }
    return true;
}

std::int64_t Alive::cells() const {
    std::int64_t total = 0;
    for (const Band& band : bands) total += band.size();
    return total;
}

} // namespace hubbub::route::rows
