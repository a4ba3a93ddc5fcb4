#include "route/primal/greedy.hpp"

#include "row.hpp"
#include "timed.hpp"

#include <limits>
#include <map>
#include <utility>

namespace hubbub::route::primal {

namespace {

// A row of the utterances routed to a stream so far, over its open cells.
struct OpenRow {
    std::int32_t low;
    std::vector<Value> cells;

    OpenRow(Band band) : low(band.low), cells(band.size(), 0) {}
    void widen(Band next) { cells.resize(next.high - low + 1, Value{cells.back()}); }
    void cut(Band next) {
        cells.erase(cells.begin(), cells.begin() + (next.low - low));
        low = next.low;
    }
};

} // namespace

Candidate greedy(const Rows& rows) {
    const Problem& problem = rows.problem;
    const int count = problem.utterance_count(), streams = problem.stream_count();
    Candidate made{std::vector<std::int32_t>(count, 0), 0};
    std::vector<OpenRow> row;
    for (int j = 0; j < streams; ++j) row.emplace_back(rows.alive.band(0, j));
    std::vector<OpenRow> take = row;
    for (int n = 0; n < count; ++n) {
        Value least = far;
        for (int j = 0; j < streams; ++j) {
            const Band next = rows.alive.band(n + 1, j);
            row[j].widen(next);
            take[j] = row[j];
            problem.carrier.ahead(j, row[j].low, take[j].cells, n, problem.steps);
            row[j].cut(next);
            take[j].cut(next);
            const Value change = take[j].cells.back() - row[j].cells.back(); // a row is least at its end
            if (change >= least) continue;
            least = change;
            made.stream_of[n] = j;
        }
        std::swap(row[made.stream_of[n]], take[made.stream_of[n]]);
    }
    for (const OpenRow& last : row) made.cost += last.cells.back();
    return made;
}

std::vector<Move> by_voices(const Problem& problem, const std::vector<std::int32_t>& voice_of) {
    std::map<std::int32_t, Row> voices;
    for (std::size_t n = 0; n < voice_of.size(); ++n) voices[voice_of[n]].append(problem.utterances[n].words);
    std::map<std::int32_t, std::int32_t> nearest;
    for (const auto& [voice, said] : voices) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::int32_t j = 0; j < problem.stream_count(); ++j) {
            const std::int64_t way = distance(TimedWords(said), problem.stream[j], problem.costs()) -
                                     problem.words_in(j) * std::int64_t{problem.costs().insertion};
            if (way >= least) continue;
            least = way;
            nearest[voice] = j;
        }
    }
    std::vector<Move> moves;
    for (std::size_t n = 0; n < voice_of.size(); ++n)
        moves.push_back({static_cast<std::int32_t>(n), nearest[voice_of[n]]});
    return moves;
}

} // namespace hubbub::route::primal
