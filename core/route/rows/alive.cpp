#include "route/rows/alive.hpp"

#include <algorithm>

namespace hubbub::route::rows {

Alive::Alive(const Problem& instance, const Kernel& kernel)
    : utterances(instance.utterance_count()), streams(instance.stream_count()),
      mays(static_cast<std::size_t>(utterances) * streams, May::either) {
    for (int n = 0; n <= utterances; ++n) {
        for (int j = 0; j < streams; ++j) bands.push_back(kernel.open(n, j));
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

Alive Alive::mirrored(const Problem& instance) const {
    Alive mirror = *this;
    for (int n = 0; n <= utterances; ++n) {
        for (int j = 0; j < streams; ++j) {
            const Band& here = band(utterances - n, j);
            mirror.band(n, j) = {instance.words_in(j) - here.high, instance.words_in(j) - here.low};
        }
    }
    for (int n = 0; n < utterances; ++n) {
        for (int j = 0; j < streams; ++j) mirror.may(n, j) = may(utterances - 1 - n, j);
    }
    return mirror;
}

} // namespace hubbub::route::rows
