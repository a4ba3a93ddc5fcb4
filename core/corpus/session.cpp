#include "corpus/session.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub {

SpeakerIndex::SpeakerIndex(const PreparedSide& side, bool by_name) : side_(side) {
    if (!by_name || size() < 2) return;
    order_.resize(size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return side.speaker_name(a) < side.speaker_name(b); });
}

void SpeakerIndex::sort() const {
    if (!first_.empty()) return;
    first_.assign(size() + 1, 0);
    for (const Utterance& utterance : side_.utterances) ++first_[utterance.speaker + 1];
    for (std::size_t speaker = 1; speaker <= size(); ++speaker) first_[speaker] += first_[speaker - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    utterances_.resize(side_.utterances.size());
    for (std::size_t i = 0; i < side_.utterances.size(); ++i)
        utterances_[next[side_.utterances[i].speaker]++] = static_cast<std::int32_t>(i);
    if (size() < 2) return;
    row_.words.reserve(side_.words.size());
    row_.spans.reserve(side_.spans.size());
    begin_.reserve(size() + 1);
    for (std::size_t speaker = 0; speaker < size(); ++speaker) {
        begin_.push_back(row_.words.size());
        for (std::size_t i = first_[speaker]; i < first_[speaker + 1]; ++i) {
            const Utterance& utterance = side_.utterances[utterances_[i]];
            row_.words.insert(row_.words.end(), side_.words.begin() + utterance.begin,
                              side_.words.begin() + utterance.end);
            if (!side_.spans.empty())
                row_.spans.insert(row_.spans.end(), side_.spans.begin() + utterance.begin,
                                  side_.spans.begin() + utterance.end);
        }
    }
    begin_.push_back(row_.words.size());
}

std::span<const std::int32_t> SpeakerIndex::utterances(std::int32_t speaker) const {
    sort();
    return std::span(utterances_).subspan(first_[speaker], first_[speaker + 1] - first_[speaker]);
}

TimedWords SpeakerIndex::words(std::int32_t speaker, bool timed) const {
    if (size() < 2) return words_of(side_, timed);
    sort();
    const TimedWords all(row_.words, timed ? std::span<const Span>(row_.spans) : std::span<const Span>());
    return all.part(begin_[speaker], begin_[speaker + 1] - begin_[speaker]);
}

namespace {

PreparedSide prepared(SideName name, const Plan& plan, const Source& source, const Source& other,
                      const SessionInput& input, Scratch& scratch) {
    return prepare(name, source, name == SideName::reference ? plan.reference : plan.hypothesis, input, other, scratch);
}

} // namespace

Session::Session(const Plan& plan, const Source& reference_, const Source& hypothesis_, const SessionInput& input,
                 Scratch& scratch)
    : reference(prepared(SideName::reference, plan, reference_, hypothesis_, input, scratch)),
      hypothesis(prepared(SideName::hypothesis, plan, hypothesis_, reference_, input, scratch)),
      speakers(reference, false), streams(hypothesis, true), vocabulary(scratch.vocabulary) {}

Session::Session(PreparedSide reference_, PreparedSide hypothesis_, const Vocabulary& vocabulary_)
    : reference(std::move(reference_)), hypothesis(std::move(hypothesis_)), speakers(reference, false),
      streams(hypothesis, true), vocabulary(vocabulary_) {}

TimedWords words_of(const PreparedSide& side, bool timed) {
    return {side.words, timed ? std::span<const Span>(side.spans) : std::span<const Span>()};
}

TimedWords words_of(const PreparedSide& side, const Utterance& utterance, bool timed) {
    return words_of(side, timed).part(utterance.begin, utterance.size());
}

void check_choices(const Session& session, const Metric& metric) {
    const auto check = [](const PreparedSide& side) {
        for (const Utterance& utterance : side.utterances)
            if (utterance.choices >= 0) throw Fault(Fault::Kind::choices, side.name, utterance.segment);
    };
    if (!metric.takes_choices) check(session.reference);
    // uWER assigns the words of a stream to utterances one by one, by their times.
    if (!metric.takes_choices || metric.solver == Metric::Solver::each) check(session.hypothesis);
}

Row gather(const PreparedSide& side, const Part& part, bool timed) {
    Row row;
    for (const Piece& piece : part.pieces) {
        const std::size_t from = side.utterances[piece.utterance].begin + piece.first, to = from + piece.count;
        row.words.insert(row.words.end(), side.words.begin() + from, side.words.begin() + to);
        if (timed) row.spans.insert(row.spans.end(), side.spans.begin() + from, side.spans.begin() + to);
    }
    return row;
}

} // namespace hubbub
