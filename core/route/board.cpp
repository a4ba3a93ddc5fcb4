#include "board.hpp"

#include "queues.hpp"
#include "reach.hpp"

#include <functional>

namespace hubbub::orc {
namespace {

// The stretch of time that an utterance takes, whatever the order of its words.
Span around(std::span<const Span> spans) {
    Span all = spans[0];
    for (const Span& span : spans) all = {std::min(all.start, span.start), std::max(all.end, span.end)};
    return all;
}

Reaches find_reaches(const Board& board, const std::vector<Span>& times) {
    Reaches reaches(times.size() * board.streams.size());
    for (std::size_t j = 0; j < board.streams.size(); ++j) {
        const rows::Times stream(board.streams[j].spans);
        for (std::size_t n = 0; n < times.size(); ++n) reaches[n * board.streams.size() + j] = stream.of(times[n]);
    }
    return reaches;
}

// A way through a stream may be taken to stand, after n utterances, at the first word that a later one may pair with
// (what it passes over is inserted anyhow), or behind the last word that it has paired, whichever comes later.
void open_cells(Board& board, int j, const Reaches& reaches) {
    const int count = board.utterance_count();
    std::int32_t last = 0, first = static_cast<std::int32_t>(board.streams[j].size());
    board.band(0, j).high = last;
    for (int n = 0; n < count; ++n) {
        if (board.allows(n, j)) last = std::max(last, reaches[n * board.streams.size() + j].end);
        board.band(n + 1, j).high = last;
    }
    for (int n = count; n >= 0; --n) {
        if (n < count && board.allows(n, j)) first = std::min(first, reaches[n * board.streams.size() + j].first);
        Band& band = board.band(n, j);
        band = {first, std::max(first, band.high)};
    }
}

bool one_queue(const std::vector<std::int32_t>& queue_of) {
    return std::adjacent_find(queue_of.begin(), queue_of.end(), std::not_equal_to<>()) == queue_of.end();
}

} // namespace

std::optional<TimedBoard> timed_board(const RouteProblem& problem, double most) {
    TimedBoard made;
    Board& board = made.board;
    const Costs& costs = problem.costs;
    std::vector<Span> times;
    std::vector<std::int32_t> queue_of;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        if (problem.utterances[n].empty()) continue;
        board.utterances.push_back(problem.utterances[n]);
        times.push_back(around(problem.utterances[n].spans));
        queue_of.push_back(problem.queue_of[n]);
        made.utterance_source.push_back(static_cast<std::int32_t>(n));
    }
    for (std::size_t j = 0; j < problem.streams.size(); ++j) {
        if (problem.streams[j].empty()) continue;
        board.streams.push_back(problem.streams[j]);
        made.base += static_cast<std::int64_t>(problem.streams[j].size()) * costs.insertion;
        made.stream_source.push_back(static_cast<std::int32_t>(j));
    }
    const std::int32_t undone = costs.insertion + costs.deletion;
    const std::int32_t match = std::min(costs.correct, undone), mismatch = std::min(costs.substitution, undone);
    board.steps = {costs.deletion, match - costs.insertion, mismatch - costs.insertion};
    board.slide = undone - std::min(match, mismatch);
    const Reaches reaches = find_reaches(board, times);
    for (const rows::Reach& reach : reaches) board.may.push_back(reach.first < reach.end);
    if (!one_queue(queue_of)) {
        if (!lay_queues(board, queue_of, times, reaches, most * board.utterance_count())) return std::nullopt;
        return made;
    }
    lay_in_order(board);
    board.bands.resize((board.utterances.size() + 1) * board.streams.size());
    for (int j = 0; j < board.stream_count(); ++j) open_cells(board, j, reaches);
    return made;
}

Board board_of(const Half& half) {
    const Instance& instance = half.instance;
    Board board;
    for (int n = 0; n < instance.utterance_count(); ++n) board.utterances.push_back(instance.utterance(n));
    for (int j = 0; j < instance.stream_count(); ++j) board.streams.push_back(instance.stream(j));
    board.steps = instance.steps;
    board.slide = instance.slide;
    lay_in_order(board);
    board.bands = half.alive.bands;
    // Nothing is paired before the first utterance, so that all cells cost the same there and one stands for them.
    for (int j = 0; j < instance.stream_count(); ++j) board.band(0, j).high = board.band(0, j).low;
    for (int n = 0; n < instance.utterance_count(); ++n) {
        for (int j = 0; j < instance.stream_count(); ++j) {
            board.may.push_back(half.alive.may(n, j) != May::never && half.kernel.reaches(j, n));
            // No way goes back.
            board.band(n + 1, j).low = std::max(board.band(n + 1, j).low, board.band(n, j).low);
        }
    }
    for (int j = 0; j < instance.stream_count(); ++j) { // the last cell costs least
        Band& end = board.band(instance.utterance_count(), j);
        if (!end.empty()) end.low = end.high;
    }
    return board;
}

} // namespace hubbub::orc
