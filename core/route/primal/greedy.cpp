#include "route/primal/greedy.hpp"

#include "row.hpp"
#include "timed.hpp"

#include <limits>
#include <map>
#include <utility>

namespace hubbub::route::primal {

using rows::far;
using rows::OpenRow;

Candidate greedy(const Half& half) {
    const Problem& instance = half.instance;
    Candidate made{std::vector<std::int32_t>(instance.utterance_count(), 0), 0};
    std::vector<OpenRow> row, take(instance.stream_count());
    for (int j = 0; j < instance.stream_count(); ++j) row.emplace_back(half.kernel, j);
    for (int n = 0; n < instance.utterance_count(); ++n) {
        Value least = far;
        for (int j = 0; j < instance.stream_count(); ++j) {
            take[j] = row[j];
            take[j].push(half.kernel, j, n);
            row[j].pass(half.kernel, j, n);
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
