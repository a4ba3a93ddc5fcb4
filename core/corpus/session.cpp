#include "session.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub {

Voices::Voices(const Side& side, bool by_name) : side_(side), utterances_(side.voices.size()) {
    order_.resize(side.voices.size());
    std::iota(order_.begin(), order_.end(), 0);
    if (by_name)
        std::sort(order_.begin(), order_.end(),
                  [&](auto a, auto b) { return side.voice_name(a) < side.voice_name(b); });
    for (std::size_t i = 0; i < side.utterances.size(); ++i)
        utterances_[side.utterances[i].voice].push_back(static_cast<std::int32_t>(i));
    if (order_.size() < 2) return;
    row_.words.reserve(side.words.size());
    row_.spans.reserve(side.spans.size());
    for (std::size_t voice = 0; voice < utterances_.size(); ++voice) {
        begin_.push_back(row_.words.size());
        for (const std::int32_t i : utterances_[voice]) {
            const Utterance& one = side.utterances[i];
            row_.words.insert(row_.words.end(), side.words.begin() + one.begin, side.words.begin() + one.end);
            if (!side.spans.empty())
                row_.spans.insert(row_.spans.end(), side.spans.begin() + one.begin, side.spans.begin() + one.end);
        }
    }
    begin_.push_back(row_.words.size());
}

TimedWords Voices::words(std::int32_t voice, bool timed) const {
    if (order_.size() < 2) return words_of(side_, timed);
    const TimedWords all(row_.words, timed ? std::span<const Span>(row_.spans) : std::span<const Span>());
    return all.part(begin_[voice], begin_[voice + 1] - begin_[voice]);
}

namespace {

Side prepared(SideName name, const Plan& plan, const Source& source, const Source& other, const SessionInput& input,
              Scratch& scratch) {
    return prepare(name, source, name == SideName::reference ? plan.reference : plan.hypothesis, input, other, scratch);
}

} // namespace

Session::Session(const Plan& plan, const Source& reference_, const Source& hypothesis_, const SessionInput& input,
                 Scratch& scratch)
    : reference(prepared(SideName::reference, plan, reference_, hypothesis_, input, scratch)),
      hypothesis(prepared(SideName::hypothesis, plan, hypothesis_, reference_, input, scratch)),
      speakers(reference, false), streams(hypothesis, true), vocabulary(scratch.vocabulary) {}

Session::Session(Side reference_, Side hypothesis_, const Vocabulary& vocabulary_)
    : reference(std::move(reference_)), hypothesis(std::move(hypothesis_)), speakers(reference, false),
      streams(hypothesis, true), vocabulary(vocabulary_) {}

TimedWords words_of(const Side& side, bool timed) {
    return {side.words, timed ? std::span<const Span>(side.spans) : std::span<const Span>()};
}

TimedWords words_of(const Side& side, const Utterance& one, bool timed) {
    return words_of(side, timed).part(one.begin, one.size());
}

void check_choices(const Session& session, const Metric& metric) {
    const auto check = [](const Side& side) {
        for (const Utterance& one : side.utterances)
            if (one.choices >= 0) throw Fault(Fault::Kind::choices, side.name, one.segment);
    };
    if (!metric.takes_choices) check(session.reference);
    // The words of a stream are dealt out to utterances one by one, by their times.
    if (!metric.takes_choices || metric.solver == Metric::Solver::each) check(session.hypothesis);
}

Row gather(const Side& side, const Part& part, bool timed) {
    Row row;
    for (const Piece& piece : part.pieces) {
        const std::size_t from = side.utterances[piece.utterance].begin + piece.first, to = from + piece.count;
        row.words.insert(row.words.end(), side.words.begin() + from, side.words.begin() + to);
        if (timed) row.spans.insert(row.spans.end(), side.spans.begin() + from, side.spans.begin() + to);
    }
    return row;
}

} // namespace hubbub
