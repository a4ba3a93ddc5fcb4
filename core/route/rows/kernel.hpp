// Carries rows of a stream through an utterance, and finds where an utterance can end.
#pragma once

#include "route/problem/problem.hpp"
#include "route/rows/carry.hpp"

namespace hubbub::route::rows {

class Kernel {
  public:
    explicit Kernel(const Problem& problem); // which is ready

    // row[k] is the cell low + k of the stream; its values are in units of 1 / scale.
    void push(int stream, std::int32_t low, std::span<Value> row, int utterance, Value scale) const;

    // See Carrier::ends.
    void ends(int stream, std::int32_t cell, std::int32_t high, int utterance, std::vector<End>& ends) const {
        problem_.carrier.ends(stream, cell, high, utterance, problem_.steps, problem_.slide, ends);
    }

    // The cells of a stream that a routing need pass at a boundary between utterances. Without times, all. With them,
    // a way through the stream may be taken to stand, after n utterances, at the first word that a later utterance may
    // pair with (what it passes over on the way there is inserted anyhow), or behind the last word that it has paired.
    // So it stands between the first word that utterances to come may pair with and the last that those before may.
    Band open(int boundary, int stream) const {
        return open_.empty() ? Band{0, problem_.words_in(stream)}
                             : open_[static_cast<std::size_t>(boundary) * problem_.stream_count() + stream];
    }

    // May any word of the utterance pair with one of the stream?
    bool reaches(int stream, int utterance) const {
        if (!problem_.carrier.timed()) return true;
        const rows::Reach& reach = problem_.carrier.reach(stream, utterance);
        return reach.first < reach.end;
    }

  private:
    void find_open();

    const Problem& problem_;
    std::vector<Band> open_;
};

// A row of the utterances routed to a stream so far, over its open cells.
struct OpenRow {
    OpenRow() = default;
    OpenRow(const Kernel& kernel, int stream)
        : low(kernel.open(0, stream).low), cells(kernel.open(0, stream).size(), 0) {}
    void push(const Kernel& kernel, int stream, int utterance); // the utterance goes there
    void pass(const Kernel& kernel, int stream, int utterance); // or elsewhere
    Band band() const { return {low, low + static_cast<std::int32_t>(cells.size()) - 1}; }

    std::int32_t low = 0;
    std::vector<Value> cells;

  private:
    void cut(std::int32_t from);
};

} // namespace hubbub::route::rows
