#include "route/table/board.hpp"

#include "route/table/places.hpp"

namespace hubbub::route::table {

using rows::May;

namespace {

// The stretch of time that an utterance takes, whatever the order of its words.
Span around(std::span<const Span> spans) {
    Span all = spans[0];
    for (const Span& span : spans) all = {std::min(all.start, span.start), std::max(all.end, span.end)};
    return all;
}

void lay_in_order(Board& board) {
    for (int n = 0; n < board.utterances(); ++n) board.lays.push_back({n, n + 1, n});
}

} // namespace

Board reach_board(const Problem& problem) {
    Board board{problem, {}, {}, {}, {}};
    for (const Utterance& one : problem.utterances)
        if (problem.timed()) board.times.push_back(around(one.words.spans));
    board.reaches.resize(problem.utterances.size() * problem.streams);
    for (int j = 0; j < problem.streams; ++j) {
        const rows::Times stream(problem.stream[j].spans);
        for (int n = 0; n < problem.utterance_count(); ++n)
            board.reaches[static_cast<std::size_t>(n) * problem.streams + j] =
                problem.timed() ? stream.of(board.times[n]) : Reach{0, problem.words_in(j)};
    }
    return board;
}

Board timed_board(const Problem& problem) {
    Board board = reach_board(problem);
    const QueuePlaces places(board);
    for (std::int32_t n = 0; n <= board.utterances(); ++n)
        for (int j = 0; j < board.streams(); ++j) board.bands.push_back(places.open_cells({&n, 1}, j));
    lay_in_order(board);
    return board;
}

Board board_of(const Rows& rows) {
    Board board{rows.problem, {}, {}, {}, rows.alive.bands};
    // Nothing is paired before the first utterance, so that all cells cost the same there and one stands for them.
    for (int j = 0; j < board.streams(); ++j) board.band(0, j).high = board.band(0, j).low;
    for (int n = 0; n < board.utterances(); ++n) {
        for (int j = 0; j < board.streams(); ++j) {
            const bool open = rows.alive.may(n, j) != May::never && rows.problem.carrier.reaches(j, n);
            board.reaches.push_back({0, open ? rows.problem.words_in(j) : 0});
            // No way goes back.
            board.band(n + 1, j).low = std::max(board.band(n + 1, j).low, board.band(n, j).low);
        }
    }
    for (int j = 0; j < board.streams(); ++j) { // the last cell costs least
        Band& end = board.band(board.utterances(), j);
        if (!end.empty()) end.low = end.high;
    }
    lay_in_order(board);
    return board;
}

} // namespace hubbub::route::table
