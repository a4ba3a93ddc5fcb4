#include "words/stretches.hpp"

#include "corpus/steps.hpp"

#include <algorithm>
#include <limits>

namespace hubbub {
namespace {

constexpr std::int32_t nothing = -1;

// The indices of a part's words among those of the side, in order.
std::vector<std::int32_t> places(const PreparedSide& side, const SpeakerIndex& speakers, const Part& part,
                                 std::int32_t name) {
    std::vector<std::int32_t> all;
    each_piece(side, speakers, part, name, [&](const Piece& piece) {
        const auto begin = static_cast<std::int32_t>(side.utterances[piece.utterance].begin);
        for (std::int32_t i = 0; i < piece.count; ++i) all.push_back(begin + word_place(part, piece, i));
    });
    return all;
}

const std::vector<std::int32_t>& of(const Partners& partners, SideName side) {
    return side == SideName::reference ? partners.of_reference : partners.of_hypothesis;
}

std::vector<std::int32_t>& of(Partners& partners, SideName side) {
    return side == SideName::reference ? partners.of_reference : partners.of_hypothesis;
}

bool correct(const Session& session, const Partners& partners, std::size_t reference_word) {
    const std::int32_t partner = partners.of_reference[reference_word];
    return partner != nothing && session.reference.words[reference_word] == session.hypothesis.words[partner];
}

// The utterance of every word.
std::vector<std::int32_t> utterance_of(const PreparedSide& side) {
    std::vector<std::int32_t> all(side.words.size());
    for (std::size_t i = 0; i < side.utterances.size(); ++i)
        std::fill(all.begin() + side.utterances[i].begin, all.begin() + side.utterances[i].end,
                  static_cast<std::int32_t>(i));
    return all;
}

// Numbers the stretches of routed utterances and assigns each word of both sides to one.
class Cutting {
  public:
    Cutting(const Session& session, const std::vector<Partners>& chain, SideName routed)
        : routed_(session.side(routed)), goal_(session.side(other(routed))), chain_(chain), goal_name_(other(routed)),
          utterance_of_routed_(utterance_of(routed_)) {
        cut();
        number_goal_words();
        for (const std::int32_t utterance : utterance_of_routed_) routed_stretches.push_back(stretch_of_[utterance]);
    }

    static SideName other(SideName name) {
        return name == SideName::reference ? SideName::hypothesis : SideName::reference;
    }

    std::vector<std::int32_t> routed_stretches, goal_stretches;
    std::int32_t number = 0; // of stretches

  private:
    // The first and last routed utterance with a partner of this word; the first is greater than the last if there is
    // none.
    std::pair<std::int32_t, std::int32_t> reach(std::size_t goal_word) const {
        std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = nothing;
        for (const Partners& partners : chain_) {
            const std::int32_t partner = of(partners, goal_name_)[goal_word];
            if (partner == nothing) continue;
            first = std::min(first, utterance_of_routed_[partner]);
            last = std::max(last, utterance_of_routed_[partner]);
        }
        return {first, last};
    }

    // No cut may fall between a word's partner and a later one of the same word or of an earlier word of the speaker.
    void cut() {
        const std::size_t utterances = routed_.utterances.size();
        std::vector<std::int32_t> joined(utterances + 1, 0); // +1 where a range without cuts begins, -1 where it ends
        std::vector<std::int32_t> latest(goal_.speakers.size(), nothing);
        for (const Utterance& utterance : goal_.utterances) {
            for (std::size_t word = utterance.begin; word < utterance.end; ++word) {
                const auto [first, last] = reach(word);
                if (last == nothing) continue;
                latest[utterance.speaker] = std::max(latest[utterance.speaker], last);
                if (first >= latest[utterance.speaker]) continue;
                ++joined[first];
                --joined[latest[utterance.speaker]];
            }
        }
        stretch_of_.resize(utterances);
        std::int32_t bans = 0;
        for (std::size_t i = 0; i < utterances; ++i) {
            stretch_of_[i] = number;
            bans += joined[i];
            if (bans == 0) ++number;
        }
    }

    // A word without partners belongs to the stretch of both its neighbors in the speaker; if these differ it forms its
    // own.
    void number_goal_words() {
        goal_stretches.assign(goal_.words.size(), nothing);
        std::vector<std::vector<std::int32_t>> open(
            goal_.speakers.size()); // words without partners, since the last one with some
        std::vector<std::int32_t> before(goal_.speakers.size(), nothing);
        const auto close = [&](std::size_t speaker, std::int32_t after) {
            if (open[speaker].empty()) return;
            const std::int32_t stretch = before[speaker] == after && after != nothing ? after : number++;
            for (const std::int32_t word : open[speaker]) goal_stretches[word] = stretch;
            open[speaker].clear();
        };
        for (const Utterance& utterance : goal_.utterances) {
            for (std::size_t word = utterance.begin; word < utterance.end; ++word) {
                const std::int32_t last = reach(word).second;
                if (last == nothing) {
                    open[utterance.speaker].push_back(static_cast<std::int32_t>(word));
                    continue;
                }
                close(utterance.speaker, stretch_of_[last]);
                before[utterance.speaker] = goal_stretches[word] = stretch_of_[last];
            }
        }
        for (std::size_t speaker = 0; speaker < open.size(); ++speaker) close(speaker, nothing);
    }

