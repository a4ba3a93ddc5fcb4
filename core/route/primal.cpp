#include "primal.hpp"

#include <algorithm>

namespace hubbub::orc {

RowStore rows_to_come(const Half& mirror, const std::vector<std::int32_t>& stream_of) {
    const Instance& instance = mirror.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    RowStore rows;
    rows.begin(count + 1, streams);
    std::vector<std::vector<Value>> row(streams);
    for (int j = 0; j < streams; ++j) {
        row[j].assign(instance.length(j) + 1, 0);
        rows.keep(0, j, 0, row[j]);
    }
    for (int n = 0; n < count; ++n) {
        for (int j = 0; j < streams; ++j) {
            if (stream_of[count - 1 - n] != j) {
                rows.keep_same(n + 1, j);
                continue;
            }
            mirror.kernel.push(j, 0, row[j], n, 1);
            rows.keep(n + 1, j, 0, row[j]);
        }
    }
    return rows;
}

Candidate greedy(const Half& half) {
    const Instance& instance = half.instance;
    Candidate made{std::vector<std::int32_t>(instance.utterance_count(), 0), 0};
    std::vector<std::vector<Value>> row(instance.stream_count()), take(instance.stream_count());
    for (int j = 0; j < instance.stream_count(); ++j) row[j].assign(instance.length(j) + 1, 0);
    for (int n = 0; n < instance.utterance_count(); ++n) {
        Value least = far;
        for (int j = 0; j < instance.stream_count(); ++j) {
            take[j] = row[j];
            half.kernel.push(j, 0, take[j], n, 1);
            const Value change = take[j].back() - row[j].back(); // a row is least at its end
            if (change >= least) continue;
            least = change;
            made.stream_of[n] = j;
        }
        row[made.stream_of[n]].swap(take[made.stream_of[n]]);
    }
    for (const auto& last : row) made.cost += last.back();
    return made;
}

Candidate descend(const Half& half, const Half& mirror, const std::vector<std::int32_t>& stream_of,
                  const Watch& watch) {
    const Instance& instance = half.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    const RowStore to_come = rows_to_come(mirror, stream_of);
    Candidate best{stream_of, 0};
    std::vector<std::vector<Value>> row(streams), take(streams);
    std::vector<Value> back, out(streams);
    for (int j = 0; j < streams; ++j) row[j].assign(instance.length(j) + 1, 0);
    for (int n = 0; n < count; ++n) {
        if (n % 64 == 0) watch.check();
        Value least = far;
        for (int j = 0; j < streams; ++j) {
            const std::int32_t length = instance.length(j);
            back.resize(length + 1);
            to_come.read_mirrored(count - n - 1, j, length, {0, length}, back.data());
            take[j] = row[j];
            half.kernel.push(j, 0, take[j], n, 1);
            const Value change = least_sum(take[j], back) - least_sum(row[j], back);
            if (change < least || (change == least && j == stream_of[n])) {
                least = change;
                best.stream_of[n] = j;
            }
        }
        row[best.stream_of[n]].swap(take[best.stream_of[n]]);
    }
    for (const auto& last : row) best.cost += last.back();
    return best;
}

} // namespace hubbub::orc
