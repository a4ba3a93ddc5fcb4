#include "route/table/board.hpp"

#include "route/rows/carry.hpp"

namespace hubbub::route::table {

using rows::May;

namespace {

// The stretch of time that an utterance takes, whatever the order of its words.
Span around(std::span<const Span> spans) {
    Span all = spans[0];
    for (const Span& span : spans) all = {std::min(all.start, span.start), std::max(all.end, span.end)};
    return all;
}

// A way through a stream may be taken to stand, after n utterances, at the first word that a later one may pair with
// (what it passes over is inserted anyhow), or behind the last word that it has paired, whichever comes later.
void open_cells(Board& board, int j, const std::vector<Span>& times) {
    const rows::Times stream(board.streams[j].spans);
    const int count = board.utterance_count();
    std::vector<rows::Reach> reaches;
    reaches.reserve(count);
    std::int32_t last = 0, first = static_cast<std::int32_t>(board.streams[j].size());
    board.band(0, j).high = last;
    for (int n = 0; n < count; ++n) {
        const rows::Reach reach = reaches.emplace_back(stream.of(times[n]));
        if (reach.first < reach.end) last = std::max(last, reach.end);
        board.band(n + 1, j).high = last;
        board.may[static_cast<std::size_t>(n) * board.streams.size() + j] = reach.first < reach.end;
    }
    for (int n = count; n >= 0; --n) {
        if (n < count && reaches[n].first < reaches[n].end) first = std::min(first, reaches[n].first);
        Band& band = board.band(n, j);
        band = {first, std::max(first, band.high)};
    }
}

} // namespace

TimedBoard timed_board(const RouteProblem& problem) {
    TimedBoard made;
    Board& board = made.board;
    const Costs& costs = problem.costs;
    std::vector<Span> times;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        if (problem.utterances[n].empty()) continue;
        board.utterances.push_back(problem.utterances[n]);
        times.push_back(around(problem.utterances[n].spans));
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
    lay_in_order(board);
    board.bands.resize((board.utterances.size() + 1) * board.streams.size());
    board.may.resize(board.utterances.size() * board.streams.size());
    for (int j = 0; j < board.stream_count(); ++j) open_cells(board, j, times);
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

} // namespace hubbub::route::table