    const PreparedSide &routed_, &goal_;
    const std::vector<Partners>& chain_;
    SideName goal_name_;
    std::vector<std::int32_t> utterance_of_routed_, stretch_of_;
};

} // namespace

Partners partners(const Session& session, const Solution& solution) {
    Partners found;
    found.of_reference.assign(session.reference.words.size(), nothing);
    found.of_hypothesis.assign(session.hypothesis.words.size(), nothing);
    for (const Lane& lane : solution.lanes) {
        const auto reference = places(session.reference, session.speakers, lane.reference, lane.speaker);
        const auto hypothesis = places(session.hypothesis, session.streams, lane.hypothesis, lane.stream);
        each_step(lane.steps, [&](const LaneStep& step) {
            if (step.reference.count == 0 || step.hypothesis.count == 0) return;
            const std::int32_t word = reference[step.reference.first], partner = hypothesis[step.hypothesis.first];
            found.of_reference[word] = partner;
            found.of_hypothesis[partner] = word;
        });
    }
    return found;
}

std::vector<Step> steps(const Session& session, const Partners& partners) {
    std::vector<Step> found;
    for (std::size_t i = 0; i < partners.of_reference.size(); ++i) {
        const std::int32_t partner = partners.of_reference[i];
        const char kind = correct(session, partners, i) ? step::correct
                          : partner == nothing          ? step::deletion
                                                        : step::substitution;
        found.push_back({0, kind, static_cast<std::int32_t>(i), partner});
    }
    for (std::size_t j = 0; j < partners.of_hypothesis.size(); ++j)
        if (partners.of_hypothesis[j] == nothing)
            found.push_back({0, step::insertion, nothing, static_cast<std::int32_t>(j)});
    return found;
}

ErrorStretches error_stretches(const Session& session, std::vector<Partners> chain, SideName routed) {
    Cutting cutting(session, chain, routed);
    ErrorStretches found{
        std::move(chain), {std::move(cutting.goal_stretches), std::move(cutting.routed_stretches)}, {}};
    const auto& [reference, hypothesis] = found.words;
    if (routed == SideName::reference) found.words.reference.swap(found.words.hypothesis);
    for (std::size_t member = 0; member < found.chain.size(); ++member) {
        Partners& own = found.chain[member];
        const std::vector<Step> all = steps(session, own);
        auto& errors = found.errors.emplace_back();
        for (const Counts& counts : count(all, found.words.of(all), static_cast<std::size_t>(cutting.number)))
            errors.push_back(counts.errors());
        if (member == 0) continue;
        const Partners& former = found.chain[member - 1];
        const auto& former_errors = found.errors[member - 1];
        for (const SideName name : {SideName::reference, SideName::hypothesis}) {
            const auto& numbers = name == SideName::reference ? reference : hypothesis;
            for (std::size_t i = 0; i < numbers.size(); ++i)
                if (former_errors[numbers[i]] <= errors[numbers[i]]) of(own, name)[i] = of(former, name)[i];
        }
        for (std::size_t i = 0; i < errors.size(); ++i) errors[i] = std::min(errors[i], former_errors[i]);
    }
    return found;
}

Selection by_speaker(const Session& session, const Solution& solution) {
    const auto place = [](const PreparedSide& side, std::int32_t name) {
        return static_cast<std::size_t>(std::ranges::find(side.speakers, name) - side.speakers.begin());
    };
    const auto without_speaker = static_cast<std::int32_t>(session.reference.speakers.size());
    std::vector<std::int32_t> speaker_of(session.hypothesis.speakers.size(), without_speaker);
    for (const auto& [speaker, stream] : solution.pairing)
        if (speaker != no_speaker && stream != no_speaker)
            speaker_of[place(session.hypothesis, stream)] =
                static_cast<std::int32_t>(place(session.reference, speaker));
    Selection found{utterance_of(session.reference), utterance_of(session.hypothesis)};
    for (std::int32_t& word : found.reference) word = session.reference.utterances[word].speaker;
    for (std::int32_t& word : found.hypothesis) word = speaker_of[session.hypothesis.utterances[word].speaker];
    return found;
}

std::vector<SpeakerStreamWords> speaker_stream_words(const Session& session, const Partners& partners) {
    const auto speakers = utterance_of(session.reference), streams = utterance_of(session.hypothesis);
    const std::size_t columns = session.hypothesis.speakers.size();
    std::vector<std::int64_t> counts(session.reference.speakers.size() * columns, 0);
    for (std::size_t i = 0; i < speakers.size(); ++i) {
        if (!correct(session, partners, i)) continue;
        const std::int32_t stream = session.hypothesis.utterances[streams[partners.of_reference[i]]].speaker;
        ++counts[session.reference.utterances[speakers[i]].speaker * columns + stream];
    }
    std::vector<SpeakerStreamWords> found;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] != 0)
            found.push_back(
                {session.reference.speakers[i / columns], session.hypothesis.speakers[i % columns], counts[i]});
    return found;
}

std::vector<double> offsets(const Session& session, const Partners& partners) {
    const auto middles = [](const PreparedSide& side) {
        std::vector<double> all(side.words.size(), std::numeric_limits<double>::quiet_NaN());
        for (const Utterance& utterance : side.utterances) {
            const auto times =
                utterance.times == Utterance::untimed ? std::span<const double>{} : side.times(utterance);
            for (std::size_t i = 0; 2 * i < times.size(); ++i)
                all[utterance.begin + i] = (times[2 * i] + times[2 * i + 1]) / 2;
        }
        return all;
    };
    const auto reference = middles(session.reference), hypothesis = middles(session.hypothesis);
    std::vector<double> all;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (!correct(session, partners, i)) continue;
        const double later = hypothesis[partners.of_reference[i]] - reference[i];
        if (!std::isnan(later)) all.push_back(later);
    }
    return all;
}

} // namespace hubbub
