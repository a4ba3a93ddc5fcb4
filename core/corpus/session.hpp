// A session prepared for any solver.
#pragma once

#include "base/pool.hpp"
#include "base/row.hpp"
#include "corpus/solution.hpp"

namespace hubbub {

// The utterances of each speaker (or stream) of a side, and their concatenated words.
class SpeakerIndex {
  public:
    SpeakerIndex(const PreparedSide& side, bool by_name);

    std::size_t size() const { return side_.speakers.size(); }
    std::int32_t at(std::size_t i) const { return order_.empty() ? static_cast<std::int32_t>(i) : order_[i]; }
    std::span<const std::int32_t> utterances(std::int32_t speaker) const;
    TimedWords words(std::int32_t speaker, bool timed) const;

  private:
    // Groups utterances by speaker (counting sort) on first use, since not every solver needs it. Not thread-safe: code
    // that shares a side with two or more speakers among threads requests its words first.
    void sort() const;

    const PreparedSide& side_;
    std::vector<std::int32_t> order_;              // empty if speakers are in the order of their numbers
    mutable std::vector<std::int32_t> utterances_; // grouped by speaker
    mutable std::vector<std::size_t> first_,
        begin_;       // start of each speaker in `utterances_` and in `row_`, and the end
    mutable Row row_; // empty if a single speaker has all words
};

struct Session {
    Session(const Plan& plan, const Source& reference, const Source& hypothesis, const SessionInput& input,
            Scratch& scratch);
    Session(PreparedSide reference_, PreparedSide hypothesis_, const Vocabulary& vocabulary_);
    Session(const Session&) = delete;

    PreparedSide reference, hypothesis;
    SpeakerIndex speakers; // in the order of their first utterances
    SpeakerIndex streams;  // by name, so that ties do not depend on the order of the hypothesis
    const Vocabulary& vocabulary;

    const PreparedSide& side(SideName name) const { return name == SideName::reference ? reference : hypothesis; }
    bool has_choices() const { return !reference.choices.empty() || !hypothesis.choices.empty(); }
};

TimedWords words_of(const PreparedSide& side, bool timed);
TimedWords words_of(const PreparedSide& side, const Utterance& utterance, bool timed);
// Calls visit(piece) for every piece of one side of a solution's lane; `name` is the number of its speaker in the
// columns.
template <class Visit>
void each_piece(const PreparedSide& side, const SpeakerIndex& speakers, const Part& part, std::int32_t name,
                Visit visit) {
    const auto whole = [&](std::size_t i) {
        const Utterance& utterance = side.utterances[i];
        visit(Piece{static_cast<std::int32_t>(i), utterance.offset, 0, static_cast<std::int32_t>(utterance.size())});
    };
    if (part.kind == Part::all)
        for (std::size_t i = 0; i < side.utterances.size(); ++i) whole(i);
    if (part.kind == Part::speaker && name != no_speaker)
        for (std::size_t speaker = 0; speaker < side.speakers.size(); ++speaker)
            if (side.speakers[speaker] == name)
                for (const std::int32_t i : speakers.utterances(static_cast<std::int32_t>(speaker)))
                    whole(static_cast<std::size_t>(i));
    for (const Piece& piece : part.pieces) visit(piece);
}
// The index in its utterance of the ith word of a piece.
inline std::int32_t word_place(const Part& part, const Piece& piece, std::int32_t i) {
    return piece.listed < 0 ? piece.first + i : part.listed[static_cast<std::size_t>(piece.listed + i)];
}

// The words of the pieces; each piece is a run of consecutive words.
Row gather(const PreparedSide& side, const Part& part, bool timed);

struct GraphRules;

// One session under one metric.
struct Task {
    const Session& session;
    const Plan& plan;
    const Metric& metric;
    Budget budget;
    Pool& pool;
    const SessionInput* input = nullptr;
    std::span<const Solution> earlier{}; // under the plan's first metrics
    const GraphRules* rules = nullptr;   // null if graphs are not needed
};

// Throws Fault if the metric does not support alternatives and the session has some.
void check_choices(const Session& session, const Metric& metric);
// Throws Fault.
Solution solve(const Task& task);

} // namespace hubbub
