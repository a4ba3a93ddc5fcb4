// What the proofs have left of the problem: which cells, and which utterances on which streams, a routing that is
// better than the best known one could still use.
#pragma once

#include "route/problem/problem.hpp"

namespace hubbub::route::rows {

struct Alive {
    // Every utterance may go everywhere. A routing need not pass all cells of a stream at a boundary between
    // utterances where words have times: a way through the stream may be taken to stand, after n utterances, at the
    // first word that a later utterance may pair with (what it passes over on the way there is inserted anyhow), or
    // behind the last word that it has paired.
    explicit Alive(const Problem& problem);

    Band& band(int boundary, int stream) { return bands[static_cast<std::size_t>(boundary) * streams + stream]; }
    const Band& band(int boundary, int stream) const {
        return bands[static_cast<std::size_t>(boundary) * streams + stream];
    }
    May& may(int utterance, int stream) { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }
    May may(int utterance, int stream) const { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }

    // Draws what follows from the marks of one utterance: exactly one stream takes it. False if none can.
    bool settle(int utterance);
    std::int64_t cells() const;

    int utterances, streams;
    std::vector<Band> bands; // boundary 0 is before the first utterance
    std::vector<May> mays;
};

} // namespace hubbub::route::rows
