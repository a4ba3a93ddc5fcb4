// uWER: every utterance is scored alone, against the stream that fits it best.
#include "base/nanoseconds.hpp"
#include "corpus/lanes.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub {
namespace {

// A stream's words, sorted by midpoint.
struct TimedStream {
    std::vector<std::int64_t> points; // nanoseconds
    std::vector<Piece> words;
    std::vector<char> inside; // whether it is in the time span of any utterance

    // The words of an utterance from `start` on that are before `end`; also those at both if these are equal.
    std::pair<std::size_t, std::size_t> between(std::int64_t start, std::int64_t end) const {
        const auto last = start == end ? std::upper_bound(points.begin(), points.end(), end)
                                       : std::lower_bound(points.begin(), points.end(), end);
        const auto first = std::lower_bound(points.begin(), points.end(), start);
        return {first - points.begin(), std::max(last, first) - points.begin()};
    }
};

std::optional<TimedStream> by_time(const PreparedSide& side, std::span<const std::int32_t> utterances) {
    std::vector<std::pair<std::int64_t, Piece>> timed;
    for (const std::int32_t i : utterances) {
        const Utterance& utterance = side.utterances[i];
        const auto points = side.midpoints(utterance);
        if (!points) return std::nullopt;
        for (std::size_t k = 0; k < points->size(); ++k) {
            const auto word = static_cast<std::int32_t>(k);
            timed.push_back({nanoseconds((*points)[k]), {i, utterance.offset + word, word, 1}});
        }
    }
    std::stable_sort(timed.begin(), timed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    TimedStream stream;
    for (const auto& [at, word] : timed) {
        stream.points.push_back(at);
        stream.words.push_back(word);
    }
    stream.inside.resize(timed.size(), 0);
    return stream;
}

// The words that an utterance may be matched with in each stream: those in its time span, or the turn of the same
// index.
class Offers {
  public:
    explicit Offers(const Session& session) : session_(session) {
        const PreparedSide& reference = session.reference;
        timed_ = std::all_of(reference.utterances.begin(), reference.utterances.end(),
                             [&](const Utterance& utterance) { return reference.has_start_and_end(utterance); });
        for (const PreparedSide* side : {&reference, &session.hypothesis})
            for (const Utterance& utterance : side->utterances) side->check_times(utterance);
        for (std::size_t j = 0; j < session.streams.size(); ++j) {
            auto stream = by_time(session.hypothesis, session.streams.utterances(session.streams.at(j)));
            if (!stream) timed_ = false;
            streams_.push_back(stream ? std::move(*stream) : TimedStream{});
        }
        if (!timed_) check_turns();
    }

    Part of(std::size_t index, std::size_t stream) {
        const std::int32_t label = session_.streams.at(stream);
        if (!timed_) return whole(session_.hypothesis, {&session_.streams.utterances(label)[index], 1});
        TimedStream& timed_stream = streams_[stream];
        const auto [first, last] = inside(timed_stream, session_.reference.utterances[index]);
        std::fill(timed_stream.inside.begin() + first, timed_stream.inside.begin() + last, 1);
        Part part;
        part.pieces.assign(timed_stream.words.begin() + first, timed_stream.words.begin() + last);
        return part;
    }

    // The memory of the lanes of all utterances, each with the stream that offers most words. Checked before the
    // alignment: if utterances overlap for long, it is the product of their number and the words.
    double bytes() const {
        double sum = 0;
        for (std::size_t i = 0; i < session_.reference.utterances.size(); ++i) {
            const Utterance& utterance = session_.reference.utterances[i];
            std::size_t most = 0;
            for (const TimedStream& stream : streams_) {
                if (!timed_) break;
                const auto [first, last] = inside(stream, utterance);
                most = std::max(most, last - first);
            }
            sum += static_cast<double>(utterance.size() + most) + static_cast<double>(most * sizeof(Piece));
        }
        return sum;
    }

    std::ptrdiff_t outside() const { // words outside the time span of every utterance
        std::ptrdiff_t number = 0;
        if (timed_)
            for (const TimedStream& timed_stream : streams_)
                number += std::count(timed_stream.inside.begin(), timed_stream.inside.end(), 0);
        return number;
    }

  private:
    std::pair<std::size_t, std::size_t> inside(const TimedStream& stream, const Utterance& utterance) const {
        const PreparedSide& reference = session_.reference;
        return stream.between(nanoseconds(reference.start(utterance)), nanoseconds(reference.end(utterance)));
    }

    void check_turns() const {
        for (std::size_t j = 0; j < session_.streams.size(); ++j) {
            const std::int32_t label = session_.streams.at(j);
            const std::size_t turns = session_.streams.utterances(label).size();
            if (turns == session_.reference.utterances.size()) continue;
            throw Fault(Fault::Kind::turns,
                        {.utterances = static_cast<std::int64_t>(session_.reference.utterances.size()),
                         .turns = static_cast<std::int64_t>(turns),
                         .stream = std::string(session_.hypothesis.speaker_name(label))});
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

Solution each_utterance(const Task& task) {
    const Session& session = task.session;
    Offers offers(session);
    if (const double needed = offers.bytes(); needed > static_cast<double>(task.budget.bytes))
        throw Fault(Fault::Kind::too_large_route,
                    {.needed = needed,
                     .allowed = static_cast<double>(task.budget.bytes),
                     .pieces = static_cast<std::int64_t>(session.reference.utterances.size()),
                     .streams = static_cast<std::int64_t>(session.streams.size())});
    std::vector<Lane> lanes;
    std::vector<Routed> routing;
    for (std::size_t i = 0; i < session.reference.utterances.size(); ++i) {
        check_stop();
        const auto index = static_cast<std::int32_t>(i);
        const Utterance& utterance = session.reference.utterances[i];
        std::optional<Lane> best;
        for (std::size_t j = 0; j < session.streams.size(); ++j) {
            Lane lane = aligned(task, utterance.speaker, session.streams.at(j), whole(session.reference, {&index, 1}),
                                offers.of(i, j));
            if (!best || cost(lane, task.plan.costs) < cost(*best, task.plan.costs)) best = std::move(lane);
        }
        if (!best) best = aligned(task, utterance.speaker, -1, whole(session.reference, {&index, 1}), {});
        routing.push_back({utterance.speaker, utterance.number, best->stream, utterance.segment});
        lanes.push_back(std::move(*best));
    }
    Solution solution = solved(task, std::move(lanes));
    solution.routed = true;
    solution.routing = std::move(routing);
    if (const auto outside = offers.outside(); outside != 0)
        solution.left_out.push_back({"hypothesis_words_outside_every_utterance", static_cast<double>(outside)});
    return solution;
}

} // namespace hubbub
