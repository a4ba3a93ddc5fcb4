// uWER: every utterance by itself, against the stream that fits it best.
#include "lanes.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub {
namespace {

// A stream's words by time.
struct TimedStream {
    std::vector<double> points;
    std::vector<Piece> words;
    std::vector<char> inside; // of any utterance

    std::pair<std::size_t, std::size_t> between(double start, double end) const {
        const auto last = start == end ? std::upper_bound(points.begin(), points.end(), end)
                                       : std::lower_bound(points.begin(), points.end(), end);
        const auto first = std::lower_bound(points.begin(), points.end(), start);
        return {first - points.begin(), std::max(last, first) - points.begin()};
    }
};

std::optional<TimedStream> by_time(const PreparedSide& side, std::span<const std::int32_t> utterances) {
    std::vector<std::pair<double, Piece>> timed;
    for (const std::int32_t i : utterances) {
        const Utterance& one = side.utterances[i];
        const auto points = side.midpoints(one);
        if (!points) return std::nullopt;
        for (std::size_t k = 0; k < points->size(); ++k) {
            const auto word = static_cast<std::int32_t>(k);
            timed.push_back({(*points)[k], {i, one.offset + word, word, 1}});
        }
    }
    std::stable_sort(timed.begin(), timed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    TimedStream made;
    for (const auto& [at, word] : timed) {
        made.points.push_back(at);
        made.words.push_back(word);
    }
    made.inside.resize(timed.size(), 0);
    return made;
}

// What an utterance may be matched with in each stream: the words in its time window, or the same turn.
class Offers {
  public:
    explicit Offers(const Session& session) : session_(session) {
        const PreparedSide& reference = session.reference;
        timed_ = std::all_of(reference.utterances.begin(), reference.utterances.end(),
                             [&](const Utterance& one) { return reference.has_start_and_end(one); });
        for (std::size_t j = 0; j < session.streams.size(); ++j) {
            auto stream = by_time(session.hypothesis, session.streams.utterances(session.streams.voice(j)));
            if (!stream) timed_ = false;
            streams_.push_back(stream ? std::move(*stream) : TimedStream{});
        }
        if (!timed_) check_turns();
    }

    Part of(std::size_t utterance, std::size_t stream) {
        const std::int32_t voice = session_.streams.voice(stream);
        if (!timed_) return whole(session_.hypothesis, {&session_.streams.utterances(voice)[utterance], 1});
        const Utterance& one = session_.reference.utterances[utterance];
        TimedStream& own = streams_[stream];
        const auto [first, last] = own.between(session_.reference.start(one), session_.reference.end(one));
        std::fill(own.inside.begin() + first, own.inside.begin() + last, 1);
        Part part;
        part.pieces.assign(own.words.begin() + first, own.words.begin() + last);
        return part;
    }

    std::ptrdiff_t outside() const { // words of no utterance
        std::ptrdiff_t number = 0;
        if (timed_)
            for (const TimedStream& own : streams_) number += std::count(own.inside.begin(), own.inside.end(), 0);
        return number;
    }

  private:
    void check_turns() const {
        for (std::size_t j = 0; j < session_.streams.size(); ++j) {
            const std::int32_t voice = session_.streams.voice(j);
            const std::size_t turns = session_.streams.utterances(voice).size();
            if (turns == session_.reference.utterances.size()) continue;
            Fault fault(Fault::Kind::turns,
                        {static_cast<double>(session_.reference.utterances.size()), static_cast<double>(turns)});
            fault.name = session_.hypothesis.voice_name(voice);
            throw fault;
        }
    }

    const Session& session_;
    bool timed_;
    std::vector<TimedStream> streams_;
};

std::int64_t cost(const Lane& lane, const Costs& costs) {
    Counts counts;
    counts.add(lane.steps);
    return counts.cost(costs);
}

} // namespace

Found each_utterance(const Task& task) {
    const Session& session = task.session;
    Offers offers(session);
    std::vector<Lane> lanes;
    std::vector<Routed> routing;
    for (std::size_t i = 0; i < session.reference.utterances.size(); ++i) {
        const auto number = static_cast<std::int32_t>(i);
        const Utterance& one = session.reference.utterances[i];
        std::optional<Lane> best;
        for (std::size_t j = 0; j < session.streams.size(); ++j) {
            Lane lane = aligned(task, one.voice, session.streams.voice(j), whole(session.reference, {&number, 1}),
                                offers.of(i, j));
            if (!best || cost(lane, task.plan.costs) < cost(*best, task.plan.costs)) best = std::move(lane);
        }
        if (!best) best = aligned(task, one.voice, -1, whole(session.reference, {&number, 1}), {});
        routing.push_back({one.voice, one.number, best->stream});
        lanes.push_back(std::move(*best));
    }
    Found found = solved(task, std::move(lanes));
    found.routed = true;
    found.routing = std::move(routing);
    if (const auto outside = offers.outside(); outside != 0)
        found.left_out.push_back({"hypothesis_words_outside_every_utterance", static_cast<double>(outside)});
    return found;
}

} // namespace hubbub
