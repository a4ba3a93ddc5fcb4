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

// One queue: the utterances as they stand. No cell is open yet.
Board empty_board(const Problem& problem) {
    Board board;
    for (const Utterance& one : problem.utterances) board.utterances.push_back(one.words);
    board.streams = problem.stream;
    board.steps = problem.steps;
    board.slide = problem.slide;
    lay_in_order(board);
    return board;
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

Board timed_board(const Problem& problem) {
    Board board = empty_board(problem);
    board.bands.resize((board.utterances.size() + 1) * board.streams.size());
    board.may.resize(board.utterances.size() * board.streams.size());
    std::vector<Span> times;
    for (const TimedWords& words : board.utterances) times.push_back(around(words.spans));
    for (int j = 0; j < board.stream_count(); ++j) open_cells(board, j, times);
    return board;
}

Board board_of(const Rows& rows) {
    const Problem& problem = rows.problem;
    Board board = empty_board(problem);
    board.bands = rows.alive.bands;
    // Nothing is paired before the first utterance, so that all cells cost the same there and one stands for them.
    for (int j = 0; j < problem.stream_count(); ++j) board.band(0, j).high = board.band(0, j).low;
    for (int n = 0; n < problem.utterance_count(); ++n) {
        for (int j = 0; j < problem.stream_count(); ++j) {
            board.may.push_back(rows.alive.may(n, j) != May::never && problem.carrier.reaches(j, n));
            // No way goes back.
            board.band(n + 1, j).low = std::max(board.band(n + 1, j).low, board.band(n, j).low);
        }
    }
    for (int j = 0; j < problem.stream_count(); ++j) { // the last cell costs least
        Band& end = board.band(problem.utterance_count(), j);
        if (!end.empty()) end.low = end.high;
    }
    return board;
}

} // namespace hubbub::route::table
