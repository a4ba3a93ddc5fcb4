#include "route/primal/descend.hpp"

#include <algorithm>
#include <utility>

namespace hubbub::route::primal {

RowStore rows_to_come(const Half& mirror, const std::vector<std::int32_t>& stream_of) {
    const Instance& instance = mirror.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    RowStore rows;
    rows.begin(count + 1, streams);
    std::vector<OpenRow> row;
    for (int j = 0; j < streams; ++j) {
        row.emplace_back(mirror.kernel, j);
        rows.keep(0, j, row[j].low, row[j].cells);
    }
    for (int n = 0; n < count; ++n) {
        for (int j = 0; j < streams; ++j) {
            if (stream_of[count - 1 - n] == j) {
                row[j].push(mirror.kernel, j, n);
            } else if (instance.timed()) {
                row[j].pass(mirror.kernel, j, n);
            } else {
                rows.keep_same(n + 1, j);
                continue;
            }
            rows.keep(n + 1, j, row[j].low, row[j].cells);
        }
    }
    return rows;
}

Candidate greedy(const Half& half) {
    const Instance& instance = half.instance;
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

Candidate descend(const Half& half, const Half& mirror, const std::vector<std::int32_t>& stream_of,
                  const Watch& watch) {
    const Instance& instance = half.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    const RowStore to_come = rows_to_come(mirror, stream_of);
    Candidate best{stream_of, 0};
    std::vector<OpenRow> row, take(streams);
    std::vector<Value> back;
    for (int j = 0; j < streams; ++j) row.emplace_back(half.kernel, j);
    for (int n = 0; n < count; ++n) {
        if (n % 64 == 0) watch.check();
        Value least = far;
        for (int j = 0; j < streams; ++j) {
            take[j] = row[j];
            take[j].push(half.kernel, j, n);
            row[j].pass(half.kernel, j, n);
            back.resize(row[j].cells.size());
            to_come.read_mirrored(count - n - 1, j, instance.length(j), row[j].band(), back.data());
            const Value change = rows::least_sum(take[j].cells, back) - rows::least_sum(row[j].cells, back);
            if (change < least || (change == least && j == stream_of[n])) {
                least = change;
                best.stream_of[n] = j;
            }
        }
        std::swap(row[best.stream_of[n]], take[best.stream_of[n]]);
    }
    for (const OpenRow& last : row) best.cost += last.cells.back();
    return best;
}

} // namespace hubbub::route::primal
