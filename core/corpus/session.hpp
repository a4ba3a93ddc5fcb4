// A session ready for any solver.
#pragma once

#include "../row.hpp"
#include "found.hpp"
#include "pool.hpp"

namespace hubbub {

// The utterances of each voice of a side, and their words in a row.
class Voices {
  public:
    Voices(const PreparedSide& side, bool by_name);

    std::size_t size() const { return side_.voices.size(); }
    std::int32_t voice(std::size_t i) const { return order_.empty() ? static_cast<std::int32_t>(i) : order_[i]; }
    std::span<const std::int32_t> utterances(std::int32_t voice) const;
    TimedWords words(std::int32_t voice, bool timed) const;

  private:
    void sort() const; // once, when somebody asks: not every solver does

    const PreparedSide& side_;
    std::vector<std::int32_t> order_;                // empty where voices come in the order of their numbers
    mutable std::vector<std::int32_t> utterances_;   // one voice's after the other's
    mutable std::vector<std::size_t> first_, begin_; // of each voice in `utterances_` and in the row, and the end
    mutable Row row_;                                // empty where a single voice has all words
};

struct Session {
    Session(const Plan& plan, const Source& reference, const Source& hypothesis, const SessionInput& input,
            Scratch& scratch);
    Session(PreparedSide reference_, PreparedSide hypothesis_, const Vocabulary& vocabulary_);
    Session(const Session&) = delete;

    PreparedSide reference, hypothesis;
    Voices speakers; // the first to speak comes first
    Voices streams;  // by name, so that ties do not hang on who spoke first in the hypothesis
    const Vocabulary& vocabulary;

    const PreparedSide& side(SideName name) const { return name == SideName::reference ? reference : hypothesis; }
    bool has_choices() const { return !reference.choices.empty() || !hypothesis.choices.empty(); }
};

TimedWords words_of(const PreparedSide& side, bool timed);
TimedWords words_of(const PreparedSide& side, const Utterance& one, bool timed);
// Pieces one after the other, which are rows of words.
Row gather(const PreparedSide& side, const Part& part, bool timed);

// One session under one metric.
struct Task {
    const Session& session;
    const Plan& plan;
    const Metric& metric;
    Budget budget;
    Pool& pool;
    const SessionInput* input = nullptr;
};

// Whoever routes whole segments cannot choose among the words in them. Throws Fault.
void check_choices(const Session& session, const Metric& metric);
// Throws Fault.
Found solve(const Task& task);

} // namespace hubbub
